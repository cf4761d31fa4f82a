// Reduced levels of one submesh. Attributes steer the simplifier, so that seams in uv and hard edges survive; vertices
// that other submeshes share stay where they are, so that no crack opens between submeshes.

import { weldRows } from '@assetc/kernels';
import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer/simplifier';
import { orderTriangles } from './order-vertices.js';
import { meshSettings } from './settings.js';
import { columns, NORMAL, UV, type VertexRows } from './vertex-rows.js';

/** Relative to a position error of the same size; meshoptimizer's own advice for normals and for texture coordinates. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;

export interface LodOptions {
  /** Share of the triangles that each level aims at. */
  readonly ratios?: readonly number[];
  /** Relative to the extent of the submesh. */
  readonly error?: number;
}

export const LOD_DEFAULTS: Required<LodOptions> = {
  ratios: meshSettings.settings.lods.default,
  error: meshSettings.settings.lodError.default,
};

/** What simplification may do with a vertex: meshoptimizer's flags. */
const LOCKED = 1;
const PROTECTED = 2;

/**
 * One index list for each ratio, over the vertices of the submesh; an empty one stands for a stalled level. `locked` holds 1
 * for each vertex that must stay. Needs MeshoptSimplifier and MeshoptEncoder to be ready. Every level starts from the full mesh, so that errors do not add up.
 */
export function buildLods(
  rows: VertexRows,
  positions: Float32Array,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions = {},
): readonly Uint32Array[] {
  const { ratios, error } = { ...LOD_DEFAULTS, ...options };
  // Normal and uv lie side by side in a row.
  const attributes = columns(rows, NORMAL, 5);
  const weights = [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT, UV_WEIGHT, UV_WEIGHT];
  const reduce = (target: number, locks: Uint8Array, flags: SimplifierFlags[]): Uint32Array =>
    MeshoptSimplifier.simplifyWithAttributes(
      indices,
      positions,
      3,
      attributes,
      5,
      weights,
      locks,
      target,
      error,
      flags,
    )[0];
  let seamLocks: Uint8Array | undefined;
  let previous = indices.length;
  return ratios.map((ratio) => {
    const target = Math.floor((indices.length / 3) * ratio) * 3;
    if (target >= previous) return new Uint32Array(0);
    let reduced = reduce(target, locked, []);
    // Flat-shaded meshes have a discontinuity along every edge, and nothing could collapse. Where less than half of
    // what was asked for went, normals may break across edges too; seams in uv still may not.
    if (indices.length - reduced.length < (indices.length - target) / 2) {
      seamLocks ??= protectSeams(rows, locked);
      const permissive = reduce(target, seamLocks, ['Permissive']);
      if (permissive.length > 0 && permissive.length < reduced.length) reduced = permissive;
    }
    if (reduced.length === 0 || reduced.length >= previous) return new Uint32Array(0);
    previous = reduced.length;
    return orderTriangles(reduced);
  });
}

/** Adds protection for each vertex that shares its place with one of another uv. */
function protectSeams(rows: VertexRows, locked: Uint8Array): Uint8Array {
  const { words } = rows.layout;
  const { remap, uniqueCount } = weldRows(rows.count, 3, (_, floats) => {
    for (let i = 0; i < rows.count; i++)
      for (let axis = 0; axis < 3; axis++) floats[i * 3 + axis] = (rows.floats[i * words + axis] ?? 0) + 0;
  });
  const first = new Int32Array(uniqueCount).fill(-1);
  const seam = new Uint8Array(uniqueCount);
  for (let i = 0; i < rows.count; i++) {
    const place = remap[i] ?? 0;
    const other = first[place] ?? -1;
    if (other < 0) first[place] = i;
    else if (
      rows.floats[i * words + UV] !== rows.floats[other * words + UV] ||
      rows.floats[i * words + UV + 1] !== rows.floats[other * words + UV + 1]
    )
      seam[place] = 1;
  }
  return locked.map((lock, i) => (lock === LOCKED ? LOCKED : seam[remap[i] ?? 0] === 1 ? PROTECTED : 0));
}
