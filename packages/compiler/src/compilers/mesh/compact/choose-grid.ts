// Chooses the grid of compact vertices: the finest step that the extent of the mesh and of its morph targets allows, or the one that the
// settings fix; and how texture coordinates are stored.

import { GRID_MAX, gridPoint, UV_FORMATS, type VertexGrid } from '@assetc/formats';
import { type Box, boxOf, joinBoxes } from '../bounds.js';
import type { SubmeshMorphs } from '../morph-targets.js';
import { UV, type VertexRows } from '../vertices/vertex-rows.js';
import { chooseUvs } from './choose-uvs.js';

/** Steps that a mesh may have in one direction: integers from −32767 to 32767. */
export const MAX_STEPS = GRID_MAX * 2;

/** The largest components of the deltas of morph targets. */
interface DeltaExtents {
  readonly position: number;
  readonly normal: number;
  readonly tangent: number;
}

/** The grid, or how many steps there would be. */
type ChosenGrid = { readonly grid: VertexGrid } | { readonly step: number; readonly steps: number };

/** `units`: what `mesh.grid` fixes. `maxUvError`: what `mesh.maxError` allows. */
export function chooseGrid(
  parts: readonly VertexRows[],
  morphs: readonly SubmeshMorphs[],
  units: number | 'auto',
  maxUvError: number | undefined,
): ChosenGrid {
  const box = joinBoxes(parts.map(boxOf));
  const deltas = deltaExtents(morphs);
  let step = units === 'auto' ? finestStep(box, deltas.position) : powerBelow(units);
  let offset = offsetOf(box, step);
  // Rounding the corners to the grid may take one step more than there is.
  while (units === 'auto' && offset === undefined) {
    step *= 2;
    offset = offsetOf(box, step);
  }
  const deltaSteps = Math.ceil(deltas.position / step) * 2;
  if (offset === undefined || deltaSteps > MAX_STEPS) return { step, steps: Math.max(stepsOf(box, step), deltaSteps) };
  const uv = chooseUvs(parts, () => UV, maxUvError);
  const uvs1 = chooseUvs(parts, ({ moreUvs }) => moreUvs[0] ?? -1, maxUvError);
  return {
    grid: {
      step,
      offset,
      uvMin: uv.min,
      uvExtent: uv.extent,
      uvs1Min: uvs1.min,
      uvs1Extent: uvs1.extent,
      uvFormat: UV_FORMATS.indexOf(uv.format),
      uvs1Format: UV_FORMATS.indexOf(uvs1.format),
      morphNormalStep: deltaStep(deltas.normal),
      morphTangentStep: deltaStep(deltas.tangent),
      positionError: 0,
      normalError: 0,
      uvError: 0,
      weightError: 0,
    },
  };
}

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);
/** The smallest normal float: steps are not smaller. */
const MIN_NORMAL = 2 ** -126;

/** The largest power of two that is not above a positive number. */
function powerBelow(value: number): number {
  float[0] = Math.max(value, MIN_NORMAL);
  // Rounding to f32 may have reached the next power.
  word[0] = ((word[0] ?? 0) & 0x7f800000) >>> 0;
  const power = float[0] ?? MIN_NORMAL;
  return power > value && power > MIN_NORMAL ? power / 2 : power;
}

const powerAbove = (value: number): number => {
  const below = powerBelow(value);
  return below < value ? below * 2 : below;
};

/** Fine enough is one unit in the last place of the largest coordinate: then every position decodes without rounding. */
function finestStep({ min, max }: Box, delta: number): number {
  let step = powerAbove(delta / GRID_MAX);
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
    step = Math.max(step, powerAbove((high - low) / MAX_STEPS));
    step = Math.max(step, powerBelow(Math.max(Math.abs(low), Math.abs(high))) * 2 ** -23);
  }
  return Math.max(step, MIN_NORMAL);
}

const stepsOf = ({ min, max }: Box, step: number): number =>
  Math.max(...[0, 1, 2].map((axis) => gridPoint(max[axis] ?? 0, step) - gridPoint(min[axis] ?? 0, step)));

/** The middle of the box on the grid, as floats; undefined if the box has too many steps. */
function offsetOf(box: Box, step: number): readonly number[] | undefined {
  const offset: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [gridPoint(box.min[axis] ?? 0, step), gridPoint(box.max[axis] ?? 0, step)];
    const middle = Math.fround(Math.ceil((low + high) / 2) * step);
    if (low - middle / step < -GRID_MAX || high - middle / step > GRID_MAX) return undefined;
    offset.push(middle + 0);
  }
  return offset;
}

function deltaExtents(morphs: readonly SubmeshMorphs[]): DeltaExtents {
  const extents = { position: 0, normal: 0, tangent: 0 };
  const largest = (list: Float32Array = new Float32Array(0)): number =>
    list.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  for (const { targets } of morphs)
    for (const { positions, normals, tangents } of targets) {
      extents.position = Math.max(extents.position, largest(positions));
      extents.normal = Math.max(extents.normal, largest(normals));
      extents.tangent = Math.max(extents.tangent, largest(tangents));
    }
  return extents;
}

/** 0 without deltas. */
const deltaStep = (extent: number): number => (extent > 0 ? powerAbove(extent / GRID_MAX) : 0);
