// ETC2's colors at the draft level. Twin of the kernel's draft.

import { blockOf, type Color, halfOf, sumOf, total } from './block.js';
import { expand, SHADES } from './halves.js';
import type { Plane } from './modes.js';

interface DraftHalves {
  readonly flip: number;
  readonly isDiff: boolean;
  readonly bases: readonly [Color, Color];
  readonly tables: readonly [number, number];
  /** The codes of both halves. */
  readonly codes: readonly [readonly number[], readonly number[]];
}

const borderOf = ([small, large]: readonly [number, number]): number => (3 * (small + large)) >> 1;

/** The table whose shades reduce the error most, and the codes, of texels whose differences from the base add up to these. */
function shadeHalf(differences: readonly number[]): { readonly table: number; readonly codes: readonly number[] } {
  const sizes = differences.map(Math.abs);
  const errors = SHADES.map((shades) =>
    total(
      sizes.map((size) => {
        const shade = size > borderOf(shades) ? shades[1] : shades[0];
        return shade * (3 * shade - 2 * size);
      }),
    ),
  );
  const table = errors.indexOf(Math.min(...errors));
  const border = borderOf(SHADES[table] ?? [0, 0]);
  return { table, codes: differences.map((d) => (d < 0 ? 2 : 0) + (Math.abs(d) > border ? 1 : 0)) };
}

/** Sixteen texels that are not all equal. */
export function draftHalves(texels: readonly Color[]): DraftHalves {
  const block = blockOf(texels, [1, 1, 1]);
  const sums = [0, 1, 2, 3].map((half): Color => {
    const own = halfOf(block, half);
    return [sumOf(own, 0), sumOf(own, 1), sumOf(own, 2)];
  });
  const sumAt = (half: number): Color => sums[half] ?? [0, 0, 0];
  const explained = (half: number): number => total(sumAt(half).map((v) => v * v));
  const flip = explained(2) + explained(3) > explained(0) + explained(1) ? 1 : 0;
  const rounded = (half: number, limit: number): Color => {
    const one = (c: 0 | 1 | 2): number => Math.floor((sumAt(flip * 2 + half)[c] * limit + 1020) / 2040);
    return [one(0), one(1), one(2)];
  };
  const [a, b] = [rounded(0, 31), rounded(1, 31)];
  const isDiff = a.every((v, c) => (b[c] ?? 0) - v >= -4 && (b[c] ?? 0) - v <= 3);
  const bases: readonly [Color, Color] = isDiff ? [a, b] : [rounded(0, 15), rounded(1, 15)];
  const shaded = (half: 0 | 1): ReturnType<typeof shadeHalf> => {
    const base = total(bases[half].map((v) => expand(v, isDiff)));
    return shadeHalf(halfOf(block, flip * 2 + half).map((t) => total(t) - base));
  };
  const [first, second] = [shaded(0), shaded(1)];
  return { flip, isDiff, bases, tables: [first.table, second.table], codes: [first.codes, second.codes] };
}

/** One color as a plane, which has the finest steps. */
export function draftPlane(color: Color): Plane {
  const slope = (c: 0 | 1 | 2): readonly [number, number, number] => {
    const stored = Math.floor((color[c] * (c === 1 ? 127 : 63) + 127) / 255);
    return [stored, stored, stored];
  };
  return { error: 0, slopes: [slope(0), slope(1), slope(2)] };
}
