// The background of transparent texels, as the shader needs it.

import type { Background } from './texture-state.js';

type Pair = readonly [readonly number[], readonly number[]];

const gray = (code: number): readonly number[] => [code / 255, code / 255, code / 255];
const flat = (code: number): Pair => [gray(code), gray(code)];

export function backgroundColors(background: Background, isDark: boolean): Pair {
  if (background === 'dark') return flat(12);
  if (background === 'light') return flat(244);
  return isDark ? [gray(62), gray(44)] : [gray(255), gray(222)];
}
