// Reduced levels of one submesh. Attributes steer the simplifier, so that seams in uv and hard edges survive; vertices
// that other submeshes share stay where they are, so that no crack opens between submeshes.

import { weldRows } from '@assetc/kernels';
import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer/simplifier';
import type { UnitPositions } from '../../encoding/unit-positions.js';
import { orderTriangles } from './order-vertices.js';
import { meshSettings } from './settings.js';
import { type Deltas, steeringAttributes } from './steering-attributes.js';
import { UV, type VertexRows } from './vertex-rows.js';

export interface LodOptions {
  /** Share of the triangles that each level aims at. */
  readonly ratios?: readonly number[];
  /** Relative to the extent of the submesh. */
  readonly error?: number;
  /** What morph targets add to positions: what they would tear apart is kept. */
  readonly targets?: readonly Deltas[];
}

export const LOD_DEFAULTS: Required<LodOptions> = {
  ratios: meshSettings.settings.lods.default,
  error: meshSettings.settings.lodError.default,
  targets: [],
};

/** What simplification may do with a vertex: meshoptimizer's flags. */
const LOCKED = 1;
const PROTECTED = 2;

export interface Level {
  /** Over the vertices of the submesh; none where the level stalled: then the one before it is to be drawn. */
  readonly indices: Uint32Array;
  /** How far it lies from the mesh, in the mesh's units; of a stalled level that of the one before it. */
  readonly error: number;
}

/**
 * One level for each ratio. `locked` holds 1 for each vertex that must stay. Needs MeshoptSimplifier and MeshoptEncoder to be
 * ready. Every level starts from the full mesh, so that errors do not add up.
 */
export function buildLods(
  rows: VertexRows,
  unit: UnitPositions,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions = {},
): readonly Level[] {
  const { ratios, error, targets } = { ...LOD_DEFAULTS, ...options };
  if (indices.length === 0) return ratios.map(() => ({ indices: new Uint32Array(0), error: 0 }));
  const { positions, scale } = unit;
  const size = MeshoptSimplifier.getScale(positions, 3);
  const { attributes, weights } = steeringAttributes(rows, targets, size / scale);
  const reduce = (target: number, locks: Uint8Array, flags: SimplifierFlags[]): [Uint32Array, number] =>
    MeshoptSimplifier.simplifyWithAttributes(
      indices,
      positions,
      3,
      attributes,
      weights.length,
      [...weights],
      locks,
      target,
      error,
      flags,
    );
  let seamLocks: Uint8Array | undefined;
  let previous = indices.length;
  let stalled: Level = { indices: new Uint32Array(0), error: 0 };
  return ratios.map((ratio) => {
    const target = Math.floor((indices.length / 3) * ratio) * 3;
    if (target >= previous) return stalled;
    let [reduced, strayed] = reduce(target, locked, []);
    // Flat-shaded meshes have a discontinuity along every edge, and nothing could collapse. Where less than half of
    // what was asked for went, normals may break across edges too; seams in uv still may not.
    if (indices.length - reduced.length < (indices.length - target) / 2) {
      seamLocks ??= protectSeams(rows, locked);
      const [permissive, more] = reduce(target, seamLocks, ['Permissive']);
      if (permissive.length > 0 && permissive.length < reduced.length) [reduced, strayed] = [permissive, more];
    }
    if (reduced.length === 0 || reduced.length >= previous) return stalled;
    previous = reduced.length;
    stalled = { indices: new Uint32Array(0), error: Math.fround((strayed * size) / scale) };
    return { indices: orderTriangles(reduced), error: stalled.error };
  });
}

/** Adds protection for each vertex that shares its place with one of another uv or colour, or that morphs otherwise. */
function protectSeams(rows: VertexRows, locked: Uint8Array): Uint8Array {
  const { words, color, moreUvs, morph } = rows.layout;
  const told = [UV, UV + 1, ...(color < 0 ? [] : [color, color + 1, color + 2, color + 3])];
  for (const column of moreUvs) told.push(column, column + 1);
  if (morph >= 0) told.push(morph);
  const { remap, uniqueCount } = weldRows(rows.count, 3, (_, floats) => {
    for (let i = 0; i < rows.count; i++)
      for (let axis = 0; axis < 3; axis++) floats[i * 3 + axis] = (rows.floats[i * words + axis] ?? 0) + 0;
  });
  const first = new Int32Array(uniqueCount).fill(-1);
  const seam = new Uint8Array(uniqueCount);
  const differs = (a: number, b: number): boolean => {
    for (const word of told) if (rows.bits[a * words + word] !== rows.bits[b * words + word]) return true;
    return false;
  };
  for (let i = 0; i < rows.count; i++) {
    const place = remap[i] ?? 0;
    const other = first[place] ?? -1;
    if (other < 0) first[place] = i;
    else if (differs(i, other)) seam[place] = 1;
  }
  return locked.map((lock, i) => (lock === LOCKED ? LOCKED : seam[remap[i] ?? 0] === 1 ? PROTECTED : 0));
}
