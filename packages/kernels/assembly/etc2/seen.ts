// Colors as they are seen where alpha blends: every texel is drawn toward the mean of what is seen by as much as it is transparent, so that what nobody
// sees has no say in the block. A weight for each texel in every search would be exact, and cost a fifth more time.

import { loadHalves } from './block';

const ROWS: usize = memory.data(64, 16);

/* @inline */ function channelAt(i: i32, c: i32): i32 {
  return load<u8>(ROWS + (i << 2) + c);
}

/** Reads four rows of RGBA8. Where all texels are as transparent their colors stay. */
export function loadSeen(r0: v128, r1: v128, r2: v128, r3: v128): void {
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
