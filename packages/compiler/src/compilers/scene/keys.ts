// Converts keys of a source channel to those of `.hscene`, which supports only steps and straight lines.

import type { NodeChannel } from '../../model/scene/animation.js';

export type Keys = Pick<NodeChannel, 'interpolation' | 'times' | 'values'>;

/** Converts a cubic spline to linear keys near it. */
export type SplineReader = (
  keys: Pick<Keys, 'times' | 'values'>,
  width: number,
  isRotation: boolean,
) => Pick<Keys, 'times' | 'values'> & {
  /** Whether a limit prevented a closer fit. */
  readonly isLimited: boolean;
};

/** The type of a value: numbers, a unit quaternion, or a boolean. */
export type ValueType = 'numbers' | 'rotation' | 'flag';

interface StoredKeys {
  readonly interpolation: 'step' | 'linear';
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Whether a limit prevented a closer fit of a spline. */
  readonly isLimited: boolean;
}

/** Undefined if a value is outside the range of 32-bit floats. */
export function toStoredKeys(
  keys: Keys,
  width: number,
  valueType: ValueType,
  spline: SplineReader,
): StoredKeys | undefined {
  if (valueType === 'flag') return toFlags(keys);
  const { times, values, isLimited } =
    keys.interpolation === 'cubic' ? spline(keys, width, valueType === 'rotation') : { ...keys, isLimited: false };
  const interpolation = keys.interpolation === 'step' ? 'step' : 'linear';
  if (!values.every(Number.isFinite)) return undefined;
  return { interpolation, times, values: valueType === 'rotation' ? replaceZeroRotations(values) : values, isLimited };
}

/** Any value except zero is true. Flags are always stepped, regardless of the channel's interpolation. */
function toFlags({ interpolation, times, values }: Keys): StoredKeys {
  const [stride, first] = interpolation === 'cubic' ? [3, 1] : [1, 0];
  const flag = (_: unknown, key: number): number => (values[key * stride + first] === 0 ? 0 : 1);
  return { interpolation: 'step', times, values: Float32Array.from(times, flag), isLimited: false };
}

/** A zero rotation has no effect in a matrix; it is written as the identity. */
export function replaceZeroRotations(rotations: Float32Array, stride = 4, first = 0): Float32Array {
  let out = rotations;
  for (let at = first; at + 3 < rotations.length; at += stride)
    if (rotations.subarray(at, at + 4).every((n) => n === 0)) {
      if (out === rotations) out = rotations.slice();
      out[at + 3] = 1;
    }
  return out;
}
