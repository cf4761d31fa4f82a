// Sample points of a simplified surface: the centers of triangles and edges that the original does not have, each once. Centers close to
// a vertex are left out, because vertices are on both surfaces.

/* @inline */ function squared(a: usize, x: f32, y: f32, z: f32): f32 {
  const dx = load<f32>(a) - x;
  const dy = load<f32>(a, 4) - y;
  const dz = load<f32>(a, 8) - z;
  return dx * dx + dy * dy + dz * dz;
}

/* @inline */ function put(at: usize, x: f32, y: f32, z: f32): usize {
  store<f32>(at, x);
  store<f32>(at, y, 4);
  store<f32>(at, z, 8);
  return at + 12;
}

function putEdge(at: usize, positions: usize, a: u32, b: u32, enough: f32): usize {
  const p = positions + usize(a) * 12;
  const q = positions + usize(b) * 12;
  const x = (load<f32>(p) + load<f32>(q)) * 0.5;
  const y = (load<f32>(p, 4) + load<f32>(q, 4)) * 0.5;
  const z = (load<f32>(p, 8) + load<f32>(q, 8)) * 0.5;
  return squared(p, x, y, z) <= enough ? at : put(at, x, y, z);
}

function putTriangle(at: usize, positions: usize, a: u32, b: u32, c: u32, enough: f32): usize {
  const p = positions + usize(a) * 12;
  const q = positions + usize(b) * 12;
  const r = positions + usize(c) * 12;
  const third: f32 = 1.0 / 3.0;
  const x = (load<f32>(p) + load<f32>(q) + load<f32>(r)) * third;
  const y = (load<f32>(p, 4) + load<f32>(q, 4) + load<f32>(r, 4)) * third;
  const z = (load<f32>(p, 8) + load<f32>(q, 8) + load<f32>(r, 8)) * third;
  const near = min<f32>(squared(p, x, y, z), min<f32>(squared(q, x, y, z), squared(r, x, y, z)));
  return near <= enough ? at : put(at, x, y, z);
}

const NONE: u32 = 0xffffffff;

/** `heads`: the last corner of each vertex. `nexts`: for each corner, the vertex's corner before it. */
function listCorners(indices: usize, corners: u32, vertices: u32, heads: usize, nexts: usize): void {
  memory.fill(heads, 0xff, usize(vertices) << 2);
  for (let i: u32 = 0; i < corners; i++) {
    const head = heads + (usize(load<u32>(indices + (usize(i) << 2))) << 2);
    store<u32>(nexts + (usize(i) << 2), load<u32>(head));
    store<u32>(head, i);
  }
}

/** Which of b and c occur in triangles at vertex a: bit 0 for b, bit 1 for c; 7 if one triangle has both. */
function sharedVertices(a: u32, b: u32, c: u32, indices: usize, heads: usize, nexts: usize): u32 {
  let found: u32 = 0;
  for (let i = load<u32>(heads + (usize(a) << 2)); i !== NONE; i = load<u32>(nexts + (usize(i) << 2))) {
    const triangle = indices + usize(i / 3) * 12;
    const x = load<u32>(triangle);
    const y = load<u32>(triangle, 4);
    const z = load<u32>(triangle, 8);
    const hasB = x === b || y === b || z === b;
    const hasC = x === c || y === c || z === c;
    if (hasB && hasC) return 7;
    found |= u32(hasB) | (u32(hasC) << 1);
  }
  return found;
}

/** Edges are listed by their lower vertex: the upper vertex, and the edge listed before. */
let edgeCount: u32 = 0;

/** Returns true if the edge is new. */
function addEdge(a: u32, b: u32, heads: usize, edges: usize): bool {
  const head = heads + (usize(min<u32>(a, b)) << 2);
  const high = max<u32>(a, b);
  const first = load<u32>(head);
  for (let i = first; i !== NONE; i = load<u32>(edges + (usize(i) << 3), 4))
    if (load<u32>(edges + (usize(i) << 3)) === high) return false;
  store<u32>(edges + (usize(edgeCount) << 3), high);
  store<u32>(edges + (usize(edgeCount) << 3), first, 4);
  store<u32>(head, edgeCount++);
  return true;
}

/**
 * `enough` is a squared distance. `room` has two words per vertex, one per original corner and six per simplified triangle. Returns the
 * number of points.
 */
export function newCenters(
  positions: usize,
  vertices: u32,
  original: usize,
  originalCorners: u32,
  simplified: usize,
  simplifiedTriangles: u32,
  enough: f32,
  room: usize,
  points: usize,
): u32 {
  const heads = room;
  const edgeHeads = heads + (usize(vertices) << 2);
  const nexts = edgeHeads + (usize(vertices) << 2);
  const edges = nexts + (usize(originalCorners) << 2);
  listCorners(original, originalCorners, vertices, heads, nexts);
  memory.fill(edgeHeads, 0xff, usize(vertices) << 2);
  edgeCount = 0;
  let end = points;
  for (let t: u32 = 0; t < simplifiedTriangles; t++, simplified += 12) {
    const a = load<u32>(simplified);
    const b = load<u32>(simplified, 4);
    const c = load<u32>(simplified, 8);
    const shared = sharedVertices(a, b, c, original, heads, nexts);
    if (shared === 7) continue;
    end = putTriangle(end, positions, a, b, c, enough);
    if ((shared & 1) === 0 && addEdge(a, b, edgeHeads, edges)) end = putEdge(end, positions, a, b, enough);
    if ((shared & 2) === 0 && addEdge(a, c, edgeHeads, edges)) end = putEdge(end, positions, a, c, enough);
    if ((sharedVertices(b, c, c, original, heads, nexts) & 1) === 0 && addEdge(b, c, edgeHeads, edges))
      end = putEdge(end, positions, b, c, enough);
  }
  return u32((end - points) / 12);
}
