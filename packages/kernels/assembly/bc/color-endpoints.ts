// Two endpoints of 5, 6 and 5 bits: rounding, their palette, and least squares.

import { setColor, TEXEL_WEIGHTS, TEXELS } from './color-block';

/** The best endpoints and those on trial: R, G, B of the first, then of the second. */
export const BEST: usize = memory.data(24, 16);
export const TRIAL: usize = memory.data(24, 16);

/** Unrounded endpoints. */
export let first: v128 = f32x4.splat(0);
export let second: v128 = f32x4.splat(0);

export function setLine(a: v128, b: v128): void {
  first = a;
  second = b;
}

/* @inline */ export function endpointAt(ends: usize, i: i32): i32 {
  return load<i32>(ends + (i << 2));
}

/** Whether the palette has three colors: the endpoints and the color halfway between them. Otherwise it has four. */
let hasThree: bool = false;

export function setThree(three: bool): void {
  hasThree = three;
}

/* @inline */ function expanded(ends: usize, i: i32): i32 {
  const v = endpointAt(ends, i);
  return i === 1 || i === 4 ? (v << 2) | (v >> 4) : (v << 3) | (v >> 2);
}

/** Sets the palette: the endpoints, then thirds between them, or their middle twice, rounded as in decoders. Vectors would have to wait for
 *  the single numbers of `ends` to be stored. */
export function setPalette(ends: usize): void {
  const r0 = expanded(ends, 0);
  const g0 = expanded(ends, 1);
  const b0 = expanded(ends, 2);
  const r1 = expanded(ends, 3);
  const g1 = expanded(ends, 4);
  const b1 = expanded(ends, 5);
  setColor(0, r0, g0, b0);
  setColor(1, r1, g1, b1);
  if (hasThree) {
    setColor(2, (r0 + r1 + 1) >> 1, (g0 + g1 + 1) >> 1, (b0 + b1 + 1) >> 1);
    setColor(3, (r0 + r1 + 1) >> 1, (g0 + g1 + 1) >> 1, (b0 + b1 + 1) >> 1);
    return;
  }
  setColor(2, (2 * r0 + r1 + 1) / 3, (2 * g0 + g1 + 1) / 3, (2 * b0 + b1 + 1) / 3);
  setColor(3, (r0 + 2 * r1 + 1) / 3, (g0 + 2 * g1 + 1) / 3, (b0 + 2 * b1 + 1) / 3);
}

/* @inline */ function roundEndpoint(to: usize, color: v128): void {
  const scaled = f32x4.add(f32x4.mul(color, f32x4(31.0 / 255.0, 63.0 / 255.0, 31.0 / 255.0, 0)), f32x4.splat(0.5));
  const whole = i32x4.min_s(i32x4.max_s(i32x4.trunc_sat_f32x4_s(scaled), i32x4.splat(0)), i32x4(31, 63, 31, 0));
  store<i32>(to, i32x4.extract_lane(whole, 0));
  store<i32>(to, i32x4.extract_lane(whole, 1), 4);
  store<i32>(to, i32x4.extract_lane(whole, 2), 8);
}

/** Rounds the line's endpoints to those on trial. */
export function roundLine(): void {
  roundEndpoint(TRIAL, first);
  roundEndpoint(TRIAL + 12, second);
}

/** The weight of the first endpoint in each code, four bits each: in thirds, or halves. */
const FOUR_PARTS: u32 = 0x1203;
const THREE_PARTS: u32 = 0x1102;

/** Sets the line by least squares for given codes. Returns false if all texels have the same code. */
export function solveLine(codes: u32): bool {
  const whole: f32 = hasThree ? 2 : 3;
  const parts = hasThree ? THREE_PARTS : FOUR_PARTS;
  let aa: f32 = 0;
  let ab: f32 = 0;
  let bb: f32 = 0;
  let ax = f32x4.splat(0);
  let bx = f32x4.splat(0);
  for (let i = 0; i < 16; i++) {
    const a = f32((parts >> (((codes >> (i << 1)) & 3) << 2)) & 15);
    const b: f32 = whole - a;
    const weight = load<f32>(TEXEL_WEIGHTS + (i << 2));
    const texel = v128.load(TEXELS + (i << 4));
    aa += a * a * weight;
    ab += a * b * weight;
    bb += b * b * weight;
    ax = f32x4.add(ax, f32x4.mul(texel, f32x4.splat(a * weight)));
    bx = f32x4.add(bx, f32x4.mul(texel, f32x4.splat(b * weight)));
  }
  const determinant = aa * bb - ab * ab;
  if (determinant < 0.5) return false;
  const scale = f32x4.splat(whole / determinant);
  first = f32x4.mul(f32x4.sub(f32x4.mul(ax, f32x4.splat(bb)), f32x4.mul(bx, f32x4.splat(ab))), scale);
  second = f32x4.mul(f32x4.sub(f32x4.mul(bx, f32x4.splat(aa)), f32x4.mul(ax, f32x4.splat(ab))), scale);
  return true;
}
