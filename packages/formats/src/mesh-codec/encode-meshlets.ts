// Encodes meshlets and clusters: docs/formats/hmesh.md specifies the codec. A large mesh has a hundred thousand of them, so nothing is
// allocated for each.

import { CODE_LISTED, CODE_NEXT, cornerBits, MESHLET_EDGES, MESHLET_ROW } from './decode-meshlets.js';

interface MeshletCounts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

/** Of vertices and of triangles. */
const MAX_COUNT = 255;
/** Of a number of 32 bits. */
const MAX_NIBBLES = 11;

/** Grows as it is written to. */
class ByteList {
  bytes = new Uint8Array(1024);
  length = 0;

  /** Room for `count` more bytes, which are zero. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** One meshlet before it is packed into bytes. */
class CodedMeshlet {
  readonly nibbles = new Uint8Array(MAX_COUNT * (MAX_NIBBLES + 1));
  nibbleCount = 0;
  /** Corners that no nibble contains. */
  readonly listed = new Uint8Array(MAX_COUNT * 3);
  listedCount = 0;
  /** The last eight edges, first vertex and second vertex · 256. */
  readonly edges = new Uint16Array(8);
}

/** Meshlets whose vertices and triangles are one after another. Returns undefined if the codec cannot represent them. */
export function encodeMeshlets(
  meshlets: readonly MeshletCounts[],
  vertices: Uint16Array | Uint32Array,
  triangles: Uint8Array,
): Uint8Array | undefined {
  const out = new ByteList();
  const coded = new CodedMeshlet();
  const table = new Uint8Array(meshlets.length * MESHLET_ROW);
  let [row, vertex, corner] = [0, 0, 0];
  for (const { vertexCount, triangleCount } of meshlets) {
    const [vertexEnd, cornerEnd] = [vertex + vertexCount, corner + triangleCount * 3];
    if (vertexCount > MAX_COUNT || triangleCount > MAX_COUNT) return undefined;
    if (vertexEnd > vertices.length || cornerEnd > triangles.length) return undefined;
    const start = out.length;
    if (!encodeVertexList(vertices, vertex, vertexEnd, coded)) return undefined;
    if (!encodeCorners(triangles, corner, cornerEnd, vertexCount, coded)) return undefined;
    pack(coded, cornerBits(vertexCount), out);
    const size = out.length - start;
    table[row] = vertexCount;
    table[row + 1] = triangleCount;
    table[row + 2] = size & 255;
    table[row + 3] = size >> 8;
    [row, vertex, corner] = [row + MESHLET_ROW, vertexEnd, cornerEnd];
  }
  if (vertex !== vertices.length || corner !== triangles.length) return undefined;
  const bytes = new Uint8Array(table.length + out.length);
  bytes.set(table);
  bytes.set(out.bytes.subarray(0, out.length), table.length);
  return bytes;
}

/** Two nibbles in a byte, then the listed corners, from the lowest bit on. */
function pack({ nibbles, nibbleCount, listed, listedCount }: CodedMeshlet, bits: number, out: ByteList): void {
  const nibbleBytes = (nibbleCount + 1) >> 1;
  const listedBytes = (listedCount * bits + 7) >> 3;
  // A corner is written to two bytes, the second of which may be beyond the end.
  out.reserve(nibbleBytes + listedBytes + 1);
  const { bytes } = out;
  let at = out.length;
  nibbles[nibbleCount] = 0;
  for (let i = 0; i < nibbleCount; i += 2) bytes[at++] = (nibbles[i] ?? 0) | ((nibbles[i + 1] ?? 0) << 4);
  for (let i = 0, bit = 0; i < listedCount; i++, bit += bits) {
    const word = (listed[i] ?? 0) << (bit & 7);
    const byte = at + (bit >> 3);
    bytes[byte] = (bytes[byte] ?? 0) | word;
    bytes[byte + 1] = (bytes[byte + 1] ?? 0) | (word >> 8);
  }
  out.length = at + listedBytes;
}

/** Three bits per nibble; 0 is the vertex after the highest so far. Returns false if a vertex repeats the one before it. */
function encodeVertexList(
  vertices: Uint16Array | Uint32Array,
  start: number,
  end: number,
  coded: CodedMeshlet,
): boolean {
  const { nibbles } = coded;
  let count = 0;
  let previous = 0;
  let next = 0;
  for (let i = start; i < end; i++) {
    const value = vertices[i] ?? 0;
    const delta = (value - previous) | 0;
    let symbol = value === next ? 0 : ((delta << 1) ^ (delta >> 31)) >>> 0;
    if (value !== next && delta === 0) return false;
    while (symbol > 7) {
      nibbles[count++] = (symbol & 7) | 8;
      symbol >>>= 3;
    }
    nibbles[count++] = symbol;
    previous = value;
    next = Math.max(next, (value + 1) >>> 0);
  }
  coded.nibbleCount = count;
  return true;
}

/** Adds the code of each triangle, and the corners that are listed. Returns false if a corner is no vertex of the meshlet. */
function encodeCorners(
  corners: Uint8Array,
  start: number,
  end: number,
  vertexCount: number,
  coded: CodedMeshlet,
): boolean {
  const { nibbles, listed, edges } = coded;
  edges.fill(0);
  let { nibbleCount } = coded;
  let [listedCount, newest, next] = [0, 0, 0];
  for (let i = start; i < end; i += 3) {
    const [x, y, z] = [corners[i] ?? 0, corners[i + 1] ?? 0, corners[i + 2] ?? 0];
    if (x >= vertexCount || y >= vertexCount || z >= vertexCount) return false;
    const [xy, yz, zx] = [x | (y << 8), y | (z << 8), z | (x << 8)];
    let edge = 0;
    let found = 0;
    for (; edge < MESHLET_EDGES; edge++) {
      found = edges[(newest - edge) & 7] ?? 0;
      if (found === xy || found === yz || found === zx) break;
    }
    const isKnown = edge < MESHLET_EDGES;
    // The first corner: where the edge starts, else the next new vertex.
    const isFirst = isKnown ? found === xy : x === next || (y !== next && z !== next);
    const isSecond = !isFirst && (isKnown ? found === yz : y === next);
    const a = isFirst ? x : isSecond ? y : z;
    const b = isFirst ? y : isSecond ? z : x;
    const c = isFirst ? z : isSecond ? x : y;
    if (isKnown) {
      nibbles[nibbleCount++] = edge * 2 + (c === next ? 0 : 1);
      if (c !== next) listed[listedCount++] = c;
    } else {
      const isNext = a === next && b === next + 1 && c === next + 2;
      nibbles[nibbleCount++] = isNext ? CODE_NEXT : CODE_LISTED;
      if (!isNext) {
        listed[listedCount++] = a;
        listed[listedCount++] = b;
        listed[listedCount++] = c;
      }
      if (a === next) next++;
      if (b === next) next++;
      newest = (newest + 1) & 7;
      edges[newest] = b | (a << 8);
    }
    if (c === next) next++;
    edges[(newest + 1) & 7] = c | (b << 8);
    newest = (newest + 2) & 7;
    edges[newest] = a | (c << 8);
  }
  coded.nibbleCount = nibbleCount;
  coded.listedCount = listedCount;
  return true;
}
