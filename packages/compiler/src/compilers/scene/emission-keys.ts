// Animates emission. Outputs store the product of factor and strength; sources animate either or both.

import type { PointerChannel } from '../../model/scene/animation.js';
import type { MaterialModel } from '../../model/scene/material.js';
import type { Keys, SplineReader } from './keys.js';

/** The product of the animated and the constant part; undefined if one is stepped and the other interpolated. */
export function emissionKeys(
  factor: PointerChannel | undefined,
  strength: PointerChannel | undefined,
  material: Pick<MaterialModel, 'emissiveFactor' | 'emission'>,
  spline: SplineReader,
): Keys | undefined {
  const constant = material.emission ?? { factor: material.emissiveFactor, strength: 1 };
  if (strength === undefined)
    return factor && { ...factor, values: factor.values.map((value) => value * constant.strength) };
  if (factor === undefined)
    return { ...strength, values: expand(strength.values, (value) => constant.factor.map((c) => c * value)) };
  const [a, b] = [withoutSplines(factor, 3, spline), withoutSplines(strength, 1, spline)];
  if (a.interpolation !== b.interpolation) return undefined;
  const times = Float32Array.from(new Set([...a.times, ...b.times])).sort();
  if (a.interpolation === 'step') {
    const values = expand(times, (time) => product(valueAt(a, 3, time), valueAt(b, 1, time)));
    return { interpolation: 'step', times, values };
  }
  return { interpolation: 'cubic', times, values: productSpline(a, b, times) };
}

/** Replaces splines by linear keys. */
function withoutSplines(keys: Keys, width: number, spline: SplineReader): Keys {
  return keys.interpolation === 'cubic' ? { interpolation: 'linear', ...spline(keys, width, false) } : keys;
}

const expand = (values: Float32Array, make: (value: number) => readonly number[]): Float32Array =>
  Float32Array.from([...values].flatMap(make));

const product = (color: readonly number[], [strength = 0]: readonly number[]): readonly number[] =>
  color.map((c) => c * strength);

/** The product of two lines is a parabola, which a cubic spline represents exactly: in-tangent, value, out-tangent of each key. */
function productSpline(a: Keys, b: Keys, times: Float32Array): Float32Array {
  const slope = (from: number, to: number, where: number): readonly number[] => {
    const duration = to - from;
    if (!(duration > 0)) return [0, 0, 0];
    const [[strengthFrom = 0], [strengthTo = 0], [strength = 0]] = [
      valueAt(b, 1, from),
      valueAt(b, 1, to),
      valueAt(b, 1, where),
    ];
    const [start, end, color] = [valueAt(a, 3, from), valueAt(a, 3, to), valueAt(a, 3, where)];
    return color.map(
      (c, i) => (((end[i] ?? 0) - (start[i] ?? 0)) * strength + c * (strengthTo - strengthFrom)) / duration,
    );
  };
  return Float32Array.from(
    [...times].flatMap((time, key) => [
      ...slope(times[key - 1] ?? time, time, time),
      ...product(valueAt(a, 3, time), valueAt(b, 1, time)),
      ...slope(time, times[key + 1] ?? time, time),
    ]),
  );
}

/** The value at a time; constant before the first and after the last key. */
function valueAt({ interpolation, times, values }: Keys, width: number, time: number): readonly number[] {
  let low = 0;
  for (let high = times.length; high - low > 1; ) {
    const midpoint = (low + high) >>> 1;
    if ((times[midpoint] ?? 0) <= time) low = midpoint;
    else high = midpoint;
  }
  const start = times[low] ?? 0;
  const end = times[low + 1];
  const t = end === undefined || interpolation === 'step' ? 0 : Math.max(0, (time - start) / (end - start));
  return Array.from({ length: width }, (_, i) => {
    const value = values[low * width + i] ?? 0;
    return t === 0 ? value : value + ((values[(low + 1) * width + i] ?? 0) - value) * t;
  });
}
