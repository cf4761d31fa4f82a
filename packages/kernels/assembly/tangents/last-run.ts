// MikkTSpace sorts edges by their lower end, then within each lower end by the upper one and by triangle. It leaves the last lower end
// (and the last edge) as the first sort left it, and does not pair equal edges there unless they are adjacent. So the order in which
// its quicksort leaves those few edges matters; only the parts of the sort that affect them are done.

import { classes, firsts, NONE, neighbors, setU32, u32At } from './state';

const SEED: u32 = 39871946;

/* @inline */ function nextSlot(slot: u32): u32 {
  return slot % 3 === 2 ? slot - 2 : slot + 1;
}

/* @inline */ function lowerEnd(slot: u32): u32 {
  return min<u32>(u32At(firsts, u32At(classes, slot)), u32At(firsts, u32At(classes, nextSlot(slot))));
}

/* @inline */ function upperEnd(slot: u32): u32 {
  return max<u32>(u32At(firsts, u32At(classes, slot)), u32At(firsts, u32At(classes, nextSlot(slot))));
}

/** The corner that represents the last lower end. */
export function lastRunOf(slotCount: u32): u32 {
  let last: u32 = 0;
  for (let slot: u32 = 0; slot < slotCount; slot++) last = max<u32>(last, lowerEnd(slot));
  return last;
}

/** `room`: two words per slot. */
export function pairLastRun(slotCount: u32, last: u32, room: usize): void {
  let count: u32 = 0;
  for (let slot: u32 = 0; slot < slotCount; slot++) if (lowerEnd(slot) === last) count++;
  let run = room;
  if (count > 2) {
    for (let slot: u32 = 0; slot < slotCount; slot++)
      store<u64>(room + (usize(slot) << 3), (u64(lowerEnd(slot)) << 32) | slot);
    sortFrom(room, 0, slotCount - 1, slotCount - count, SEED);
    run = room + (usize(slotCount - count) << 3);
    // Keep only the slots of the pairs.
    for (let i: u32 = 0; i < count; i++) setU32(run, i, load<u32>(run + (usize(i) << 3)));
  } else {
    let at: u32 = 0;
    for (let slot: u32 = 0; slot < slotCount; slot++) if (lowerEnd(slot) === last) setU32(run, at++, slot);
  }
  for (let from: u32 = 0; from < count; ) {
    const end = upperEnd(u32At(run, from));
    let to = from + 1;
    while (to < count && upperEnd(u32At(run, to)) === end) to++;
    const part = run + (usize(from) << 2);
    if (to < count) sortSlots(part, to - from);
    pairPart(part, to - from);
    from = to;
  }
}

function pairPart(list: usize, count: u32): void {
  for (let i: u32 = 0; i + 1 < count; i++) {
    const slot = u32At(list, i);
    if (u32At(neighbors, slot) !== NONE) continue;
    const a = u32At(classes, slot);
    const b = u32At(classes, nextSlot(slot));
    for (let k = i + 1; k < count; k++) {
      const other = u32At(list, k);
      if (u32At(classes, other) !== b || u32At(classes, nextSlot(other)) !== a || u32At(neighbors, other) !== NONE)
        continue;
      setU32(neighbors, slot, other);
      setU32(neighbors, other, slot);
      break;
    }
  }
}

/** Shellsort. */
export function sortSlots(list: usize, count: u32): void {
  let gap: u32 = 1;
  while (gap < count / 3) gap = gap * 3 + 1;
  for (; gap > 0; gap /= 3)
    for (let i = gap; i < count; i++) {
      const held = u32At(list, i);
      let k = i;
      for (; k >= gap && u32At(list, k - gap) > held; k -= gap) setU32(list, k, u32At(list, k - gap));
      setU32(list, k, held);
    }
}

/* @inline */ function keyAt(list: usize, i: i32): u32 {
  return load<u32>(list + (usize(i) << 3), 4);
}

/* @inline */ function swapPairs(list: usize, i: i32, k: i32): void {
  const held = load<u64>(list + (usize(i) << 3));
  store<u64>(list + (usize(i) << 3), load<u64>(list + (usize(k) << 3)));
  store<u64>(list + (usize(k) << 3), held);
}

/** MikkTSpace's quicksort by the high words, without parts that end before `wanted`. */
function sortFrom(list: usize, left: i32, right: i32, wanted: i32, seed: u32): void {
  if (right < wanted) return;
  const count = right - left + 1;
  if (count < 2) return;
  if (count === 2) {
    if (keyAt(list, left) > keyAt(list, right)) swapPairs(list, left, right);
    return;
  }
  const mixed = seed + rotl<u32>(seed, seed & 31) + 3;
  const pivot = keyAt(list, left + i32(mixed % u32(count)));
  let l = left;
  let r = right;
  do {
    while (keyAt(list, l) < pivot) l++;
    while (keyAt(list, r) > pivot) r--;
    if (l <= r) swapPairs(list, l++, r--);
  } while (l <= r);
  if (left < r) sortFrom(list, left, r, wanted, mixed);
  if (l < right) sortFrom(list, l, right, wanted, mixed);
}
