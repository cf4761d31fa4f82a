// Chooses partitions: texels are clustered by color (k-means, in integers), partitions are ranked by how many texels they divide otherwise, and the
// nearest ones by what lines through their subsets leave.

import { bitsOffset, P_COUNT, partitionTable } from './footprint';
import { laneSum } from './moments';
import { beginComparison, comparePartition } from './scheme';
import { COUNTS, channelCount, PLANE, paddedCount, TEXELS, texelCount, wideBytes } from './state';

/** Centers of clusters, i32 R to A; bits of their texels, 24 bytes each; distances of texels, i32. */
const CENTERS: usize = memory.data(4 * 16, 16);
const MEMBERS: usize = memory.data(4 * 24, 16);
const NEAREST: usize = memory.data(144 * 4, 16);
const DISTANCES: usize = memory.data(144 * 4, 16);

/** Squared distances of all texels from a color. */
function measureDistances(center: usize): void {
  const channels = channelCount;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (let c = 0; c < channels; c++) {
      const mean = i16x8.splat(i16(load<i32>(center + (usize(c) << 2))));
      const d = i16x8.sub(v128.load(TEXELS + usize(c) * PLANE + i), mean);
      low = i32x4.add(low, i32x4.extmul_low_i16x8_s(d, d));
      high = i32x4.add(high, i32x4.extmul_high_i16x8_s(d, d));
    }
    v128.store(DISTANCES + (i << 1), low);
    v128.store(DISTANCES + (i << 1), high, 16);
  }
}

/** The texel whose value is the largest, the first of several. */
function farthest(values: usize): i32 {
  let found = 0;
  let largest = -1;
  for (let i = 0; i < texelCount; i++) {
    const value = load<i32>(values + (usize(i) << 2));
    if (value <= largest) continue;
    largest = value;
    found = i;
  }
  return found;
}

function setCenter(cluster: i32, texel: i32): void {
  for (let c = 0; c < 4; c++)
    store<i32>(CENTERS + usize(cluster * 16 + c * 4), load<i16>(TEXELS + usize(c) * PLANE + (usize(texel) << 1)));
}

/** Starts with texels that are far from each other. */
function seedCenters(count: i32): void {
  for (let c = 0; c < 4; c++) {
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16)
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(v128.load(TEXELS + usize(c) * PLANE + i)));
    store<i32>(CENTERS + (usize(c) << 2), (laneSum(sum) + (texelCount >> 1)) / texelCount);
  }
  measureDistances(CENTERS);
  setCenter(0, farthest(DISTANCES));
  measureDistances(CENTERS);
  memory.copy(NEAREST, DISTANCES, 576);
  for (let cluster = 1; cluster < count; cluster++) {
    setCenter(cluster, farthest(NEAREST));
    if (cluster + 1 === count) return;
    measureDistances(CENTERS + (usize(cluster) << 4));
    for (let i: usize = 0; i < wideBytes << 1; i += 16)
      v128.store(NEAREST + i, i32x4.min_s(v128.load(NEAREST + i), v128.load(DISTANCES + i)));
  }
}

/** The cluster of each texel, a byte each. */
const CLUSTERS: usize = memory.data(144, 16);

function assign(count: i32): void {
  for (let cluster = 0; cluster < count; cluster++) {
    measureDistances(CENTERS + (usize(cluster) << 4));
    const number = i32x4.splat(cluster);
    for (let i: usize = 0; i < wideBytes << 1; i += 16) {
      const d = v128.load(DISTANCES + i);
      // The cluster is kept in the lowest bits, so that a minimum also chooses it.
      const coded = v128.or(i32x4.shl(d, 2), number);
      v128.store(NEAREST + i, cluster === 0 ? coded : i32x4.min_s(v128.load(NEAREST + i), coded));
    }
  }
  for (let i = 0; i < texelCount; i++) store<u8>(CLUSTERS + i, load<i32>(NEAREST + (usize(i) << 2)) & 3);
}

