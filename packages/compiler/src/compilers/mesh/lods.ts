// Reduced levels of one submesh. Attributes steer the simplifier, so that seams in uv and hard edges survive; vertices
// that other submeshes share stay where they are, so that no crack opens between submeshes.

import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { columns, NORMAL, type VertexRows } from './vertex-rows.js';

/** Relative to a position error of the same size; meshoptimizer's own advice for normals and for texture coordinates. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;

export interface LodOptions {
  /** Share of the triangles that each level aims at. */
  readonly ratios: readonly number[];
  /** Relative to the extent of the submesh. */
  readonly error: number;
}

/**
 * One index list for each ratio, over the vertices of the submesh; an empty one stands for a stalled level. `locked` holds 1
 * for each vertex that must stay. Every level starts from the full mesh, so that errors do not add up.
 */
export function buildLods(
  rows: VertexRows,
  positions: Float32Array,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions,
): readonly Uint32Array[] {
  // Normal and uv lie side by side in a row.
  const attributes = columns(rows, NORMAL, 5);
  const weights = [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT, UV_WEIGHT, UV_WEIGHT];
  let previous = indices.length;
  return options.ratios.map((ratio) => {
    const target = Math.floor((indices.length / 3) * ratio) * 3;
    if (target >= previous) return new Uint32Array(0);
    const [reduced] = MeshoptSimplifier.simplifyWithAttributes(
      indices,
      positions,
      3,
      attributes,
      5,
      weights,
      locked,
      target,
      options.error,
    );
    if (reduced.length === 0 || reduced.length >= previous) return new Uint32Array(0);
    previous = reduced.length;
    return reduced;
  });
}
