// Chooses partitions: ranked by how many texels they divide otherwise than clusters of colors do, and the nearest ones by what lines through their
// subsets leave.

import { bitsOffset, P_COUNT, partitionTable } from '../footprint';
import { texelCount } from '../state';
import { MEMBERS } from './cluster';
import { comparePartition } from './compare';
import { sumBlock } from './subset-sums';

/* @inline */ function overlap(a: usize, b: usize): i32 {
  if (texelCount <= 64) return i32(popcnt(load<u64>(a) & load<u64>(b)));
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

/** Per partition the texels on which it agrees; per number of texels, where the partitions that agree on so many begin in ORDER. */
const AGREEMENTS: usize = memory.data(1024, 16);
const STARTS: usize = memory.data(160 * 4, 16);
/** The partitions that agree most, u16, those of equal agreement by number. */
const ORDER: usize = memory.data(1024 * 2, 16);

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
    if (at < wanted) v128.store(CHOSEN + (usize(at) << 4), v128.load(CHOSEN + (usize(at - 1) << 4)));
    at--;
  }
  if (at >= wanted) return;
  store<f64>(CHOSEN + (usize(at) << 4), error);
  store<i32>(CHOSEN + (usize(at) << 4), index, 8);
  if (chosenCount < wanted) chosenCount++;
}

/** Puts the `wanted` partitions that agree most with the clusters into ORDER; returns how many there are. */
function orderPartitions(count: i32, wanted: i32): i32 {
  const table = partitionTable(count);
  const total = load<i32>(table, P_COUNT);
  const bits = table + bitsOffset();
  memory.fill(STARTS, 0, 160 * 4);
  for (let i = 0; i < total; i++) {
    const agreed = agreement(bits + usize(i * count * 24), count);
    store<u8>(AGREEMENTS + i, agreed);
    const at = STARTS + (usize(agreed) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  let start = 0;
  for (let agreed = texelCount; agreed >= 0; agreed--) {
    const at = STARTS + (usize(agreed) << 2);
    const end = start + load<i32>(at);
    store<i32>(at, start);
    start = end;
  }
  for (let i = 0; i < total; i++) {
    const at = STARTS + (usize(load<u8>(AGREEMENTS + i)) << 2);
    const place = load<i32>(at);
    store<i32>(at, place + 1);
    if (place < wanted) store<u16>(ORDER + (usize(place) << 1), u16(i));
  }
  return min(wanted, total);
}

/** Chooses the `wanted` best of the `measured` partitions that agree most with the clusters. */
export function choosePartitions(count: i32, measured: i32, wanted: i32): void {
  const ordered = orderPartitions(count, measured);
  const places = min(wanted, MAX_CHOSEN);
  chosenCount = 0;
  sumBlock();
  for (let place = 0; place < ordered; place++) {
    const index: i32 = load<u16>(ORDER + (usize(place) << 1));
    choose(comparePartition(count, index), index, places);
  }
}
