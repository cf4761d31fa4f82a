// How blocks are divided between two pairs of endpoints: BC6H's 32 partitions, and the 27 of them that ASTC has too, some with their subsets
// exchanged. A block is split in two along its line, and takes the partitions that are nearest to that.

import { end, TEXELS } from './state';

/** A bit a texel, texel 0 lowest: the texels of the second pair. */
const BC6H_TEXELS: usize = memory.data<u16>([
  0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
  0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
  0x17e8, 0x0ff0, 0x718e, 0x399c,
]);
/** The texel of the second pair whose place lacks its top bit. */
const ANCHORS: usize = memory.data<u8>([
  15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
]);
const ASTC_TEXELS: usize = memory.data<u16>([
  0xcccc, 0x8888, 0x1111, 0xecc8, 0x377f, 0xfeec, 0x0137, 0x137f, 0xc800, 0x0013, 0xfe80, 0x17ff, 0x0017, 0x00ff,
  0xfff0, 0x0fff, 0xff71, 0x8eff, 0x08ce, 0x008c, 0x7310, 0xceff, 0x7331, 0x088c, 0xceef, 0x6666, 0xf00f,
]);
const SEEDS: usize = memory.data<u16>([
  28, 20, 16, 29, 91, 9, 107, 72, 149, 204, 50, 114, 496, 17, 78, 39, 252, 828, 43, 156, 116, 210, 476, 273, 684, 359,
  246,
]);

/* @inline */ export function partitionCount(isAstc: bool): i32 {
  return isAstc ? 27 : 32;
}
/* @inline */ export function seedOf(partition: i32): i32 {
  return load<u16>(SEEDS + (usize(partition) << 1));
}
/* @inline */ export function anchorOf(partition: i32): i32 {
  return load<u8>(ANCHORS + usize(partition));
}
/* @inline */ function texelsOf(isAstc: bool, partition: i32): i32 {
  return load<u16>((isAstc ? ASTC_TEXELS : BC6H_TEXELS) + (usize(partition) << 1));
}

/** Masks of both subsets of the partition at hand. */
export const FIRST: usize = memory.data(64, 16);
export const SECOND: usize = memory.data(64, 16);

export function takePartition(isAstc: bool, partition: i32): void {
  const texels = texelsOf(isAstc, partition);
  for (let i = 0; i < 16; i++) {
    const isSecond = (texels >> i) & 1;
    store<i32>(FIRST + (usize(i) << 2), isSecond - 1);
    store<i32>(SECOND + (usize(i) << 2), -isSecond);
  }
}

/** Where each texel lies along the block's line. */
const ALONG: usize = memory.data(128, 16);
/** A bit a texel of the upper part of the block. */
let split: i32 = 0;
let tried: u32 = 0;

/** Splits the texels along ENDS where both parts are closest to their means. */
export function beginPartitions(): void {
  const x = end(3) - end(0);
  const y = end(4) - end(1);
  const z = end(5) - end(2);
  let threshold = 0.0;
  for (let i = 0; i < 16; i++) {
    const at = TEXELS + (usize(i) << 2);
    const along = f64(load<f32>(at)) * x + f64(load<f32>(at, 64)) * y + f64(load<f32>(at, 128)) * z;
    store<f64>(ALONG + (usize(i) << 3), along);
    threshold += along / 16;
  }
  for (let step = 0; step < 3; step++) {
    split = 0;
    let above = 0.0;
    let below = 0.0;
    for (let i = 0; i < 16; i++) {
      const along = load<f64>(ALONG + (usize(i) << 3));
      if (along > threshold) {
        split |= 1 << i;
        above += along;
      } else below += along;
    }
    const count = popcnt(split);
    if (count === 0 || count === 16) break;
    threshold = (above / f64(count) + below / f64(16 - count)) / 2;
  }
  tried = 0;
}

/** The partition nearest to the split that was not taken yet. */
export function nextPartition(isAstc: bool): i32 {
  let best = -1;
  let least = 17;
  for (let partition = 0; partition < partitionCount(isAstc); partition++) {
    if ((tried >> partition) & 1) continue;
    const same = popcnt(texelsOf(isAstc, partition) ^ split);
    const away = min(same, 16 - same);
    if (away < least) {
      least = away;
      best = partition;
    }
  }
  tried |= 1 << best;
  return best;
}
