// The tangent of each group: the directions of its triangles, projected to the plane of the normal and weighted by the angle at the vertex.
// If two members point in exactly opposite directions, each corner ignores the members opposite to it.

import { arcCosine } from './acos';
import { sortSlots } from './last-run';
import {
  ANY,
  chosen,
  classes,
  cornerCount,
  directions,
  flags,
  groups,
  isGltf,
  members,
  ORIENTED,
  order,
  setU32,
  tangents,
  u32At,
  vertexAt,
} from './state';
import { dot, isNotZero, length, store3 } from './triangles';

/** Bytes per member in `room`: its two directions in the plane of the normal, its weight, and whether it has no direction. */
const ROW: usize = 32;

/** If all cosines to the first member are above this, no two members are opposite. */
const NEAR: f32 = 0.1;

/* @inline */ function normalize(v: v128): v128 {
  if (isNotZero(f32x4.extract_lane(v, 0)) || isNotZero(f32x4.extract_lane(v, 1)) || isNotZero(f32x4.extract_lane(v, 2)))
    return f32x4.mul(f32x4.splat(f32(1) / length(v)), v);
  return v;
}

/** A direction projected to the plane of the normal and normalized. */
/* @inline */ function flatten(v: v128, normal: v128): v128 {
  return normalize(f32x4.sub(v, f32x4.mul(f32x4.splat(dot(normal, v)), normal)));
}

/* @inline */ function isUnit(v: v128): bool {
  const squared = dot(v, v);
  return squared > f32(0.9) && squared < f32(1.1);
}

/** `room`: 32 bytes per member of the largest group. */
export function evaluateGroups(from: u32, to: u32, groupCount: u32, room: usize): void {
  // The last place has the first triangle without an area. If that is the last triangle, places equal triangles.
  const last = cornerCount / 3 - 1;
  const isInOrder = u32At(order, last) === last;
  for (let group = from; group < to; group++) {
    const first = u32At(groups, group);
    const count = u32At(groups, group + 1) - first;
    const list = members + (usize(first) << 2);
    sortSlots(list, count);
    const isPlain = readMembers(list, count, room);
    const orientation = u32(load<u8>(flags + u32At(list, 0) / 3)) & ORIENTED;
    if (isPlain) {
      let sum = f32x4.splat(0);
      for (let i: u32 = 0; i < count; i++) sum = f32x4.add(sum, weighted(room + usize(i) * ROW));
      writeTangent(1 + group, sum, orientation);
    }
    for (let i: u32 = 0; i < count; i++) {
      const tangent = isPlain ? 1 + group : 1 + groupCount + first + i;
      if (!isPlain) writeTangent(tangent, sumFor(i, count, room), orientation);
      const slot = u32At(list, i);
      const place = slot / 3;
      setU32(chosen, isInOrder ? slot : u32At(order, place) * 3 + (slot - place * 3), tangent);
    }
  }
}

/** Returns true if no two members are opposite. */
function readMembers(list: usize, count: u32, room: usize): bool {
  const normal = v128.load(vertexAt(u32At(classes, u32At(list, 0))), 12);
  let isPlain = true;
  let hasFirst = false;
  let firstS = f32x4.splat(0);
  let firstT = firstS;
  for (let i: u32 = 0; i < count; i++) {
    const slot = u32At(list, i);
    const place = slot / 3;
    const row = room + usize(i) * ROW;
    const isAny = (u32(load<u8>(flags + place)) & ANY) !== 0;
    const given = directions + usize(place) * 24;
    const s = flatten(v128.load(given), normal);
    const t = flatten(v128.load(given, 12), normal);
    store3(row, s);
    store3(row + 12, t);
    store<f32>(row, isAny ? 0 : weightOf(slot, place, normal), 24);
    store<u32>(row, isAny ? 1 : 0, 28);
    if (isAny) continue;
    if (!hasFirst) {
      hasFirst = true;
      firstS = s;
      firstT = t;
    }
    isPlain = isPlain && isUnit(s) && isUnit(t) && dot(firstS, s) > NEAR && dot(firstT, t) > NEAR;
  }
  return isPlain;
}

/** The angle between the two edges at the corner, seen along the normal. */
/* @inline */ function weightOf(slot: u32, place: u32, normal: v128): f32 {
  const first = place * 3;
  const corner = slot - first;
  const at = v128.load(vertexAt(u32At(classes, slot)));
  const before = v128.load(vertexAt(u32At(classes, first + (corner > 0 ? corner - 1 : 2))));
  const after = v128.load(vertexAt(u32At(classes, first + (corner < 2 ? corner + 1 : 0))));
  const cosine = dot(flatten(f32x4.sub(before, at), normal), flatten(f32x4.sub(after, at), normal));
  return f32(arcCosine(f64(cosine > 1 ? f32(1) : cosine < -1 ? f32(-1) : cosine)));
}

/* @inline */ function weighted(row: usize): v128 {
  // A member without direction is skipped, not added with weight zero: 0 · ∞ is NaN.
  if (load<u32>(row, 28) !== 0) return f32x4.splat(0);
  return f32x4.mul(f32x4.splat(load<f32>(row, 24)), v128.load(row));
}

/** The sum over the members that are not opposite to member `i`. */
function sumFor(i: u32, count: u32, room: usize): v128 {
  const own = room + usize(i) * ROW;
  const s = v128.load(own);
  const t = v128.load(own, 12);
  const isAny = load<u32>(own, 28) !== 0;
  let sum = f32x4.splat(0);
  for (let k: u32 = 0; k < count; k++) {
    const row = room + usize(k) * ROW;
    if (load<u32>(row, 28) !== 0) continue;
    if (isAny || k === i || (dot(s, v128.load(row)) > -1 && dot(t, v128.load(row, 12)) > -1))
      sum = f32x4.add(sum, weighted(row));
  }
  return sum;
}

function writeTangent(number: u32, sum: v128, orientation: u32): void {
  const at = tangents + (usize(number) << 4);
  const direction = normalize(sum);
  const sign: f32 = orientation !== 0 ? 1 : -1;
  if (!isGltf) {
    v128.store(at, f32x4.replace_lane(direction, 3, sign));
    return;
  }
  const size =
    f64(f32x4.extract_lane(direction, 0)) +
    f64(f32x4.extract_lane(direction, 1)) +
    f64(f32x4.extract_lane(direction, 2));
  const hasFiniteSize = size - size === 0;
  v128.store(at, f32x4.replace_lane(hasFiniteSize ? direction : f32x4.splat(0), 3, -sign));
}

/** The tangent of corners without a group. */
export function writeFallback(): void {
  v128.store(tangents, f32x4(1, 0, 0, isGltf ? 1 : -1));
}

export function largestGroup(groupCount: u32): u32 {
  let largest: u32 = 0;
  for (let group: u32 = 0; group < groupCount; group++)
    largest = max<u32>(largest, u32At(groups, group + 1) - u32At(groups, group));
  return largest;
}
