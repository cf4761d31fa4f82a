// Reduces a submesh by slices if it is too large to be reduced at once: the simplifier takes some 200 bytes per triangle, and a module has 4 GB.
// Vertices where two slices meet stay in place.

import { numberRows } from '@assetc/kernels';
import { boxOf, extentOf } from '../bounds.js';
import { type MeshParts, partsAlongAxis } from '../vertices/parts-along-axis.js';
import { sharedBytes } from '../vertices/shared-words.js';
import { gatherRows, type IndexedRows } from '../vertices/vertex-rows.js';
import type { Level } from './lods.js';

/**
 * Larger submeshes are reduced by slices of about half that size. Rejected: 2 million, which takes a quarter less memory. Every slice keeps the same
 * share of its triangles, so a mesh whose triangles differ in size gets larger errors: 6 × for a scan with small triangles at its poles.
 */
const MAX_TRIANGLES = 12_000_000;

/** Plain data over shared memory: threads get it as it is. */
export interface LevelSlices extends MeshParts {
  /** 1 for each vertex that must stay. */
  readonly locked: Uint8Array;
  /** Of the whole submesh. */
  readonly extent: number;
}

/** Undefined if the submesh is reduced at once. */
export function levelSlices(
  mesh: IndexedRows,
  locked: Uint8Array,
  maxTriangles: number = MAX_TRIANGLES,
): LevelSlices | undefined {
  const triangles = mesh.indices.length / 3;
  if (triangles <= maxTriangles) return undefined;
  const slices = Math.ceil((triangles / maxTriangles) * 2);
  const parts = partsAlongAxis(mesh, Math.ceil(triangles / slices));
  return { ...parts, locked: lockBorders(mesh, parts, locked), extent: extentOf(boxOf(mesh.rows)) };
}

const NO_PART = 0xffff;

/** By position: where texture coordinates have a seam, two vertices are at the same place. */
function lockBorders({ rows, indices }: IndexedRows, { partOf }: MeshParts, locked: Uint8Array): Uint8Array {
  const { floats, layout, count } = rows;
  const { remap, uniqueCount } = numberRows(count, 3, (_, out) => {
    for (let row = 0, from = 0, to = 0; row < count; row++, from += layout.words)
      // Adding zero converts −0 to 0, the same position.
      for (let axis = 0; axis < 3; axis++) out[to++] = (floats[from + axis] ?? 0) + 0;
  });
  const owners = new Uint16Array(uniqueCount).fill(NO_PART);
  const isBorder = new Uint8Array(uniqueCount);
  for (let i = 0; i < indices.length; i++) {
    const position = remap[indices[i] ?? 0] ?? 0;
    const part = partOf[Math.floor(i / 3)] ?? 0;
    const owner = owners[position] ?? NO_PART;
    if (owner === NO_PART) owners[position] = part;
    else if (owner !== part) isBorder[position] = 1;
  }
  const out = sharedBytes(count);
  for (let row = 0; row < count; row++) out[row] = (locked[row] ?? 0) | (isBorder[remap[row] ?? 0] ?? 0);
  return out;
}

interface Slice extends IndexedRows {
  readonly locked: Uint8Array;
  /** The row of the submesh that each of its rows is a copy of. */
  readonly vertices: Uint32Array;
}

export function sliceOf({ rows, indices }: IndexedRows, slices: LevelSlices, part: number): Slice {
  const numbers = new Uint32Array(rows.count);
  const own = cornersOf(indices, slices, part);
  const vertices = new Uint32Array(Math.min(own.length, rows.count));
  let count = 0;
  for (let i = 0; i < own.length; i++) {
    const vertex = own[i] ?? 0;
    let number = numbers[vertex] ?? 0;
    if (number === 0) {
      vertices[count++] = vertex;
      number = count;
      numbers[vertex] = number;
    }
    own[i] = number - 1;
  }
  const used = vertices.slice(0, count);
  return {
    rows: gatherRows(rows, used),
    indices: own,
    locked: Uint8Array.from(used, (vertex) => slices.locked[vertex] ?? 0),
    vertices: used,
  };
}

/** Its triangles, over the rows of the submesh. */
function cornersOf(indices: Uint32Array, { partOf }: LevelSlices, part: number): Uint32Array {
  let count = 0;
  for (let t = 0; t < partOf.length; t++) if (partOf[t] === part) count++;
  const out = new Uint32Array(count * 3);
  for (let t = 0, to = 0; t < partOf.length; t++)
    if (partOf[t] === part) for (let c = t * 3; c < t * 3 + 3; c++) out[to++] = indices[c] ?? 0;
  return out;
}

/** The same levels over the rows of the submesh. */
export function toSubmesh(levels: readonly Level[], { vertices }: Slice): readonly Level[] {
  return levels.map(({ indices, error }) => ({ indices: indices.map((vertex) => vertices[vertex] ?? 0), error }));
}

/** `levels`: those of each slice. A slice whose level stalled contributes the previous one, or all of its triangles. */
export function joinSlices(
  { indices }: { readonly indices: Uint32Array },
  slices: LevelSlices,
  levels: readonly (readonly Level[])[],
): readonly Level[] {
  const latest: (Uint32Array | undefined)[] = levels.map(() => undefined);
  return (levels[0] ?? []).map((_, i) => {
    const ofSlices = levels.map((each) => each[i] ?? { indices: new Uint32Array(0), error: 0 });
    const error = ofSlices.reduce((max, level) => Math.max(max, level.error), 0);
    if (ofSlices.every((level) => level.indices.length === 0)) return { indices: new Uint32Array(0), error };
    for (const [part, level] of ofSlices.entries()) if (level.indices.length > 0) latest[part] = level.indices;
    return { indices: concat(latest.map((list, part) => list ?? cornersOf(indices, slices, part))), error };
  });
}

function concat(lists: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

export const trianglesOf = ({ partOf, count }: LevelSlices): readonly number[] => {
  const out = new Array<number>(count).fill(0);
  for (let t = 0; t < partOf.length; t++) out[partOf[t] ?? 0] = (out[partOf[t] ?? 0] ?? 0) + 1;
  return out;
};