/** Moves centers to the means of their texels. Empty clusters keep theirs. */
function moveCenters(count: i32): void {
  const bytes = usize(paddedCount);
  for (let cluster = 0; cluster < count; cluster++) {
    let number = 0;
    let s0 = i32x4.splat(0);
    let s1 = i32x4.splat(0);
    let s2 = i32x4.splat(0);
    let s3 = i32x4.splat(0);
    const own = i8x16.splat(i8(cluster));
    for (let i: usize = 0; i < bytes; i += 16) {
      const isIn = i8x16.eq(v128.load(CLUSTERS + i), own);
      for (let half: usize = 0; half < 2; half++) {
        const wide = half === 0 ? i16x8.extend_low_i8x16_s(isIn) : i16x8.extend_high_i8x16_s(isIn);
        const at = (i << 1) + (half << 4);
        const mask = v128.and(wide, i16x8.gt_s(v128.load(COUNTS + at), i16x8.splat(0)));
        number += i32(popcnt(i16x8.bitmask(mask)));
        s0 = i32x4.add(s0, i32x4.extadd_pairwise_i16x8_s(v128.and(mask, v128.load(TEXELS + at))));
        s1 = i32x4.add(s1, i32x4.extadd_pairwise_i16x8_s(v128.and(mask, v128.load(TEXELS + PLANE + at))));
        s2 = i32x4.add(s2, i32x4.extadd_pairwise_i16x8_s(v128.and(mask, v128.load(TEXELS + 2 * PLANE + at))));
        s3 = i32x4.add(s3, i32x4.extadd_pairwise_i16x8_s(v128.and(mask, v128.load(TEXELS + 3 * PLANE + at))));
      }
    }
    if (number === 0) continue;
    const half = number >> 1;
    const center = CENTERS + (usize(cluster) << 4);
    store<i32>(center, (laneSum(s0) + half) / number);
    store<i32>(center, (laneSum(s1) + half) / number, 4);
    store<i32>(center, (laneSum(s2) + half) / number, 8);
    store<i32>(center, (laneSum(s3) + half) / number, 12);
  }
}

function listMembers(count: i32): void {
  memory.fill(MEMBERS, 0, 96);
  for (let cluster = 0; cluster < count; cluster++) {
    const own = i8x16.splat(i8(cluster));
    const to = MEMBERS + usize(cluster * 24);
    for (let i = 0; i < texelCount; i += 16) {
      let bits = u32(i8x16.bitmask(i8x16.eq(v128.load(CLUSTERS + i), own)));
      if (texelCount - i < 16) bits &= (1 << u32(texelCount - i)) - 1;
      store<u16>(to + (i >> 3), u16(bits));
    }
  }
}

const LLOYD_ROUNDS: i32 = 3;

export function clusterTexels(count: i32): void {
  seedCenters(count);
  for (let round = 0; ; round++) {
    assign(count);
    if (round === LLOYD_ROUNDS) break;
    moveCenters(count);
  }
  listMembers(count);
}

/** Sum of the squared distances of texels from the centers of their clusters. Padding counts nothing. */
export function clusterError(): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < texelCount; i++) sum += f64(load<i32>(NEAREST + (usize(i) << 2)) >> 2);
  return sum;
}

/* @inline */ function overlap(a: usize, b: usize): i32 {
  return i32(
    popcnt(load<u64>(a) & load<u64>(b)) +
      popcnt(load<u64>(a, 8) & load<u64>(b, 8)) +
      popcnt(load<u64>(a, 16) & load<u64>(b, 16)),
  );
}

const OVERLAPS: usize = memory.data(16, 16);
/* @inline */ function overlapOf(subset: i32, cluster: i32): i32 {
  return load<u8>(OVERLAPS + subset * 4 + cluster);
}

/** Texels that agree if subsets `first` and `first + 1` take the other two clusters. */
/* @inline */ function bestOfTwo(first: i32, a: i32, b: i32): i32 {
  return max(overlapOf(first, a) + overlapOf(first + 1, b), overlapOf(first, b) + overlapOf(first + 1, a));
}

