// The triangles that touch the open meshlet. A byte says how much each should be taken next: 0 if it adds no vertex, 1 if it is the last one
// of a vertex, then those that leave the fewest loose ends. Of the lowest, the one with the best score is taken. Instead of
// looking at all triangles of all vertices of the meshlet for each choice, the bytes are updated around what was taken last.

import { centerX, centerY, centerZ, normalX, normalY, normalZ, openVertex, openVertices } from './open-meshlet';
import {
  coneOf,
  corners,
  DONE,
  entries,
  frontier,
  lists,
  NONE,
  OUTSIDE,
  offsets,
  priorities,
  setU32,
  states,
  u32At,
} from './state';

let count: u32 = 0;
let radius: f32 = 0;
let coneWeight: f32 = 0;

/** `expectedRadius`: of a meshlet. */
export function setScoring(expectedRadius: f32, weight: f32): void {
  radius = expectedRadius;
  coneWeight = weight;
  count = 0;
  store<u64>(priorities, -1);
  store<u64>(priorities, -1, 8);
}

export function clearFrontier(): void {
  for (let i: u32 = 0; i < count; i++) setU32(entries, u32At(frontier, i), OUTSIDE);
  // Bytes past the end are 255: sixteen are compared at once.
  for (let i: u32 = 0; i < count; i += 16) v128.store(priorities + usize(i), i8x16.splat(-1));
  count = 0;
}

/** Low is better. */
/* @inline */ function priorityOf(triangle: u32): u32 {
  const at = corners(triangle);
  const a = u32At(states, load<u32>(at));
  const b = u32At(states, load<u32>(at, 4));
  const c = u32At(states, load<u32>(at, 8));
  const added = (a & 1) + (b & 1) + (c & 1);
  if (added === 0) return 0;
  // Without the last bit: one triangle left is 2, two are 4.
  const liveA = a & ~1;
  const liveB = b & ~1;
  const liveC = c & ~1;
  if (liveA === 2 || liveB === 2 || liveC === 2) return 1;
  return added + (u32(liveA === 4) + u32(liveB === 4) + u32(liveC === 4) >= 2 ? 1 : 2);
}

function removeFromList(vertex: u32, triangle: u32): void {
  const state = u32At(states, vertex);
  const first = lists + (usize(u32At(offsets, vertex)) << 2);
  const last = first + (usize((state >> 1) - 1) << 2);
  for (let at = first; at <= last; at += 4)
    if (load<u32>(at) === triangle) {
      store<u32>(at, load<u32>(last));
      setU32(states, vertex, state - 2);
      return;
    }
}

/** Enters the triangles of a vertex, or updates them. */
function refresh(vertex: u32): void {
  let at = lists + (usize(u32At(offsets, vertex)) << 2);
  const end = at + (usize(u32At(states, vertex) >> 1) << 2);
  for (; at < end; at += 4) {
    const triangle = load<u32>(at);
    let entry = u32At(entries, triangle);
    if (entry === OUTSIDE) {
      entry = count++;
      setU32(entries, triangle, entry);
      setU32(frontier, entry, triangle);
      if ((count & 15) === 0) v128.store(priorities + usize(count), i8x16.splat(-1));
    }
    store<u8>(priorities + usize(entry), u8(priorityOf(triangle)));
  }
}

/** Removes a triangle from the lists and the frontier, after it was added to the meshlet. */
export function settle(triangle: u32): void {
  const entry = u32At(entries, triangle);
  setU32(entries, triangle, DONE);
  if (entry !== OUTSIDE) {
    count--;
    const moved = u32At(frontier, count);
    if (moved !== triangle) {
      setU32(frontier, entry, moved);
      setU32(entries, moved, entry);
      store<u8>(priorities + usize(entry), load<u8>(priorities + usize(count)));
    }
    store<u8>(priorities + usize(count), 0xff);
  }
  const at = corners(triangle);
  const a = load<u32>(at);
  const b = load<u32>(at, 4);
  const c = load<u32>(at, 8);
  removeFromList(a, triangle);
  removeFromList(b, triangle);
  removeFromList(c, triangle);
  refresh(a);
  refresh(b);
  refresh(c);
}

/** Low is better: near the center, and facing the same way. */
/* @inline */ function scoreOf(triangle: u32): f32 {
  const cone = coneOf(triangle);
  const x = load<f32>(cone) - centerX;
  const y = load<f32>(cone, 4) - centerY;
  const z = load<f32>(cone, 8) - centerZ;
  const distance = sqrt<f32>(x * x + y * y + z * z);
  const spread = load<f32>(cone, 12) * normalX + load<f32>(cone, 16) * normalY + load<f32>(cone, 20) * normalZ;
  const facing = f32(1) - spread * coneWeight;
  return (f32(1) + (distance / radius) * (f32(1) - coneWeight)) * max<f32>(facing, 1e-3);
}

/** The lowest of all bytes. */
/* @inline */ function lowestPriority(): u32 {
  let low = v128.load(priorities);
  for (let i: u32 = 16; i < count; i += 16) low = i8x16.min_u(low, v128.load(priorities + usize(i)));
  low = i8x16.min_u(low, v128.shuffle<i64>(low, low, 1, 0));
  low = i8x16.min_u(low, v128.shuffle<i32>(low, low, 1, 0, 3, 2));
  low = i8x16.min_u(low, v128.shuffle<i16>(low, low, 1, 0, 3, 2, 5, 4, 7, 6));
  return min<u32>(u32(i8x16.extract_lane_u(low, 0)), u32(i8x16.extract_lane_u(low, 1)));
}

/** The best triangle of the frontier; NONE if it is empty. */
export function bestNeighbor(): u32 {
  if (count === 0) return NONE;
  const priority = i8x16.splat(i8(lowestPriority()));
  let best: u32 = NONE;
  let least: f32 = Infinity;
  let isTied = false;
  for (let i: u32 = 0; i < count; i += 16) {
    let mask = i8x16.bitmask(i8x16.eq(v128.load(priorities + usize(i)), priority));
    for (; mask !== 0; mask &= mask - 1) {
      const triangle = u32At(frontier, i + u32(ctz(mask)));
      const score = scoreOf(triangle);
      if (score > least) continue;
      // Also if one of them is not a number, and from then on.
      isTied = !(score < least);
      least = score;
      best = triangle;
    }
  }
  return isTied ? firstBest() : best;
}

/** The same by definition: of those with equal scores, the first one among the triangles of the first vertex. */
function firstBest(): u32 {
  let best: u32 = NONE;
  let lowest: u32 = 5;
  let least = f32.MAX_VALUE;
  for (let i: u32 = 0; i < openVertices; i++) {
    const vertex = openVertex(i);
    let at = lists + (usize(u32At(offsets, vertex)) << 2);
    const end = at + (usize(u32At(states, vertex) >> 1) << 2);
    for (; at < end; at += 4) {
      const triangle = load<u32>(at);
      const priority = u32(load<u8>(priorities + usize(u32At(entries, triangle))));
      if (priority > lowest) continue;
      const score = scoreOf(triangle);
      if (priority === lowest && !(score < least)) continue;
      best = triangle;
      lowest = priority;
      least = score;
    }
  }
  return best;
}
