// Random blocks for decoders to agree on: 2,000 of each format, or 100,000 in the long form. Every bit is drawn, so all that a format
// has between its fields comes up; those that choose a mode are set so that no mode is rare.

import { byteSource } from '../../packages/kernels/src/testing/sample-images.js';

const COLUMNS = 250;
const ROWS = process.env.ASSETC_LONG === '1' ? 400 : 8;

/** Size in texels. */
export const WIDTH = COLUMNS * 4;
export const HEIGHT = ROWS * 4;

/** As many blocks as WIDTH × HEIGHT texels take; `choose` may overwrite what is at `at` in the block of a number. */
export function randomBlocks(
  blockBytes: 8 | 16,
  seed: number,
  choose?: (blocks: Uint8Array, at: number, number: number) => void,
): Uint8Array {
  const blocks = Uint8Array.from({ length: COLUMNS * ROWS * blockBytes }, byteSource(seed));
  if (choose !== undefined) for (let i = 0; i < COLUMNS * ROWS; i++) choose(blocks, i * blockBytes, i);
  return blocks;
}

/** Half of random BC7 blocks would be of mode 0. */
export function chooseBc7Mode(blocks: Uint8Array, at: number, number: number): void {
  const mode = number % 8;
  blocks[at] = ((blocks[at] ?? 0) << (mode + 1)) | (1 << mode);
}

/** Three of four are differential, and of those a third each leaves its range in R, G or B, which makes it T, H or planar. */
export function chooseEtc2Mode(blocks: Uint8Array, at: number, number: number): void {
  const kind = number % 6;
  if (kind > 3) return;
  blocks[at + 3] = (blocks[at + 3] ?? 0) | 2;
  // A base in the middle stays in its range; one of 31 with a difference of 1 to 3 leaves it.
  for (let c = 0; c < 3; c++) {
    const byte = blocks[at + c] ?? 0;
    if (c < kind) blocks[at + c] = (byte & 0x3f) | 0x40;
    else if (c === kind) blocks[at + c] = 0xf9 + (byte % 3);
  }
}

/** Grids of weights that fit into 4×4 texels: bits 2 and 3 of the block mode, then bits 7 and 8. */
const GRIDS = [
  { shape: 0, width: 0 },
  { shape: 3, width: 2 },
  { shape: 3, width: 3 },
] as const;

/** Most random blocks of ASTC are illegal in 4×4 texels, by their grid alone. */
function chooseAstcGrid(blocks: Uint8Array, at: number, number: number): void {
  const { shape, width } = GRIDS[number % 3] ?? GRIDS[0];
  const first = blocks[at] ?? 0;
  const notBothZero = (first & 3) === 0 ? 1 : 0;
  const height = Math.min((first >> 5) & 3, 2);
  blocks[at] = (first & 0x13) | notBothZero | (shape << 2) | (height << 5) | ((width & 1) << 7);
  blocks[at + 1] = ((blocks[at + 1] ?? 0) & 0xfe) | (width >> 1);
}

/** One color, for the block alone or for a part of the texture around it. */
function makeVoidExtent(blocks: Uint8Array, at: number, isAlone: boolean): void {
  blocks[at] = 0xfc;
  blocks[at + 1] = isAlone ? 0xfd : ((blocks[at + 1] ?? 0) & 0xf0) | 0x0d;
  if (isAlone) blocks.fill(0xff, at + 2, at + 8);
}

/** Of sixteen blocks thirteen are drawn until they are legal, one is as chance has it, two are void extents. */
export function astcChooser(isLegal: (block: Uint8Array) => boolean) {
  const next = byteSource(4);
  return (blocks: Uint8Array, at: number, number: number): void => {
    const kind = number % 16;
    if (kind > 13) makeVoidExtent(blocks, at, kind === 14);
    if (kind > 12) return;
    chooseAstcGrid(blocks, at, number);
    while (!isLegal(blocks.subarray(at, at + 16))) {
      for (let i = 0; i < 16; i++) blocks[at + i] = next();
      chooseAstcGrid(blocks, at, number);
    }
  };
}

const BC6H_HEADS = [0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31];

/** Each mode of BC6H in turn, the four reserved ones too: half of random blocks would be of the first two. */
export function chooseBc6hMode(blocks: Uint8Array, at: number, number: number): void {
  const head = BC6H_HEADS[number % BC6H_HEADS.length] ?? 0;
  const byte = blocks[at] ?? 0;
  blocks[at] = head < 2 ? (byte & 0xfc) | head : (byte & 0xe0) | head;
}
