// Partitions into two subsets: BC6H's 32, and the 27 of them that ASTC has too, some with swapped subsets. A block is split in two along
// its line, and the partitions nearest to that split are tried.

import { PATTERNS_A, SEEDS_A } from '../block/pattern-a-tables';
import { TWO_SUBSET_ANCHORS, TWO_SUBSETS } from '../block/two-subset-tables';
import { end, TEXELS } from './state';

/* @inline */ export function partitionCount(isAstc: bool): i32 {
  return isAstc ? 27 : 32;
}
/* @inline */ export function seedOf(partition: i32): i32 {
  return load<u16>(SEEDS_A + (usize(partition) << 1));
}
/* @inline */ export function anchorOf(partition: i32): i32 {
  return load<u8>(TWO_SUBSET_ANCHORS + usize(partition));
}
/* @inline */ function texelsOf(isAstc: bool, partition: i32): i32 {
  return load<u16>((isAstc ? PATTERNS_A : TWO_SUBSETS) + (usize(partition) << 1));
}

/** Masks of both subsets of the current partition. */
export const FIRST: usize = memory.data(64, 16);
export const SECOND: usize = memory.data(64, 16);

export function setPartition(isAstc: bool, partition: i32): void {
  const texels = texelsOf(isAstc, partition);
  for (let i = 0; i < 16; i++) {
    const isSecond = (texels >> i) & 1;
    store<i32>(FIRST + (usize(i) << 2), isSecond - 1);
    store<i32>(SECOND + (usize(i) << 2), -isSecond);
  }
}

/** Each texel's position along the block's line. */
const ALONG: usize = memory.data(128, 16);
/** The texels of the upper part of the block, a bit each. */
let split: i32 = 0;
let tried: u32 = 0;

/** Splits the texels along ENDS so that both parts are close to their means. */
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

/** The partition nearest to the split that was not tried yet. */
export function nextPartition(isAstc: bool): i32 {
  let best = -1;
  let minimum = 17;
  for (let partition = 0; partition < partitionCount(isAstc); partition++) {
    if ((tried >> partition) & 1) continue;
    const same = popcnt(texelsOf(isAstc, partition) ^ split);
    const away = min(same, 16 - same);
    if (away < minimum) {
      minimum = away;
      best = partition;
    }
  }
  tried |= 1 << best;
  return best;
}
