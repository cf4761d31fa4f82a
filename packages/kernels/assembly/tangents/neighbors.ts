// Which triangles share which edges. An edge is paired with the first free one of the opposite direction, in the order of triangles.
// Edges are in buckets by their lower end. MikkTSpace sorts them instead, which differs in one case: see last-run.ts.

import { lastRunOf, pairLastRun } from './last-run';
import { classes, firsts, indices, NONE, neighbors, scratch, setU32, u32At, vertexCount } from './state';

/** Buckets of more edges than this are sorted by the other end first. */
const SMALL_BUCKET: u32 = 48;

/* @inline */ export function nextCorner(slot: u32): u32 {
  return slot % 3 === 2 ? slot - 2 : slot + 1;
}

/** `scratch` has a word per vertex and one more, then two per slot. */
export function pairEdges(good: u32): void {
  const slotCount = good * 3;
  const starts = scratch;
  const list = scratch + ((usize(vertexCount) + 4) << 2);
  const last = lastRunOf(slotCount);
  memory.fill(neighbors, 0xff, usize(slotCount) << 2);
  memory.fill(starts, 0, (usize(vertexCount) + 1) << 2);
  for (let slot: u32 = 0; slot < slotCount; slot++) {
    const key = min<u32>(u32At(classes, slot), u32At(classes, nextCorner(slot)));
    setU32(starts, key, u32At(starts, key) + 1);
  }
  let sum: u32 = 0;
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    const count = u32At(starts, vertex);
    setU32(starts, vertex, sum);
    sum += count;
  }
  for (let slot: u32 = 0; slot < slotCount; slot++) {
    const key = min<u32>(u32At(classes, slot), u32At(classes, nextCorner(slot)));
    const at = u32At(starts, key);
    setU32(list, at, slot);
    setU32(starts, key, at + 1);
  }
  const lastClass = last === NONE ? NONE : u32At(indices, last);
  let from: u32 = 0;
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    const to = u32At(starts, vertex);
    if (to - from > SMALL_BUCKET) pairLarge(list + (usize(from) << 2), to - from, last, lastClass);
    else pairSmall(list + (usize(from) << 2), to - from, last, lastClass);
    from = to;
  }
  pairLastRun(slotCount, last, list);
}

/** Whether an edge belongs to the last run, which is paired separately. */
/* @inline */ function isLast(a: u32, b: u32, last: u32, lastClass: u32): bool {
  if (a === lastClass) return u32At(firsts, b) > last;
  return b === lastClass && u32At(firsts, a) > last;
}

/* @inline */ function pair(a: u32, b: u32): void {
  setU32(neighbors, a, b);
  setU32(neighbors, b, a);
}

function pairSmall(list: usize, count: u32, last: u32, lastClass: u32): void {
  for (let i: u32 = 0; i + 1 < count; i++) {
    const slot = u32At(list, i);
    if (u32At(neighbors, slot) !== NONE) continue;
    const a = u32At(classes, slot);
    const b = u32At(classes, nextCorner(slot));
    if (isLast(a, b, last, lastClass)) continue;
    for (let k = i + 1; k < count; k++) {
      const other = u32At(list, k);
      if (u32At(classes, other) !== b || u32At(classes, nextCorner(other)) !== a) continue;
      if (u32At(neighbors, other) !== NONE) continue;
      pair(slot, other);
      break;
    }
  }
}

/** Sorts by the other end, then pairs each run of equal ends: many edges between the same two vertices are rare. */
function pairLarge(list: usize, count: u32, last: u32, lastClass: u32): void {
  const vertex = min<u32>(u32At(classes, u32At(list, 0)), u32At(classes, nextCorner(u32At(list, 0))));
  sortByOtherEnd(list, count, vertex);
  for (let from: u32 = 0; from < count; ) {
    const end = otherEnd(u32At(list, from), vertex);
    let to = from + 1;
    while (to < count && otherEnd(u32At(list, to), vertex) === end) to++;
    pairRun(list + (usize(from) << 2), to - from, vertex, last, lastClass, end);
    from = to;
  }
}

/**
 * All edges connect the same two vertices: each takes the first free one of the other direction after it. Two marks that only advance
 * are enough, because later edges never find earlier partners.
 */
function pairRun(list: usize, count: u32, vertex: u32, last: u32, lastClass: u32, end: u32): void {
  if (isLast(vertex, end, last, lastClass)) return;
  let outward: u32 = 0;
  let inward: u32 = 0;
  for (let i: u32 = 0; i + 1 < count; i++) {
    const slot = u32At(list, i);
    if (u32At(neighbors, slot) !== NONE) continue;
    const isOutward = u32At(classes, slot) === vertex;
    let k = max<u32>(isOutward ? inward : outward, i + 1);
    while (k < count) {
      const other = u32At(list, k);
      if ((u32At(classes, other) === vertex) !== isOutward && u32At(neighbors, other) === NONE) break;
      k++;
    }
    if (isOutward) inward = k;
    else outward = k;
    if (k < count) pair(slot, u32At(list, k));
  }
}

/* @inline */ function otherEnd(slot: u32, vertex: u32): u32 {
  const a = u32At(classes, slot);
  return a === vertex ? u32At(classes, nextCorner(slot)) : a;
}

/* @inline */ function comesBefore(a: u32, b: u32, vertex: u32): bool {
  const x = otherEnd(a, vertex);
  const y = otherEnd(b, vertex);
  return x < y || (x === y && a < b);
}

/** Heapsort. */
function sortByOtherEnd(list: usize, count: u32, vertex: u32): void {
  for (let i = count >> 1; i > 0; i--) sift(list, i - 1, count, vertex);
  for (let end = count - 1; end > 0; end--) {
    const largest = u32At(list, 0);
    setU32(list, 0, u32At(list, end));
    setU32(list, end, largest);
    sift(list, 0, end, vertex);
  }
}

function sift(list: usize, at: u32, count: u32, vertex: u32): void {
  const held = u32At(list, at);
  while (true) {
    let child = at * 2 + 1;
    if (child >= count) break;
    if (child + 1 < count && comesBefore(u32At(list, child), u32At(list, child + 1), vertex)) child++;
    if (!comesBefore(held, u32At(list, child), vertex)) break;
    setU32(list, at, u32At(list, child));
    at = child;
  }
  setU32(list, at, held);
}
