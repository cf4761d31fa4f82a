// Clusters the texels of a block by color: k-means, in integers.

import { laneSum } from '../moments';
import { COUNTS, channelCount, PLANE, paddedCount, TEXELS, texelCount, wideBytes } from '../state';

/** Centers of clusters, i32 R to A; bits of their texels, 24 bytes each; distances of texels, i32. */
const CENTERS: usize = memory.data(4 * 16, 16);
export const MEMBERS: usize = memory.data(4 * 24, 16);
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
