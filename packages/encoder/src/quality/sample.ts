// Some windows of an image instead of all of it: enough to compare ways to encode it. Small images are their own sample.

import type { MipLevel } from '../mips/mip-chain.js';
import { sharedBytes } from '../shared-memory.js';

/** Windows hold whole blocks of every size. */
const SIDE = 120;
const ACROSS = 4;

/** Sixteen windows, evenly spread, of each image that has four times as many texels; else the image. */
export function sampleOf(levels: readonly MipLevel[]): readonly MipLevel[] {
  const wanted = SIDE * SIDE * ACROSS * ACROSS;
  const total = levels.reduce((sum, { width, height }) => sum + width * height, 0);
  if (total < wanted * 4) return levels;
  // Of many images, such as the layers of an array, every nth.
  const every = Math.ceil(levels.length / 8);
  return levels.filter((_, n) => n % every === 0).flatMap((level) => windowsOf(level));
}

function windowsOf(level: MipLevel): readonly MipLevel[] {
  const { width, height } = level;
  if (width * height < SIDE * SIDE * ACROSS * ACROSS * 4 || Math.min(width, height) < SIDE * ACROSS) return [level];
  const windows: MipLevel[] = [];
  for (let row = 0; row < ACROSS; row++)
    for (let column = 0; column < ACROSS; column++) {
      const pixels = sharedBytes(SIDE * SIDE * 4);
      const left = Math.floor(((width - SIDE) * column) / (ACROSS - 1));
      const top = Math.floor(((height - SIDE) * row) / (ACROSS - 1));
      for (let y = 0; y < SIDE; y++) {
        const from = ((top + y) * width + left) * 4;
        pixels.set(level.pixels.subarray(from, from + SIDE * 4), y * SIDE * 4);
      }
      windows.push({ width: SIDE, height: SIDE, pixels });
    }
  return windows;
}
