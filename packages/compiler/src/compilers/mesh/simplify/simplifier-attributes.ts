// The attributes that guide the simplifier in addition to positions: normals, uvs, colors, second uvs, and position deltas of morph targets.

import type { MorphDeltas } from '@assetc/formats';
import { NORMAL, UV, type VertexRows } from '../vertices/vertex-rows.js';

/** Relative to a position error of the same size; meshoptimizer's recommendation for normals, texture coordinates and colors. */
const NORMAL_WEIGHT = 0.5;
const UV_WEIGHT = 1;
const COLOR_WEIGHT = 1;
/** The simplifier supports at most this many numbers per vertex. */
const MAX_ATTRIBUTES = 32;

interface SimplifierAttributes {
  readonly weights: readonly number[];
  /** Writes one number per weight for each vertex: for the rows in `order`, or for all. */
  write(out: Float32Array, order?: Uint32Array): void;
}

/** Columns of the rows, or of another array: `width` values per vertex, `stride` apart. */
interface AttributeGroup {
  readonly values: Float32Array;
  readonly first: number;
  readonly stride: number;
  readonly width: number;
  readonly weight: number;
}

export type Deltas = Pick<MorphDeltas, 'vertices' | 'positions'>;

interface AttributeOptions {
  /** Whether to include normals. */
  readonly normals?: boolean;
}

/** `targets`: in the units of positions, whose extent is `size`. Attributes that are zero everywhere are omitted. */
export function simplifierAttributes(
  rows: VertexRows,
  targets: readonly Deltas[],
  size: number,
  { normals = true }: AttributeOptions = {},
): SimplifierAttributes {
  const { color, moreUvs, words } = rows.layout;
  const groups: AttributeGroup[] = [];
  const add = (first: number, width: number, weight: number): void => {
    groups.push({ values: rows.floats, first, stride: words, width, weight });
  };
  if (normals) add(NORMAL, 3, NORMAL_WEIGHT);
  if (hasUvs(rows)) add(UV, 2, UV_WEIGHT);
  if (color >= 0) add(color, 4, COLOR_WEIGHT);
  for (const column of moreUvs.slice(0, 1)) add(column, 2, UV_WEIGHT);
  const usedCount = groups.reduce((sum, { width }) => sum + width, 0);
  // Positions are measured relative to their extent, attributes as they are.
  for (const values of sumInSlots(targets, Math.floor((MAX_ATTRIBUTES - usedCount) / 3), rows.count))
    groups.push({ values, first: 0, stride: 3, width: 3, weight: size > 0 ? 1 / size : 0 });
  return {
    weights: groups.flatMap(({ width, weight }) => new Array<number>(width).fill(weight)),
    write: (out, order) => interleave(groups, rows.count, out, order),
  };
}

function hasUvs({ floats, layout }: VertexRows): boolean {
  if (layout.isBare) return false;
  for (let at = UV; at < floats.length; at += layout.words)
    if ((floats[at] ?? 0) !== 0 || (floats[at + 1] ?? 0) !== 0) return true;
  return false;
}

/** If there are more targets than slots, several are added up in one. */
function sumInSlots(targets: readonly Deltas[], slots: number, count: number): readonly Float32Array[] {
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
  groups: readonly AttributeGroup[],
  rowCount: number,
  out: Float32Array,
  order: Uint32Array | undefined,
): void {
  const count = order?.length ?? rowCount;
  const all = groups.reduce((sum, { width }) => sum + width, 0);
  let column = 0;
  for (const { values, first, stride, width } of groups) {
    for (let i = 0; i < count; i++) {
      const from = (order === undefined ? i : (order[i] ?? 0)) * stride + first;
      const to = i * all + column;
      for (let c = 0; c < width; c++) out[to + c] = values[from + c] ?? 0;
    }
    column += width;
  }
}
