// What steers the simplifier besides positions: normals and uvs, colours and second uvs where there are any, and what morph
// targets do to positions.

import type { MorphDeltas } from '@assetc/formats';
import { columns, NORMAL, UV, type VertexRows } from './vertex-rows.js';

/** Relative to a position error of the same size; meshoptimizer's own advice for normals, texture coordinates and colours. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;
const COLOR_WEIGHT = 1;
/** More numbers than this a vertex the simplifier does not take. */
const MOST = 32;

interface Steering {
  /** As many numbers a vertex as there are weights. */
  readonly attributes: Float32Array;
  readonly weights: readonly number[];
}

export type Deltas = Pick<MorphDeltas, 'vertices' | 'positions'>;

interface SteeringOptions {
  /** Whether normals steer, too. */
  readonly normals?: boolean;
}

/** `targets`: in the units of positions, whose extent is `size`. What is zero everywhere steers nothing and is left out. */
export function steeringAttributes(
  rows: VertexRows,
  targets: readonly Deltas[],
  size: number,
  { normals = true }: SteeringOptions = {},
): Steering {
  const { color, moreUvs } = rows.layout;
  const groups: { readonly values: Float32Array; readonly width: number; readonly weight: number }[] = [];
  if (normals) groups.push({ values: columns(rows, NORMAL, 3), width: 3, weight: NORMAL_WEIGHT });
  const uvs = columns(rows, UV, 2);
  if (uvs.some((value) => value !== 0)) groups.push({ values: uvs, width: 2, weight: UV_WEIGHT });
  if (color >= 0) groups.push({ values: columns(rows, color, 4), width: 4, weight: COLOR_WEIGHT });
  for (const column of moreUvs.slice(0, 1))
    groups.push({ values: columns(rows, column, 2), width: 2, weight: UV_WEIGHT });
  const taken = groups.reduce((sum, { width }) => sum + width, 0);
  // Positions are measured by their extent, attributes as they are.
  for (const values of inSlots(targets, Math.floor((MOST - taken) / 3), rows.count))
    groups.push({ values, width: 3, weight: size > 0 ? 1 / size : 0 });
  return interleave(groups, rows.count);
}

/** Where there are more targets than slots, several are added up in one. */
function inSlots(targets: readonly Deltas[], slots: number, count: number): readonly Float32Array[] {
  const sums = Array.from({ length: Math.min(slots, targets.length) }, () => new Float32Array(count * 3));
  for (const [i, { vertices, positions }] of targets.entries()) {
    const sum = sums[i % sums.length];
    if (sum === undefined) continue;
    for (let entry = 0; entry < vertices.length; entry++)
      for (let axis = 0; axis < 3; axis++) {
        const at = (vertices[entry] ?? 0) * 3 + axis;
        sum[at] = (sum[at] ?? 0) + (positions[entry * 3 + axis] ?? 0);
      }
  }
  return sums;
}

function interleave(
  groups: readonly { readonly values: Float32Array; readonly width: number; readonly weight: number }[],
  count: number,
): Steering {
  const weights = groups.flatMap(({ width, weight }) => new Array<number>(width).fill(weight));
  const attributes = new Float32Array(count * weights.length);
  let first = 0;
  for (const { values, width } of groups) {
    for (let i = 0; i < count; i++)
      for (let c = 0; c < width; c++) attributes[i * weights.length + first + c] = values[i * width + c] ?? 0;
    first += width;
  }
  return { attributes, weights };
}
