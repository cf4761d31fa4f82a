// Chooses how a set of texture coordinates is stored: as 16-bit steps of its range, or as half floats, if the range is so large that most
// coordinates are closer as halfs.

import { fromHalf, toHalf, type UvFormat } from '@assetc/formats';
import type { RowLayout, VertexRows } from '../vertices/vertex-rows.js';

/** How a set of texture coordinates is stored. */
interface UvForm {
  readonly format: UvFormat;
  readonly min: readonly number[];
  readonly extent: readonly number[];
}

const NO_UVS: UvForm = { format: 'unorm16', min: [0, 0], extent: [0, 0] };
const HALFS: UvForm = { format: 'float16', min: [0, 0], extent: [1, 1] };
/** Between 0 and 1, a half is off by at most 2⁻¹², and so is a step of 1/65535 of this. */
const NARROW_RANGE = 32;
const MAX_UNORM = 65535;
const MAX_HALF = 65504;

/** `columnOf`: the first word of the set in a row, −1 if there is none. */
export function chooseUvs(
  parts: readonly VertexRows[],
  columnOf: (layout: RowLayout) => number,
  maxError: number | undefined,
): UvForm {
  const [low, high] = rangeOf(parts, columnOf);
  const [u0 = 0, v0 = 0] = low;
  const extent = high.map((value, axis) => Math.fround(value - (low[axis] ?? 0)));
  const [u = 0, v = 0] = extent;
  if (!(u >= 0 && v >= 0)) return NO_UVS;
  const steps: UvForm = { format: 'unorm16', min: [u0, v0], extent };
  const fitsHalf = [...low, ...high].every((value) => Math.abs(value) <= MAX_HALF);
  if (Math.max(u, v) <= NARROW_RANGE || !fitsHalf) return steps;
  const errors = compareForms(parts, columnOf, steps);
  if (maxError !== undefined && errors.maxSteps <= maxError !== errors.maxHalfs <= maxError)
    return errors.maxSteps <= maxError ? steps : HALFS;
  return errors.halfs < errors.steps ? HALFS : steps;
}

function rangeOf(
  parts: readonly VertexRows[],
  columnOf: (layout: RowLayout) => number,
): readonly [low: number[], high: number[]] {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { layout, bits, floats } of parts) {
    const column = columnOf(layout);
    if (column < 0) continue;
    for (let p = column; p < bits.length; p += layout.words)
      for (let axis = 0; axis < 2; axis++) {
        const value = floats[p + axis] ?? 0;
        if (value < (low[axis] ?? 0)) low[axis] = value;
        if (value > (high[axis] ?? 0)) high[axis] = value;
      }
  }
  return [low, high];
}

/** The sum of the errors of both forms, and the largest. */
function compareForms(parts: readonly VertexRows[], columnOf: (layout: RowLayout) => number, { min, extent }: UvForm) {
  const errors = { steps: 0, halfs: 0, maxSteps: 0, maxHalfs: 0 };
  for (const { layout, bits, floats } of parts)
    for (let p = columnOf(layout); p < bits.length; p += layout.words)
      for (let axis = 0; axis < 2; axis++) {
        const value = floats[p + axis] ?? 0;
        const step = (extent[axis] ?? 0) / MAX_UNORM;
        const share = (value - (min[axis] ?? 0)) / step;
        const bySteps = step > 0 ? Math.abs(share - Math.floor(share + 0.5)) * step : 0;
        const byHalfs = Math.abs(fromHalf(toHalf(value)) - value);
        errors.steps += bySteps;
        errors.halfs += byHalfs;
        errors.maxSteps = Math.max(errors.maxSteps, bySteps);
        errors.maxHalfs = Math.max(errors.maxHalfs, byHalfs);
      }
  return errors;
}
