// Weighs colors by alpha: every texel is moved toward the mean visible color by as much as it is transparent, so invisible colors do not
// influence the block. Weighing each texel in every search would be exact, but take a fifth more time.

import { loadHalves } from './block';

const ROWS: usize = memory.data(64, 16);

/* @inline */ function channelAt(i: i32, c: i32): i32 {
  return load<u8>(ROWS + (i << 2) + c);
}

/** Reads four rows of RGBA8. If all texels are transparent, colors stay unchanged. */
export function loadAlphaWeighted(r0: v128, r1: v128, r2: v128, r3: v128): void {
  v128.store(ROWS, r0);
  v128.store(ROWS, r1, 16);
  v128.store(ROWS, r2, 32);
  v128.store(ROWS, r3, 48);
  let total = 0;
  for (let i = 0; i < 16; i++) total += channelAt(i, 3);
  if (total > 0 && total < 16 * 255)
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < 16; i++) sum += channelAt(i, c) * channelAt(i, 3);
      const mean = (2 * sum + total) / (2 * total);
      for (let i = 0; i < 16; i++) {
        const alpha = channelAt(i, 3);
        store<u8>(ROWS + (i << 2) + c, u8((mean * (255 - alpha) + channelAt(i, c) * alpha + 127) / 255));
      }
    }
  loadHalves(v128.load(ROWS), v128.load(ROWS, 16), v128.load(ROWS, 32), v128.load(ROWS, 48));
}
