// Keys on their way from a source's channel to one of `.hscene`, which knows steps and straight lines only.

import type { NodeChannel } from '../../model/animation.js';

export type Keys = Pick<NodeChannel, 'interpolation' | 'times' | 'values'>;

/** Turns a cubic spline into linear keys near it. */
export type SplineReader = (
  keys: Pick<Keys, 'times' | 'values'>,
  width: number,
  turns: boolean,
) => Pick<Keys, 'times' | 'values'> & {
  /** It may not come as near as it should. */
  readonly isLimited: boolean;
};

/** What a value is: numbers, a unit quaternion, or yes or no. */
export type ValueSort = 'numbers' | 'rotation' | 'flag';

interface StoredKeys {
  readonly interpolation: 'step' | 'linear';
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** A spline is not followed as closely as others are. */
  readonly isLimited: boolean;
}

/** Undefined where a value leaves the range of 32-bit floats. */
export function storedKeys(keys: Keys, width: number, sort: ValueSort, spline: SplineReader): StoredKeys | undefined {
  if (sort === 'flag') return flags(keys);
  const { times, values, isLimited } =
    keys.interpolation === 'cubic' ? spline(keys, width, sort === 'rotation') : { ...keys, isLimited: false };
  const interpolation = keys.interpolation === 'step' ? 'step' : 'linear';
  if (!values.every(Number.isFinite)) return undefined;
  return { interpolation, times, values: sort === 'rotation' ? withoutZeros(values) : values, isLimited };
}

/** Anything but zero is yes. Nothing lies between yes and no, whatever the channel says. */
function flags({ interpolation, times, values }: Keys): StoredKeys {
  const [stride, first] = interpolation === 'cubic' ? [3, 1] : [1, 0];
  const flag = (_: unknown, key: number): number => (values[key * stride + first] === 0 ? 0 : 1);
  return { interpolation: 'step', times, values: Float32Array.from(times, flag), isLimited: false };
}

/** A rotation without length turns nothing, as matrices are made of it; formats write that as no turn. */
export function withoutZeros(rotations: Float32Array, stride = 4, first = 0): Float32Array {
  let out = rotations;
  for (let at = first; at + 3 < rotations.length; at += stride)
    if (rotations.subarray(at, at + 4).every((n) => n === 0)) {
      if (out === rotations) out = rotations.slice();
      out[at + 3] = 1;
    }
  return out;
}