/* @inline */ function bestOfThree(first: i32, a: i32, b: i32, c: i32): i32 {
  return max(
    max(overlapOf(first, a) + bestOfTwo(first + 1, b, c), overlapOf(first, b) + bestOfTwo(first + 1, a, c)),
    overlapOf(first, c) + bestOfTwo(first + 1, a, b),
  );
}

/** Texels on which a partition and the clusters agree, in the best assignment of one to the other. */
function agreement(bits: usize, count: i32): i32 {
  if (count === 2 && texelCount <= 64) {
    const same = i32(popcnt(load<u64>(bits) ^ load<u64>(MEMBERS)));
    return max(same, texelCount - same);
  }
  if (count === 2) {
    const same = overlap(bits + 24, MEMBERS + 24) + overlap(bits, MEMBERS);
    return max(same, texelCount - same);
  }
  for (let subset = 0; subset < count; subset++)
    for (let cluster = 0; cluster < count; cluster++)
      store<u8>(OVERLAPS + subset * 4 + cluster, overlap(bits + usize(subset * 24), MEMBERS + usize(cluster * 24)));
  if (count === 3) return bestOfThree(0, 0, 1, 2);
  return max(
    max(overlapOf(0, 0) + bestOfThree(1, 1, 2, 3), overlapOf(0, 1) + bestOfThree(1, 0, 2, 3)),
    max(overlapOf(0, 2) + bestOfThree(1, 0, 1, 3), overlapOf(0, 3) + bestOfThree(1, 0, 1, 2)),
  );
}

const AGREEMENTS: usize = memory.data(1024, 16);
const TOTALS: usize = memory.data(160 * 4, 16);

/** The partitions that were chosen, the best first: expected error and number. */
const MAX_CHOSEN: i32 = 24;
const CHOSEN: usize = memory.data(25 * 16, 16);
export let chosenCount: i32 = 0;
/* @inline */ export function chosenPartition(index: i32): i32 {
  return load<i32>(CHOSEN + (usize(index) << 4), 8);
}

function choose(error: f64, index: i32, wanted: i32): void {
  let at = chosenCount;
  while (at > 0 && load<f64>(CHOSEN + (usize(at - 1) << 4)) > error) {
    if (at < wanted) memory.copy(CHOSEN + (usize(at) << 4), CHOSEN + (usize(at - 1) << 4), 16);
    at--;
  }
  if (at >= wanted) return;
  store<f64>(CHOSEN + (usize(at) << 4), error);
  store<i32>(CHOSEN + (usize(at) << 4), index, 8);
  if (chosenCount < wanted) chosenCount++;
}

/** Chooses the `wanted` best of the `measured` partitions that agree most with the clusters. */
export function choosePartitions(count: i32, measured: i32, wanted: i32): void {
  const table = partitionTable(count);
  const total = load<i32>(table, P_COUNT);
  const bits = table + bitsOffset();
  memory.fill(TOTALS, 0, 160 * 4);
  for (let i = 0; i < total; i++) {
    const agreed = agreement(bits + usize(i * count * 24), count);
    store<u8>(AGREEMENTS + i, agreed);
    const at = TOTALS + (usize(agreed) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  let least = texelCount;
  for (let seen = 0; least > 0; least--) {
    seen += load<i32>(TOTALS + (usize(least) << 2));
    if (seen >= measured) break;
  }
  chosenCount = 0;
  const places = min(wanted, MAX_CHOSEN);
  beginComparison();
  let left = measured;
  for (let agreed = texelCount; agreed >= least && left > 0; agreed--) {
    if (load<i32>(TOTALS + (usize(agreed) << 2)) === 0) continue;
    for (let i = 0; i < total && left > 0; i++) {
      if (i32(load<u8>(AGREEMENTS + i)) !== agreed) continue;
      choose(comparePartition(count, i), i, places);
      left--;
    }
  }
}
