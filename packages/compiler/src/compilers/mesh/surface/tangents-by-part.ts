// MikkTSpace for meshes that are too large for one run: by parts along the longest axis, one after another. The tangent of a corner depends only on
// the triangles around its vertex, so each part also contains those around its border, and gives the same tangents as the whole mesh. (Triangles
// whose texture coordinates span no area join the group that reaches them first. At the border of a part, that can be another one.)

import { numberRows, type SplitVertices } from '@assetc/kernels';
import type { Parallel } from '../../../encoding/parallel.js';
import { partsAlongAxis } from '../vertices/parts-along-axis.js';
import { gatherRows, type IndexedRows, NORMAL, rowLayout, type VertexRows } from '../vertices/vertex-rows.js';
import { fallbackTangents, firstWithArea, tangentsAtOnce } from './tangents.js';

interface PartOptions {
  /** First word of the texture coordinates. */
  readonly uv: number;
  readonly parallel: Parallel;
  /** Of one part, without those around its border. */
  readonly maxTriangles: number;
}

/** Words of a vertex with its tangent. */
const PAIR_WORDS = 5;

/** Splits the vertices of the mesh, as one run would. */
export async function tangentsByPart(mesh: IndexedRows, options: PartOptions): Promise<SplitVertices> {
  const { partOf, count } = partsAlongAxis(mesh, options.maxTriangles);
  const vertexIds = equalVertices(mesh.rows, options.uv);
  // Of each corner its pair of vertex and tangent: those of one part follow those of the previous one.
  const pairIds = new Uint32Array(mesh.indices.length);
  const pairs: Pairs[] = [];
  let first = 0;
  for (let part = 0; part < count; part++) {
    const found = await pairsOfPart(mesh, trianglesAround(mesh.indices, vertexIds, partOf, part), options);
    for (const [i, triangle] of found.triangles.entries()) {
      if (partOf[triangle] !== part) continue;
      for (let c = 0; c < 3; c++) pairIds[triangle * 3 + c] = first + (found.remap[i * 3 + c] ?? 0);
    }
    pairs.push({ sources: found.sources, tangents: found.tangents });
    first += found.sources.length;
  }
  return joinPairs(pairIds, pairs, first);
}

const PLAIN_WORDS = rowLayout({ skin: false, color: false }).words;

/** Vertices that MikkTSpace does not distinguish get one number. Undefined if all are different: rows are unique, and have nothing else. */
function equalVertices({ floats, layout, count }: VertexRows, uv: number): Uint32Array | undefined {
  if (layout.words === PLAIN_WORDS) return undefined;
  return numberRows(count, 8, (_, out) => {
    for (let row = 0, from = 0, to = 0; row < count; row++, from += layout.words) {
      for (let c = 0; c < NORMAL + 3; c++) out[to++] = floats[from + c] ?? 0;
      out[to++] = floats[from + uv] ?? 0;
      out[to++] = floats[from + uv + 1] ?? 0;
    }
  }).remap;
}

/** The triangles of a part and all that share a vertex with them, in order. */
function trianglesAround(
  indices: Uint32Array,
  vertexIds: Uint32Array | undefined,
  partOf: Uint16Array,
  part: number,
): Uint32Array {
  let maxIndex = 0;
  for (let i = 0; i < indices.length; i++) maxIndex = Math.max(maxIndex, indices[i] ?? 0);
  const isNear = new Uint8Array(maxIndex + 1);
  const idOf = (corner: number): number => {
    const vertex = indices[corner] ?? 0;
    return vertexIds === undefined ? vertex : (vertexIds[vertex] ?? 0);
  };
  for (let t = 0; t < partOf.length; t++)
    if (partOf[t] === part) for (let c = 0; c < 3; c++) isNear[idOf(t * 3 + c)] = 1;
  const near = (t: number): boolean =>
    isNear[idOf(t * 3)] === 1 || isNear[idOf(t * 3 + 1)] === 1 || isNear[idOf(t * 3 + 2)] === 1;
  let count = 0;
  for (let t = 0; t < partOf.length; t++) if (near(t)) count++;
  const out = new Uint32Array(count);
  for (let t = 0, to = 0; t < partOf.length; t++) if (near(t)) out[to++] = t;
  return out;
}

