// The mode of each block as an image with one texel per block, and the share of each mode.

import { ASTC_FOOTPRINTS, blockModes, type ModalFormat } from '@assetc/formats';
import type { Texels } from './texels.js';
import { blockColumns, type ImageBlocks } from './worker/decode-rows.js';

type Color = readonly [red: number, green: number, blue: number];

interface BlockMode {
  /** −1 is an invalid block, `SOLID` one with the same color in all texels. */
  readonly mode: number;
  readonly name: string;
  readonly color: Color;
  readonly count: number;
}

export interface BlockMap {
  readonly columns: number;
  readonly rows: number;
  /** Texels of a block. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** RGBA, one texel per block. */
  readonly colors: Uint8Array;
  /** In the order of `colors`. */
  readonly modes: Int8Array;
  /** Modes that occur, most frequent first. */
  readonly legend: readonly BlockMode[];
}

/** Greater than the modes of both formats. */
export const SOLID = 32;
const UASTC_SOLID = 8;

const NAMES: Readonly<Record<'uastc' | 'bc7' | 'astc', readonly string[]>> = {
  astc: [
    'one color',
    '1 pair of colors',
    '2 partitions',
    '3 partitions',
    '4 partitions',
    '1 pair, 2 planes',
    '2 partitions, 2 planes',
    '3 partitions, 2 planes',
  ],
  uastc: [
    'RGB, 16 weights',
    'RGB, 4 weights',
    'RGB, 2 subsets, 8 weights',
    'RGB, 3 subsets',
    'RGB, 2 subsets, 4 weights',
    'RGB, 8 weights',
    'RGB, 2 planes',
    'RGB, 2 subsets of 3',
    'one color',
    'RGBA, 2 subsets',
    'RGBA, 16 weights',
    'RGBA, 2 planes, 4 weights',
    'RGBA, 8 weights',
    'RGBA, 2 planes, 2 weights',
    'RGBA, 4 weights',
    'gray and alpha, 16 weights',
    'gray and alpha, 2 subsets',
    'gray and alpha, 2 planes',
    'RGB, 32 weights',
  ],
  bc7: [
    'RGB, 3 subsets, 8 weights',
    'RGB, 2 subsets, 8 weights',
    'RGB, 3 subsets, 4 weights',
    'RGB, 2 subsets, 4 weights',
    'RGB + A, 4 and 8 weights',
    'RGB + A, 4 weights',
    'RGBA, 16 weights',
    'RGBA, 2 subsets',
  ],
};

const NO_MODE: Color = [255, 0, 255];
const SOLID_COLOR: Color = [150, 156, 166];

/** Distinct by hue, and by lightness if hues are close. */
const COLORS: readonly Color[] = [
  ...([
    [66, 133, 244],
    [244, 180, 0],
    [15, 157, 88],
    [219, 68, 55],
    [171, 71, 188],
    [0, 172, 193],
    [255, 112, 67],
    [158, 157, 36],
    [150, 156, 166],
    [240, 98, 146],
  ] as const),
  ...([
    [26, 94, 32],
    [121, 85, 72],
    [92, 107, 192],
    [0, 121, 107],
    [194, 24, 91],
    [255, 213, 79],
    [129, 199, 132],
    [100, 181, 246],
    [186, 104, 200],
  ] as const),
];

export const modeColor = (mode: number): Color => (mode === SOLID ? SOLID_COLOR : (COLORS[mode] ?? NO_MODE));

export const modeName = (format: ModalFormat, mode: number): string =>
  mode === SOLID ? 'one color' : (NAMES[familyOf(format)][mode] ?? 'no mode');

const familyOf = (format: ModalFormat): 'uastc' | 'bc7' | 'astc' =>
  format === 'uastc' || format === 'bc7' ? format : 'astc';

export function modalFormat({ facts: { format } }: Pick<ImageBlocks, 'facts'>): ModalFormat | undefined {
  if (format === 'uastc' || format === 'bc7') return format;
  return ASTC_FORMATS.find((each) => format === each || format === `${each}-srgb` || format === `${each}-hdr`);
}

const ASTC_FORMATS = ASTC_FOOTPRINTS.map((footprint) => `astc-${footprint}` as const);

type BlockSize = Pick<ImageBlocks, 'blockWidth' | 'blockHeight'>;

const FOUR: BlockSize = { blockWidth: 4, blockHeight: 4 };

/** Marks solid blocks in rows from `top`, a multiple of the block height: BC7 has no mode for that. */
export function markSolid(
  rows: Texels,
  top: number,
  columns: number,
  solid: Uint8Array,
  block: BlockSize = FOUR,
): void {
  const { blockWidth, blockHeight } = block;
  for (let y = 0; y < rows.height; y += blockHeight)
    for (let x = 0; x < rows.width; x += blockWidth)
      if (isOneColor(rows, x, y, block)) solid[((top + y) / blockHeight) * columns + x / blockWidth] = 1;
}

/** `solid`: 1 for each solid block. */
export function blockMap(image: ImageBlocks, solid: Uint8Array): BlockMap | undefined {
  const format = modalFormat(image);
  if (format === undefined) return undefined;
  const columns = blockColumns(image);
  const modes = blockModes(format, image.bytes);
  const colors = new Uint8Array(modes.length * 4).fill(255);
  const counts = new Map<number, number>();
  for (let i = 0; i < modes.length; i++) {
    const own = modes[i] ?? -1;
    const isSolid = own === (format === 'uastc' ? UASTC_SOLID : 0) && format !== 'bc7';
    const mode = isSolid || (own >= 0 && solid[i] === 1) ? SOLID : own;
    modes[i] = mode;
    colors.set(modeColor(mode), i * 4);
    counts.set(mode, (counts.get(mode) ?? 0) + 1);
  }
  const legend = [...counts]
    .map(([mode, count]) => ({ mode, count, name: modeName(format, mode), color: modeColor(mode) }))
    .sort((a, b) => b.count - a.count || a.mode - b.mode);
  const { blockWidth, blockHeight } = image;
  return { columns, rows: modes.length / columns, blockWidth, blockHeight, colors, modes, legend };
}

function isOneColor({ data, width, height }: Texels, left: number, top: number, block: BlockSize): boolean {
  const first = (top * width + left) * 4;
  const right = Math.min(left + block.blockWidth, width);
  const bottom = Math.min(top + block.blockHeight, height);
  for (let y = top; y < bottom; y++)
    for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at++)
      if (data[at] !== data[first + (at & 3)]) return false;
  return true;
}
