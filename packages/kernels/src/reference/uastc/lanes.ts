// Four channels at a time in 32-bit floats: every step is rounded as in the kernel, and sums have the same order.

export type Lanes = readonly [r: number, g: number, b: number, a: number];
export type Channel = 0 | 1 | 2 | 3;
export const CHANNELS: readonly Channel[] = [0, 1, 2, 3];

export const f32 = Math.fround;

export const lanes = (of: (channel: Channel) => number): Lanes => [f32(of(0)), f32(of(1)), f32(of(2)), f32(of(3))];
export const splat = (value: number): Lanes => [value, value, value, value];
export const add = (a: Lanes, b: Lanes): Lanes => lanes((i) => a[i] + b[i]);
export const subtract = (a: Lanes, b: Lanes): Lanes => lanes((i) => a[i] - b[i]);
export const multiply = (a: Lanes, b: Lanes): Lanes => lanes((i) => a[i] * b[i]);
export const divide = (a: Lanes, b: Lanes): Lanes => lanes((i) => a[i] / b[i]);
/** The sum of four lanes: of pairs first. */
export const total = (a: Lanes): number => f32(f32(a[0] + a[2]) + f32(a[1] + a[3]));

/** An element that is known to exist. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`there is no element ${index} of ${list.length}`);
  return value;
}

export const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.min(Math.max(value, minimum), maximum);
/** A squared number. */
export const square = (value: number): number => value * value;

/** Rounds half to even, as the processor does. */
export function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}
