// Emission over time. Outputs hold the product of factor and strength, sources animate either or both.

import type { PointerChannel } from '../../model/animation.js';
import type { MaterialModel } from '../../model/material.js';
import type { Keys, SplineReader } from './keys.js';

/** The product of what is animated and what stands still; undefined where one jumps while the other glides. */
export function emissionKeys(
  factor: PointerChannel | undefined,
  strength: PointerChannel | undefined,
  material: Pick<MaterialModel, 'emissiveFactor' | 'emission'>,
  spline: SplineReader,
): Keys | undefined {
  const still = material.emission ?? { factor: material.emissiveFactor, strength: 1 };
  if (strength === undefined)
    return factor && { ...factor, values: factor.values.map((value) => value * still.strength) };
  if (factor === undefined)
    return { ...strength, values: spread(strength.values, (value) => still.factor.map((c) => c * value)) };
  const [a, b] = [straight(factor, 3, spline), straight(strength, 1, spline)];
  if (a.interpolation !== b.interpolation) return undefined;
  const times = Float32Array.from(new Set([...a.times, ...b.times])).sort();
  if (a.interpolation === 'step') {
    const values = spread(times, (time) => product(at(a, 3, time), at(b, 1, time)));
    return { interpolation: 'step', times, values };
  }
  return { interpolation: 'cubic', times, values: quadratics(a, b, times) };
}

/** Without splines. */
function straight(keys: Keys, width: number, spline: SplineReader): Keys {
  return keys.interpolation === 'cubic' ? { interpolation: 'linear', ...spline(keys, width, false) } : keys;
}

const spread = (given: Float32Array, make: (value: number) => readonly number[]): Float32Array =>
  Float32Array.from([...given].flatMap(make));

const product = (color: readonly number[], [strength = 0]: readonly number[]): readonly number[] =>
  color.map((c) => c * strength);

/** The product of two lines is a parabola, which a cubic spline holds exactly: in-tangent, value, out-tangent of each key. */
function quadratics(a: Keys, b: Keys, times: Float32Array): Float32Array {
  const slope = (from: number, to: number, where: number): readonly number[] => {
    const span = to - from;
    if (!(span > 0)) return [0, 0, 0];
    const [[strengthFrom = 0], [strengthTo = 0], [strength = 0]] = [at(b, 1, from), at(b, 1, to), at(b, 1, where)];
    const [start, end, color] = [at(a, 3, from), at(a, 3, to), at(a, 3, where)];
    return color.map((c, i) => (((end[i] ?? 0) - (start[i] ?? 0)) * strength + c * (strengthTo - strengthFrom)) / span);
  };
  return Float32Array.from(
    [...times].flatMap((time, key) => [
      ...slope(times[key - 1] ?? time, time, time),
      ...product(at(a, 3, time), at(b, 1, time)),
      ...slope(time, times[key + 1] ?? time, time),
    ]),
  );
}

/** At a time, the ends holding before and after. */
function at({ interpolation, times, values }: Keys, width: number, time: number): readonly number[] {
  let low = 0;
  for (let high = times.length; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  const start = times[low] ?? 0;
  const end = times[low + 1];
  const t = end === undefined || interpolation === 'step' ? 0 : Math.max(0, (time - start) / (end - start));
  return Array.from({ length: width }, (_, i) => {
    const value = values[low * width + i] ?? 0;
    return t === 0 ? value : value + ((values[(low + 1) * width + i] ?? 0) - value) * t;
  });
}