interface Pairs {
  readonly sources: Uint32Array;
  /** Four floats each. */
  readonly tangents: Float32Array;
}

/** `remap`: the pair of each corner of `triangles`. */
async function pairsOfPart(
  { rows, indices }: IndexedRows,
  triangles: Uint32Array,
  { uv, parallel }: PartOptions,
): Promise<Pairs & { readonly triangles: Uint32Array; readonly remap: Uint32Array }> {
  const numbers = new Uint32Array(rows.count);
  for (const t of triangles) for (let c = t * 3; c < t * 3 + 3; c++) numbers[indices[c] ?? 0] = 1;
  let count = 0;
  for (let row = 0; row < rows.count; row++) if (numbers[row] === 1) numbers[row] = ++count;
  const vertices = new Uint32Array(count + 3);
  for (let row = 0; row < rows.count; row++) {
    const number = numbers[row] ?? 0;
    if (number > 0) vertices[number - 1] = row;
  }
  const corners = new Uint32Array(triangles.length * 3 + 3);
  for (const [i, t] of triangles.entries())
    for (let c = 0; c < 3; c++) corners[i * 3 + c] = (numbers[indices[t * 3 + c] ?? 0] ?? 1) - 1;
  const part = gatherRows(rows, vertices);
  const mesh = { rows: part, indices: corners };
  const split = writeLastTriangle(part, corners) ? await tangentsAtOnce(mesh, uv, parallel) : undefined;
  if (split === undefined)
    return { triangles, remap: corners, sources: vertices, tangents: fallbackTangents(vertices.length) };
  const { remap, sources, tangents } = split;
  return { triangles, remap, sources: sources.map((local) => vertices[local] ?? 0), tangents };
}

/**
 * MikkTSpace does not pair all edges of the last vertex, and every part would have one. So the last three rows and corners become a triangle that
 * shares no vertex. Returns false if there is none with an area to copy.
 */
function writeLastTriangle({ bits, floats, layout, count }: VertexRows, corners: Uint32Array): boolean {
  const { words } = layout;
  const last = corners.length - 3;
  const first = firstWithArea({ floats, layout }, corners.subarray(0, last));
  if (first < 0) return false;
  for (let c = 0; c < 3; c++) {
    const from = (corners[first + c] ?? 0) * words;
    const to = (count - 3 + c) * words;
    bits.copyWithin(to, from, from + words);
    // No normal is that long, so it equals no vertex.
    floats.fill(2, to + NORMAL, to + NORMAL + 3);
    corners[last + c] = count - 3 + c;
  }
  return true;
}

/** Numbers the pairs by their first corner. Those at the border of two parts are equal. */
function joinPairs(pairIds: Uint32Array, pairs: readonly Pairs[], count: number): SplitVertices {
  const { remap, uniqueCount } = numberRows(count, PAIR_WORDS, (bits, floats) => {
    let to = 0;
    for (const { sources, tangents } of pairs)
      for (let i = 0; i < sources.length; i++, to += PAIR_WORDS) {
        bits[to] = sources[i] ?? 0;
        for (let c = 0; c < 4; c++) floats[to + 1 + c] = tangents[i * 4 + c] ?? 0;
      }
  });
  const numbers = new Uint32Array(uniqueCount);
  let used = 0;
  for (let corner = 0; corner < pairIds.length; corner++) {
    const pair = remap[pairIds[corner] ?? 0] ?? 0;
    if (numbers[pair] === 0) numbers[pair] = ++used;
    pairIds[corner] = (numbers[pair] ?? 1) - 1;
  }
  const sources = new Uint32Array(used);
  const tangents = new Float32Array(used * 4);
  let at = 0;
  for (const part of pairs)
    for (let i = 0; i < part.sources.length; i++) {
      // 0: only triangles around a part have it.
      const number = numbers[remap[at++] ?? 0] ?? 0;
      if (number === 0) continue;
      sources[number - 1] = part.sources[i] ?? 0;
      for (let c = 0; c < 4; c++) tangents[(number - 1) * 4 + c] = part.tangents[i * 4 + c] ?? 0;
    }
  return { remap: pairIds, sources, tangents };
}
