// Encodes meshlets and clusters: docs/formats/hmesh.md specifies the codec.

import { CODE_LISTED, CODE_NEXT, cornerBits, MESHLET_EDGES, MESHLET_ROW } from './decode-meshlets.js';

interface MeshletCounts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** Grows as it is written to. */
class ByteList {
  #bytes = new Uint8Array(1024);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = byte;
  }

  /** Bits from the lowest of a byte on; `bit` is relative to `start`. */
  pushBits(start: number, bit: number, value: number, bits: number): void {
    const word = value << (bit & 7);
    const at = start + (bit >> 3);
    if (at === this.length && bits > 0) this.push(0);
    this.#bytes[at] = (this.#bytes[at] ?? 0) | word;
    if ((bit & 7) + bits > 8) this.push(word >> 8);
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

/** Meshlets whose vertices and triangles are one after another. Returns undefined if the codec cannot represent them. */
export function encodeMeshlets(
  meshlets: readonly MeshletCounts[],
  vertices: Uint16Array | Uint32Array,
  triangles: Uint8Array,
): Uint8Array | undefined {
  const out = new ByteList();
  const table = new Uint8Array(meshlets.length * MESHLET_ROW);
  let [vertex, corner] = [0, 0];
  for (const [i, { vertexCount, triangleCount }] of meshlets.entries()) {
    if (vertexCount > 255 || triangleCount > 255) return undefined;
    const start = out.length;
    let bit = 0;
    const nibbles = encodeVertexList(vertices.subarray(vertex, vertex + vertexCount));
    const corners = triangles.subarray(corner, corner + triangleCount * 3);
    if (nibbles === undefined || corners.some((local) => local >= vertexCount)) return undefined;
    const { codes, listed } = encodeCorners(corners);
    for (const list of [nibbles, codes])
      for (const nibble of list) {
        out.pushBits(start, bit, nibble, 4);
        bit += 4;
      }
    const bits = cornerBits(vertexCount);
    const listStart = out.length;
    for (const [n, local] of listed.entries()) out.pushBits(listStart, n * bits, local, bits);
    const size = out.length - start;
    table.set([vertexCount, triangleCount, size & 255, size >> 8], i * MESHLET_ROW);
    [vertex, corner] = [vertex + vertexCount, corner + triangleCount * 3];
  }
  if (vertex !== vertices.length || corner !== triangles.length) return undefined;
  const bytes = new Uint8Array(table.length + out.length);
  bytes.set(table);
  bytes.set(out.taken(), table.length);
  return bytes;
}

/** Three bits per nibble; 0 is the vertex after the highest so far. Returns undefined if a vertex repeats the one before it. */
function encodeVertexList(vertices: Uint16Array | Uint32Array): number[] | undefined {
  const nibbles: number[] = [];
  let previous = 0;
  let next = 0;
  for (const value of vertices) {
    const delta = (value - previous) | 0;
    let symbol = value === next ? 0 : ((delta << 1) ^ (delta >> 31)) >>> 0;
    if (value !== next && delta === 0) return undefined;
    while (symbol > 7) {
      nibbles.push((symbol & 7) | 8);
      symbol >>>= 3;
    }
    nibbles.push(symbol);
    previous = value;
    next = Math.max(next, (value + 1) >>> 0);
  }
  return nibbles;
}

/** The code of each triangle, and the local vertices that are written out. */
function encodeCorners(corners: Uint8Array): { readonly codes: number[]; readonly listed: number[] } {
  const codes: number[] = [];
  const listed: number[] = [];
  const edges = new Uint8Array(MESHLET_EDGES * 2);
  let next = 0;
  const push = (start: number, end: number): void => {
    edges.copyWithin(2, 0);
    edges[0] = start;
    edges[1] = end;
  };
  for (let i = 0; i < corners.length; i += 3) {
    const { edge, first } = findEdge(corners, i, edges, next);
    const a = corners[i + first] ?? 0;
    const b = corners[i + ((first + 1) % 3)] ?? 0;
    const c = corners[i + ((first + 2) % 3)] ?? 0;
    if (edge < MESHLET_EDGES) {
      codes.push(edge * 2 + (c === next ? 0 : 1));
      if (c === next) next++;
      else listed.push(c);
    } else {
      const isNext = a === next && b === next + 1 && c === next + 2;
      codes.push(isNext ? CODE_NEXT : CODE_LISTED);
      if (!isNext) listed.push(a, b, c);
      for (const corner of [a, b, c]) if (corner === next) next++;
      push(b, a);
    }
    push(c, b);
    push(a, c);
  }
  return { codes, listed };
}

/** The newest edge that the triangle has, and the corner that it starts at; else the corner that is the next new vertex, if any. */
function findEdge(
  corners: Uint8Array,
  at: number,
  edges: Uint8Array,
  next: number,
): { readonly edge: number; readonly first: number } {
  for (let edge = 0; edge < MESHLET_EDGES; edge++)
    for (let first = 0; first < 3; first++)
      if (corners[at + first] === edges[edge * 2] && corners[at + ((first + 1) % 3)] === edges[edge * 2 + 1])
        return { edge, first };
  const first = [0, 1, 2].find((corner) => corners[at + corner] === next);
  return { edge: MESHLET_EDGES, first: first ?? 0 };
}
