// The codec of meshlets and clusters, specified in docs/formats/hmesh.md. Each meshlet is coded on its own. The readable twin of the wasm
// kernel and of assetc.h.

/** A row of the table: vertices, triangles, bytes. */
export const MESHLET_ROW = 4;
/** Edges that a code can name: 0 is the newest. */
export const MESHLET_EDGES = 7;
export const CODE_LISTED = 14;
export const CODE_NEXT = 15;

/** Bits of a local vertex that is written out. */
export const cornerBits = (vertexCount: number): number => (vertexCount > 1 ? 32 - Math.clz32(vertexCount - 1) : 0);

interface MeshletTotals {
  readonly vertices: number;
  readonly triangles: number;
}

/** Sums of the table of `count` meshlets; undefined if the data is shorter or longer than the table states. */
export function meshletTotals(source: Uint8Array, count: number): MeshletTotals | undefined {
  let [vertices, triangles, bytes] = [0, 0, count * MESHLET_ROW];
  if (bytes > source.length) return undefined;
  for (let at = 0; at < count * MESHLET_ROW; at += MESHLET_ROW) {
    vertices += source[at] ?? 0;
    triangles += source[at + 1] ?? 0;
    bytes += (source[at + 2] ?? 0) | ((source[at + 3] ?? 0) << 8);
  }
  return bytes === source.length ? { vertices, triangles } : undefined;
}

/** Decodes `count` meshlets: vertices to `vertices`, corners to `triangles`. Returns false if the data is damaged. */
export function decodeMeshlets(
  source: Uint8Array,
  count: number,
  vertices: Uint16Array | Uint32Array,
  triangles: Uint8Array,
): boolean {
  const totals = meshletTotals(source, count);
  if (totals?.vertices !== vertices.length || totals.triangles * 3 !== triangles.length) return false;
  let [at, vertex, corner] = [count * MESHLET_ROW, 0, 0];
  for (let row = 0; row < count * MESHLET_ROW; row += MESHLET_ROW) {
    const [vertexCount = 0, triangleCount = 0, low = 0, high = 0] = source.subarray(row, row + MESHLET_ROW);
    const end = at + (low | (high << 8));
    const data = source.subarray(at, end);
    const used = decodeVertexList(data, vertices.subarray(vertex, vertex + vertexCount));
    if (used === undefined) return false;
    const corners = triangles.subarray(corner, corner + triangleCount * 3);
    if (!decodeCorners(data, used, vertexCount, corners)) return false;
    [at, vertex, corner] = [end, vertex + vertexCount, corner + triangleCount * 3];
  }
  return true;
}

const nibbleAt = (data: Uint8Array, i: number): number => ((data[i >> 1] ?? 0) >> ((i & 1) * 4)) & 15;

/** Returns the number of nibbles; undefined if the data is damaged. */
function decodeVertexList(data: Uint8Array, out: Uint16Array | Uint32Array): number | undefined {
  let nibble = 0;
  let previous = 0;
  let next = 0;
  for (let i = 0; i < out.length; i++) {
    let symbol = 0;
    for (let shift = 0; ; shift += 3) {
      if (nibble >= data.length * 2) return undefined;
      const part = nibbleAt(data, nibble++);
      // The eleventh has the two highest bits, and is the last.
      if (shift === 30 && part > 3) return undefined;
      symbol |= (part & 7) << shift;
      if (part < 8) break;
    }
    const value = symbol === 0 ? next : (previous + ((symbol >>> 1) ^ -(symbol & 1))) >>> 0;
    previous = value;
    next = Math.max(next, (value + 1) >>> 0);
    out[i] = value;
  }
  return nibble;
}

/** `nibble`: that of the first code. */
function decodeCorners(data: Uint8Array, nibble: number, vertexCount: number, out: Uint8Array): boolean {
  const triangles = out.length / 3;
  const codesEnd = nibble + triangles;
  const firstBit = ((codesEnd + 1) >> 1) * 8;
  const bits = cornerBits(vertexCount);
  if (firstBit > data.length * 8) return false;
  if ((codesEnd & 1) === 1 && nibbleAt(data, codesEnd) !== 0) return false;
  const edges = new Uint8Array(MESHLET_EDGES * 2);
  let bit = firstBit;
  let next = 0;
  const listed = (): number => {
    const word = (data[bit >> 3] ?? 0) | ((data[(bit >> 3) + 1] ?? 0) << 8);
    const value = (word >> (bit & 7)) & ((1 << bits) - 1);
    bit += bits;
    if (value === next) next++;
    return value;
  };
  const push = (start: number, end: number): void => {
    edges.copyWithin(2, 0);
    edges[0] = start;
    edges[1] = end;
  };
  for (let i = 0; i < triangles; i++) {
    const code = nibbleAt(data, nibble + i);
    let a = edges[code & 14] ?? 0;
    let b = edges[(code & 14) + 1] ?? 0;
    if (code >= CODE_LISTED) {
      a = code === CODE_NEXT ? next++ : listed();
      b = code === CODE_NEXT ? next++ : listed();
      push(b, a);
    }
    const isNext = code === CODE_NEXT || (code < CODE_LISTED && (code & 1) === 0);
    const c = isNext ? next++ : listed();
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount || bit > data.length * 8) return false;
    push(c, b);
    push(a, c);
    out.set([a, b, c], i * 3);
  }
  return isEnd(data, bit);
}

/** The last byte is begun, and the rest of it is zero. */
function isEnd(data: Uint8Array, bit: number): boolean {
  if ((bit + 7) >> 3 !== data.length) return false;
  return (bit & 7) === 0 || (data[bit >> 3] ?? 0) >> (bit & 7) === 0;
}
