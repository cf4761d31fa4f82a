// What the search for the grids of a segment is given and returns: plain data, for the kernel and its twin.

/** One animated property of a joint in a segment. */
export interface MovingTrack {
  readonly joint: number;
  /** Of its first number among the ten of a joint: translation, rotation, scale. */
  readonly place: number;
  /** 4: a rotation, normalized. */
  readonly components: number;
  /** Sample by sample. */
  readonly values: Float64Array;
  /** If values are differences: what they are applied to, by a product for rotations and a sum for others. */
  readonly reference?: Float64Array | undefined;
}

/** The joints of a clip. */
export interface JointTree {
  /** −1 for a root. A joint comes before all joints below it, and these follow it without gaps. */
  readonly parents: Int32Array;
  /** By joint: the distance of the points at which errors are measured. */
  readonly shells: Float64Array;
  /** By joint: the largest error. */
  readonly limits: Float64Array;
}

/** The samples of a segment. */
export interface MovingSegment extends JointTree {
  readonly count: number;
  /** Ten rows of `count` numbers per joint: as the source moves it. */
  readonly source: Float64Array;
  /** The same with constant properties as a reader gets them. */
  readonly kept: Float64Array;
  readonly tracks: readonly MovingTrack[];
}

/** The numbers of a track in a segment: (base + residual + slope · i ÷ 32) · 2^-exponent for sample i. */
export interface GridCode {
  /** Of a rotation: the component that is left out, or undefined. */
  readonly omitted: number | undefined;
  readonly exponent: number;
  /** Per stored component. */
  readonly bases: Int32Array;
  readonly slopes: Int32Array | undefined;
  /** Sample by sample. */
  readonly residuals: Uint32Array;
}

export interface FoundSegment {
  /** By track; undefined: its values must be stored as floats. */
  readonly codes: readonly (GridCode | undefined)[];
  /** Of all tracks together. */
  readonly bits: number;
}

/** Numbers of a joint. */
export const LOCAL_ROWS = 10;
/** A rotation that stores all four components. */
export const NONE_OMITTED = 4;
/** A slope is stored in this fraction of a step per sample. */
export const SLOPE_STEPS = 32;
/** Rotations: below this a left-out component would be found from rounding errors, so all four are stored. */
const MIN_OMITTED = 0.05;
const MAX_EXPONENT = { rotation: 24, other: 40 };
const MIN_EXPONENT = { rotation: 2, other: -20 };
/** The coarsest grid of translations and scales, relative to the limit: a step of 16 limits. */
const COARSEST = 16;

/** A track that can be coded with any step: rotations have the signs and the omitted component that suit the segment. */
export interface PreparedTrack {
  readonly isRotation: boolean;
  readonly count: number;
  /** Of a rotation; NONE_OMITTED for others. */
  readonly omitted: number;
  /** Per stored component, the value of each sample. */
  readonly series: readonly Float64Array[];
  /** Of the line with the least squared distance from each. */
  readonly slopes: readonly number[];
  /** The finest grid. One above it stands for floats. */
  readonly max: number;
}

export function prepareTrack({ values, components }: Pick<MovingTrack, 'values' | 'components'>): PreparedTrack {
  const count = values.length / components;
  const isRotation = components === 4;
  const omitted = isRotation ? omittedOf(values, count) : NONE_OMITTED;
  const oriented = isRotation ? orient(values, count, omitted) : values;
  const series: Float64Array[] = [];
  for (let c = 0; c < components; c++) {
    if (c === omitted) continue;
    const own = new Float64Array(count);
    for (let i = 0; i < count; i++) own[i] = oriented[i * components + c] ?? 0;
    series.push(own);
  }
  const max = isRotation ? MAX_EXPONENT.rotation : MAX_EXPONENT.other;
  return { isRotation, count, omitted, series, slopes: series.map(slopeOf), max };
}

/** The coarsest grid that the search tries. */
export function coarsestExponent(components: number, limits: Float64Array): number {
  if (components === 4) return MIN_EXPONENT.rotation;
  let limit = Number.POSITIVE_INFINITY;
  for (const each of limits) if (each < limit) limit = each;
  let exponent = MIN_EXPONENT.other;
  for (let step = 2 ** 20; exponent < MAX_EXPONENT.other && step > limit * COARSEST; step /= 2) exponent++;
  return exponent;
}

function slopeOf(series: Float64Array): number {
  const center = (series.length - 1) / 2;
  let products = 0;
  let squares = 0;
  for (let i = 0; i < series.length; i++) {
    products += (i - center) * (series[i] ?? 0);
    squares += (i - center) * (i - center);
  }
  return squares > 0 ? products / squares : 0;
}

/** The component that stays farthest from 0. */
function omittedOf(values: Float64Array, count: number): number {
  let omitted = NONE_OMITTED;
  let best = MIN_OMITTED;
  for (let c = 0; c < 4; c++) {
    let least = 1;
    for (let i = 0; i < count; i++) least = Math.min(least, Math.abs(values[i * 4 + c] ?? 0));
    if (least <= best) continue;
    best = least;
    omitted = c;
  }
  return omitted;
}

/** Flips signs so that the omitted component is positive, or else neighbors are near. */
function orient(values: Float64Array, count: number, omitted: number): Float64Array {
  const out = values.slice();
  for (let i = 0; i < count; i++) {
    let sign = 0;
    if (omitted < NONE_OMITTED) sign = out[i * 4 + omitted] ?? 0;
    else if (i > 0) for (let c = 0; c < 4; c++) sign += (out[i * 4 + c] ?? 0) * (out[i * 4 - 4 + c] ?? 0);
    if (sign < 0) for (let c = 0; c < 4; c++) out[i * 4 + c] = -(out[i * 4 + c] ?? 0);
  }
  return out;
}

/** By joint: one after the last joint below it. */
export function endsOf(parents: Int32Array): Int32Array {
  const ends = Int32Array.from(parents, (_, joint) => joint + 1);
  for (let joint = parents.length - 1; joint >= 0; joint--) {
    const parent = parents[joint] ?? -1;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[joint] ?? 0);
  }
  return ends;
}
