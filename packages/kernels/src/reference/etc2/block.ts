// Sixteen texels in ETC's four halves, and their differences from four colors. Twin of the kernel's block.

export type Color = readonly [number, number, number];

export interface Etc2Block {
  /** Left, right, upper, lower: eight texels each, row by row. */
  readonly halves: readonly (readonly Color[])[];
  readonly metric: Color;
}

const clamp = (v: number): number => Math.min(Math.max(v, 0), 255);

export const shifted = (color: Color, by: number): Color => [
  clamp(color[0] + by),
  clamp(color[1] + by),
  clamp(color[2] + by),
];

export function blockOf(texels: readonly Color[], metric: Color): Etc2Block {
  const where = (isIn: (x: number, y: number) => boolean): readonly Color[] =>
    texels.filter((_, i) => isIn(i & 3, i >> 2));
  return {
    halves: [where((x) => x < 2), where((x) => x > 1), where((_, y) => y < 2), where((_, y) => y > 1)],
    metric,
  };
}

export const halfOf = ({ halves }: Etc2Block, half: number): readonly Color[] => halves[half] ?? [];

const distance = ({ metric }: Etc2Block, a: Color, b: Color): number =>
  metric[0] * (a[0] - b[0]) ** 2 + metric[1] * (a[1] - b[1]) ** 2 + metric[2] * (a[2] - b[2]) ** 2;

export const measureHalf = (block: Etc2Block, half: number, palette: readonly Color[]): number =>
  halfOf(block, half).reduce(
    (sum, texel) => sum + Math.min(...palette.map((color) => distance(block, texel, color))),
    0,
  );

/** The first of the nearest colors for each texel of a half. */
export const codesOfHalf = (block: Etc2Block, half: number, palette: readonly Color[]): readonly number[] =>
  halfOf(block, half).map((texel) => {
    const d = palette.map((color) => distance(block, texel, color));
    return d.indexOf(Math.min(...d));
  });

export const total = (numbers: readonly number[]): number => numbers.reduce((sum, v) => sum + v, 0);
export const sumOf = (texels: readonly Color[], channel: 0 | 1 | 2): number => total(texels.map((t) => t[channel]));
