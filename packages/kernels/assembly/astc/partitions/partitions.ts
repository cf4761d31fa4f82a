// ASTC's partitions: a hash of a 10-bit seed gives each texel a subset. Of seeds that divide a block alike, apart from the order of subsets, only
// the first is kept, and none that leaves a subset empty.

import { bitsOffset, P_COUNT, P_SEEDS, P_SUBSETS, partitionTable } from '../footprint';
import { blockWidth, paddedCount, texelCount } from '../state';

function hash(seed: u32): u32 {
  let p = seed;
  p ^= p >> 15;
  p -= p << 17;
  p += p << 7;
  p += p << 4;
  p ^= p >> 5;
  p += p << 16;
  p ^= p >> 7;
  p ^= p >> 3;
  p ^= p << 6;
  return p ^ (p >> 17);
}

const SLOPES: usize = memory.data(8 * 4, 16);

/** Writes the subset of each texel to `to`, a byte each. */
function divide(seed: i32, count: i32, to: usize): void {
  const random = hash(u32(seed + (count - 1) * 1024));
  const even = seed & 2 ? 4 : 5;
  const odd = count === 3 ? 6 : 5;
  const first = seed & 1 ? even : odd;
  const second = seed & 1 ? odd : even;
  for (let i = 0; i < 8; i++) {
    const nibble = i32((random >> u32(i * 4)) & 15);
    store<i32>(SLOPES + (usize(i) << 2), (nibble * nibble) >> (i & 1 ? second : first));
  }
  // Blocks of fewer than 31 texels count in steps of two.
  const step = texelCount < 31 ? 2 : 1;
  for (let texel = 0; texel < texelCount; texel++) {
    const x = (texel % blockWidth) * step;
    const y = (texel / blockWidth) * step;
    let subset = 0;
    let highest = -1;
    for (let i = 0; i < count; i++) {
      const slope = SLOPES + (usize(i) << 3);
      const offset = i32(random >> u32(14 - i * 4));
      const rise = (load<i32>(slope) * x + load<i32>(slope, 4) * y + offset) & 63;
      if (rise <= highest) continue;
      highest = rise;
      subset = i;
    }
    store<u8>(to + texel, subset);
  }
}

/** The subsets of a block in the order in which they appear, two bits a texel, as a hash and for comparison. */
const CANONICAL: usize = memory.data(144, 16);
const SEEN: usize = memory.data(144 * 1024);
const SLOTS: usize = memory.data(2048 * 2, 16);

/** Puts the canonical order into CANONICAL; returns the number of subsets that appear. */
function order(subsets: usize): i32 {
  let names = 0xffffffff;
  let found = 0;
  memory.fill(CANONICAL, 0, 144);
  for (let texel = 0; texel < texelCount; texel++) {
    const shift = u32(load<u8>(subsets + texel)) << 3;
    if (((names >> shift) & 255) === 255) {
      names = (names & ~(255 << shift)) | (found << shift);
      found++;
    }
    store<u8>(CANONICAL + texel, (names >> shift) & 255);
  }
  return found;
}

/** Whether CANONICAL is new; if so, it becomes number `index`. */
function isNew(index: i32): bool {
  let sum: u64 = 0;
  for (let i: usize = 0; i < 144; i += 8) sum = (sum ^ load<u64>(CANONICAL + i)) * 0x9e3779b97f4a7c15;
  let slot = i32(sum >> 53);
  let other: i32 = load<u16>(SLOTS + (usize(slot) << 1));
  while (other !== 0) {
    if (memory.compare(SEEN + usize((other - 1) * 144), CANONICAL, 144) === 0) return false;
    slot = (slot + 1) & 2047;
    other = load<u16>(SLOTS + (usize(slot) << 1));
  }
  store<u16>(SLOTS + (usize(slot) << 1), u16(index + 1));
  memory.copy(SEEN + usize(index * 144), CANONICAL, 144);
  return true;
}

/** The 24 bytes of bits that name the texels of a subset. */
function writeBits(subsets: usize, subset: i32, to: usize): void {
  for (let word = 0; word < 3; word++) {
    let bits: u64 = 0;
    for (let i = 0; i < 64; i++) {
      const texel = word * 64 + i;
      if (texel < texelCount && i32(load<u8>(subsets + texel)) === subset) bits |= u64(1) << u64(i);
    }
    store<u64>(to + (usize(word) << 3), bits);
  }
}

/** Builds the table of partitions with `count` subsets, unless it is there. */
export function buildPartitions(count: i32): void {
  const table = partitionTable(count);
  if (load<i32>(table, P_COUNT) > 0) return;
  const bits = table + bitsOffset();
  let kept = 0;
  memory.fill(SLOTS, 0, 4096);
  for (let seed = 0; seed < 1024; seed++) {
    const subsets = table + P_SUBSETS + usize(kept * paddedCount);
    divide(seed, count, subsets);
    if (order(subsets) < count || !isNew(kept)) continue;
    store<u16>(table + P_SEEDS + (usize(kept) << 1), seed);
    for (let subset = 0; subset < count; subset++)
      writeBits(subsets, subset, bits + usize((kept * count + subset) * 24));
    kept++;
  }
  // Texels beyond the last have no subset.
  for (let i = 0; i < kept; i++)
    for (let texel = texelCount; texel < paddedCount; texel++)
      store<u8>(table + P_SUBSETS + usize(i * paddedCount + texel), 255);
  store<i32>(table, kept, P_COUNT);
}
