// Groups the corners around each position into fans: corners of triangles that are connected by smooth edges. An edge is smooth if exactly two
// triangles share it, in opposite directions, and their normals differ by no more than an angle. Linear in the number of triangles.

/** Instead of a partner. */
const SHARED_BY_MORE = 0xffffffff;

/** Corner → the first corner of its fan. `areas`: a vector per triangle; one without length is smooth with nothing. */
export function smoothFans(positions: Uint32Array, areas: Float64Array, minCosine: number): Uint32Array {
  const fans = Uint32Array.from(positions, (_, corner) => corner);
  const table = new EdgeTable(positions);
  for (let corner = 0; corner < positions.length; corner++) {
    const other = table.partnerOf(corner);
    if (other === undefined || other > corner || !isSmooth(areas, corner, other, minCosine)) continue;
    join(fans, corner, nextCorner(other));
    join(fans, nextCorner(corner), other);
  }
  for (let corner = 0; corner < fans.length; corner++) fans[corner] = firstOf(fans, corner);
  return fans;
}

/** The edges of all triangles. An edge is named by the corner that it starts from. */
class EdgeTable {
  readonly #positions: Uint32Array;
  /** Of the edges of two positions: the corner of the first one, plus 1. */
  readonly #slots: Uint32Array;
  /** By corner of an edge: the corner of the other edge, plus 1. */
  readonly #partners: Uint32Array;

  constructor(positions: Uint32Array) {
    let size = 16;
    while (size < positions.length * 2) size *= 2;
    this.#positions = positions;
    this.#slots = new Uint32Array(size);
    this.#partners = new Uint32Array(positions.length);
    for (let corner = 0; corner < positions.length; corner++) this.#add(corner);
  }

  /** The only other edge between the same positions; undefined if there is none, or more. */
  partnerOf(corner: number): number | undefined {
    const partner = this.#partners[corner] ?? 0;
    return partner === 0 || partner === SHARED_BY_MORE ? undefined : partner - 1;
  }

  #add(corner: number): void {
    const positions = this.#positions;
    const from = positions[corner] ?? 0;
    const to = positions[nextCorner(corner)] ?? 0;
    if (from === to) return;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashOf(Math.min(from, to), Math.max(from, to)) & mask;
    for (;;) {
      const first = (slots[slot] ?? 0) - 1;
      if (first < 0) {
        slots[slot] = corner + 1;
        return;
      }
      const start = positions[first] ?? 0;
      const end = positions[nextCorner(first)] ?? 0;
      const isOpposite = start === to && end === from;
      if (isOpposite || (start === from && end === to)) {
        if (isOpposite && this.#partners[first] === 0) this.#pair(first, corner);
        else this.#markShared(first, corner);
        return;
      }
      slot = (slot + 1) & mask;
    }
  }

  #pair(first: number, corner: number): void {
    this.#partners[first] = corner + 1;
    this.#partners[corner] = first + 1;
  }

  #markShared(first: number, corner: number): void {
    const partner = this.partnerOf(first);
    if (partner !== undefined) this.#partners[partner] = SHARED_BY_MORE;
    this.#partners[first] = SHARED_BY_MORE;
    this.#partners[corner] = SHARED_BY_MORE;
  }
}

const nextCorner = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1);

function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}

function isSmooth(areas: Float64Array, corner: number, other: number, minCosine: number): boolean {
  const a = corner - (corner % 3);
  const b = other - (other % 3);
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = areas[a + axis] ?? 0;
    const y = areas[b + axis] ?? 0;
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const lengths = Math.sqrt(squareA) * Math.sqrt(squareB);
  return lengths > 0 && dot >= minCosine * lengths;
}

/** The smaller corner is the first of both: the result does not depend on the order of joins. */
function join(fans: Uint32Array, a: number, b: number): void {
  const first = firstOf(fans, a);
  const other = firstOf(fans, b);
  fans[Math.max(first, other)] = Math.min(first, other);
}

function firstOf(fans: Uint32Array, corner: number): number {
  let at = corner;
  for (;;) {
    const parent = fans[at] ?? 0;
    if (parent === at) return at;
    const next = fans[parent] ?? 0;
    fans[at] = next;
    at = next;
  }
}
