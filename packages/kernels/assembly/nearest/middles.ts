// Points of a surface that are worth holding against another with the same vertices: middles of triangles and of edges that the other does
// not have, each once. Those that a vertex is near enough to are left out: vertices lie on both.

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

/** For each vertex the last of its corners in `heads`, for each corner the one before it in `nexts`. */
function listCorners(indices: usize, corners: u32, vertices: u32, heads: usize, nexts: usize): void {
  memory.fill(heads, 0xff, usize(vertices) << 2);
  for (let i: u32 = 0; i < corners; i++) {
    const head = heads + (usize(load<u32>(indices + (usize(i) << 2))) << 2);
    store<u32>(nexts + (usize(i) << 2), load<u32>(head));
    store<u32>(head, i);
  }
}

/** Which of two vertices triangles at a third have: bit 0 for b, bit 1 for c, bit 2 where one has both. */
function around(a: u32, b: u32, c: u32, indices: usize, heads: usize, nexts: usize): u32 {
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

/** Of edges by their lower vertex: the other end, and the edge before it. */
let edgeCount: u32 = 0;

/** True for an edge that was not there yet. */
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
 * Of the surface `made` against the surface `old`; `enough` is squared. `room` holds two words a vertex, one a corner of the old and six
 * a triangle of what was made. Returns how many points were written.
 */
export function newMiddles(
  positions: usize,
  vertices: u32,
  old: usize,
  oldCorners: u32,
  made: usize,
  madeTriangles: u32,
  enough: f32,
  room: usize,
  points: usize,
): u32 {
  const heads = room;
  const edgeHeads = heads + (usize(vertices) << 2);
  const nexts = edgeHeads + (usize(vertices) << 2);
  const edges = nexts + (usize(oldCorners) << 2);
  listCorners(old, oldCorners, vertices, heads, nexts);
  memory.fill(edgeHeads, 0xff, usize(vertices) << 2);
  edgeCount = 0;
  let end = points;
  for (let t: u32 = 0; t < madeTriangles; t++, made += 12) {
    const a = load<u32>(made);
    const b = load<u32>(made, 4);
    const c = load<u32>(made, 8);
    const atA = around(a, b, c, old, heads, nexts);
    if (atA === 7) continue;
    end = putTriangle(end, positions, a, b, c, enough);
    if ((atA & 1) === 0 && addEdge(a, b, edgeHeads, edges)) end = putEdge(end, positions, a, b, enough);
    if ((atA & 2) === 0 && addEdge(a, c, edgeHeads, edges)) end = putEdge(end, positions, a, c, enough);
    if ((around(b, c, c, old, heads, nexts) & 1) === 0 && addEdge(b, c, edgeHeads, edges))
      end = putEdge(end, positions, b, c, enough);
  }
  return u32((end - points) / 12);
}
