// Sixteen texels of three channels in the domain in which a format interpolates, and the weights of their errors. The kernel has lanes of
// 32-bit floats, four at a time: every step is rounded as there, and sums have the same order.

import { at, f32 } from '../uastc/lanes.js';

/** Three channels of sixteen. */
type Planes = readonly [readonly number[], readonly number[], readonly number[]];

export interface HdrBlock {
  readonly texels: Planes;
  readonly errorWeights: Planes;
}

/** R, G and B of the lower endpoint of a line, then of the upper one. */
export type LineEnds = readonly number[];
/** Per texel, whether it belongs to a subset. */
export type Mask = readonly boolean[];

export const ALL: Mask = Array.from({ length: 16 }, () => true);
export const TEXELS: readonly number[] = Array.from({ length: 16 }, (_, i) => i);
const DIM = 0.25;
const BLACK = 0.03125;

/** Adds sixteen numbers: four sums of every fourth one, which are then added in pairs. */
export function sum(of: (texel: number) => number): number {
  const lanes = [0, 0, 0, 0];
  for (const i of TEXELS) lanes[i & 3] = f32(at(lanes, i & 3) + of(i));
  const [a = 0, b = 0, c = 0, d = 0] = lanes;
  return f32(f32(a + c) + f32(b + d));
}

const clampHalf = (half: number): number => (half >= 0x8000 ? 0 : Math.min(half, 0x7bff));

/** The value of a finite half that is not negative. */
function numberOf(half: number): number {
  const exponent = half >> 10;
  const mantissa = half & 0x3ff;
  let value = exponent === 0 ? mantissa / 1024 : 1 + mantissa / 1024;
  for (let e = Math.max(exponent, 1); e < 15; e++) value /= 2;
  for (let e = exponent; e > 15; e--) value *= 2;
  return value;
}

function logOf(half: number): number {
  const mantissa = half & 0x3ff;
  const m = mantissa * 8 + 3.5;
  const third = f32(1 / 3);
  const curve = mantissa < 192 ? f32(m * third) : mantissa < 704 ? (m + 512) * 0.25 : f32((m + 2048) * f32(0.2));
  return f32((half >> 10) * 2048 + curve);
}

function errorWeightOf(half: number, isLog: boolean): number {
  const value = numberOf(half);
  const share = f32(f32(value + BLACK) / f32(value + DIM));
  const scaled = isLog ? share : f32(f32(share * 1448) / ((half & 0x3ff) | 0x400));
  return f32(scaled * scaled);
}

/** R, G and B if all sixteen texels are equal. */
export function solidHalfs(halfs: Uint16Array): readonly number[] | undefined {
  const color = (i: number): string => [0, 1, 2].map((c) => clampHalf(at(halfs, i * 4 + c))).join();
  return TEXELS.every((i) => color(i) === color(0)) ? [0, 1, 2].map((c) => clampHalf(at(halfs, c))) : undefined;
}

export function loadHdrBlock(halfs: Uint16Array, isLog: boolean): HdrBlock {
  const plane = (c: number, of: (half: number) => number): number[] =>
    TEXELS.map((i) => of(clampHalf(at(halfs, i * 4 + c))));
  const place = (half: number): number => (isLog ? logOf(half) : f32((half + 0.5) * f32(64 / 31)));
  const weight = (half: number): number => errorWeightOf(half, isLog);
  return {
    texels: [plane(0, place), plane(1, place), plane(2, place)],
    errorWeights: [plane(0, weight), plane(1, weight), plane(2, weight)],
  };
}
