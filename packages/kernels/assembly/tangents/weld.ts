// Vertices with equal numbers become one class. The corner that represents a class decides the order of edges, so the corners of each
// grid cell are bisected exactly as in MikkTSpace.

import { cornerCount, firsts, indices, NONE, setU32, u32At, vertexAt, vertexCount } from './state';

const CELLS: u32 = 2048;
/** Leaves with more corners use a hash table. */
const SMALL_LEAF: u32 = 24;

let axis: usize = 0;
let low: f32 = 0;
let high: f32 = 0;

/** The longest axis of the vertices that `firsts` marks. */
function chooseAxis(): void {
  let minimum = v128.load(vertexAt(u32At(indices, 0)));
  let maximum = minimum;
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    if (u32At(firsts, vertex) === NONE) continue;
    const place = v128.load(vertexAt(vertex));
    minimum = f32x4.min(minimum, place);
    maximum = f32x4.max(maximum, place);
  }
  const x = f32x4.extract_lane(maximum, 0) - f32x4.extract_lane(minimum, 0);
  const y = f32x4.extract_lane(maximum, 1) - f32x4.extract_lane(minimum, 1);
  const z = f32x4.extract_lane(maximum, 2) - f32x4.extract_lane(minimum, 2);
  if (y > x && y > z) {
    axis = 4;
    low = f32x4.extract_lane(minimum, 1);
    high = f32x4.extract_lane(maximum, 1);
  } else if (z > x) {
    axis = 8;
    low = f32x4.extract_lane(minimum, 2);
    high = f32x4.extract_lane(maximum, 2);
  } else {
    axis = 0;
    low = f32x4.extract_lane(minimum, 0);
    high = f32x4.extract_lane(maximum, 0);
  }
}

/* @inline */ function cellOf(vertex: u32): u32 {
  const value = load<f32>(vertexAt(vertex) + axis);
  const at = f32(CELLS) * ((value - low) / (high - low));
  // NaN if the mesh has no extent.
  if (!(at > 0)) return 0;
  return at >= f32(CELLS - 1) ? CELLS - 1 : u32(at);
}

/**
 * `table` gets the corners by cell, `starts` the start of each cell (and the end of the last). Returns the size of the fullest cell.
 * `firsts` has the cells of vertices until they are welded: reading one word instead of a position helps if corners are in random order.
 */
export function sortIntoCells(table: usize, starts: usize): u32 {
  memory.fill(firsts, 0xff, usize(vertexCount) << 2);
  for (let corner: u32 = 0; corner < cornerCount; corner++) setU32(firsts, u32At(indices, corner), 0);
  chooseAxis();
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++)
    if (u32At(firsts, vertex) !== NONE) setU32(firsts, vertex, cellOf(vertex));
  memory.fill(starts, 0, (usize(CELLS) + 1) << 2);
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const cell = u32At(firsts, u32At(indices, corner));
    setU32(starts, cell, u32At(starts, cell) + 1);
  }
  let sum: u32 = 0;
  let fullest: u32 = 0;
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const count = u32At(starts, cell);
    if (count > fullest) fullest = count;
    setU32(starts, cell, sum);
    sum += count;
  }
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const cell = u32At(firsts, u32At(indices, corner));
    const at = u32At(starts, cell);
    setU32(table, at, corner);
    setU32(starts, cell, at + 1);
  }
  // Every start has advanced to the next one.
  for (let cell = CELLS; cell > 0; cell--) setU32(starts, cell, u32At(starts, cell - 1));
  setU32(starts, 0, 0);
  return fullest;
}

/** 16 bytes per corner of the current cell: its position and its index. */
let places: usize = 0;
let slots: usize = 0;

/** `room`: see `weldRoom`. */
export function weldCells(from: u32, to: u32, table: usize, starts: usize, room: usize, fullest: u32): void {
  places = room;
  slots = room + (usize(fullest) << 4);
  for (let cell = from; cell < to; cell++) {
    const first = u32At(starts, cell);
    const count = u32At(starts, cell + 1) - first;
    if (count === 0) continue;
    for (let i: u32 = 0; i < count; i++) {
      const corner = u32At(table, first + i);
      const place = v128.load(vertexAt(u32At(indices, corner)));
      v128.store(places + (usize(i) << 4), i32x4.replace_lane(place, 3, i32(corner)));
    }
    split(0, count - 1);
  }
}

/* @inline */ function cornerAt(i: u32): u32 {
  return load<u32>(places + (usize(i) << 4), 12);
}

/* @inline */ function swap(i: u32, k: u32): void {
  const a = places + (usize(i) << 4);
  const b = places + (usize(k) << 4);
  const held = v128.load(a);
  v128.store(a, v128.load(b));
  v128.store(b, held);
}

function split(left: u32, right: u32): void {
  let minimum = v128.load(places + (usize(left) << 4));
  let maximum = minimum;
  for (let i = left + 1; i <= right; i++) {
    const place = v128.load(places + (usize(i) << 4));
    minimum = f32x4.min(minimum, place);
    maximum = f32x4.max(maximum, place);
  }
  const x = f32x4.extract_lane(maximum, 0) - f32x4.extract_lane(minimum, 0);
  const y = f32x4.extract_lane(maximum, 1) - f32x4.extract_lane(minimum, 1);
  const z = f32x4.extract_lane(maximum, 2) - f32x4.extract_lane(minimum, 2);
  let at: usize = 0;
  let from = f32x4.extract_lane(minimum, 0);
  let to = f32x4.extract_lane(maximum, 0);
  if (y > x && y > z) {
    at = 4;
    from = f32x4.extract_lane(minimum, 1);
    to = f32x4.extract_lane(maximum, 1);
  } else if (z > x) {
    at = 8;
    from = f32x4.extract_lane(minimum, 2);
    to = f32x4.extract_lane(maximum, 2);
  }
  const center: f32 = f32(0.5) * (to + from);
  if (center >= to || center <= from) {
    weldLeaf(left, right);
    return;
  }
  let l = left;
  let r = right;
  const column = places + at;
  while (l < r) {
    let isHigh = false;
    while (!isHigh && l < r) {
      isHigh = load<f32>(column + (usize(l) << 4)) >= center;
      if (!isHigh) l++;
    }
    let isLow = false;
    while (!isLow && l < r) {
      isLow = load<f32>(column + (usize(r) << 4)) < center;
      if (!isLow) r--;
    }
    if (isHigh && isLow) swap(l++, r--);
  }
  if (l === r) {
    if (load<f32>(column + (usize(r) << 4)) < center) l++;
    else r--;
  }
  // Compared as signed: if everything is on the right, `r` has passed below `left`.
  if (i32(left) < i32(r)) split(left, r);
  else if (left === r) keepSingle(left);
  if (l < right) split(l, right);
  else if (l === right) keepSingle(l);
}

function keepSingle(i: u32): void {
  const corner = cornerAt(i);
  setU32(firsts, u32At(indices, corner), corner);
}

/* @inline */ function isSame(a: u32, b: u32): bool {
  if (a === b) return true;
  const p = vertexAt(a);
  const q = vertexAt(b);
  return (
    v128.all_true<u32>(f32x4.eq(v128.load(p), v128.load(q))) &&
    v128.all_true<u32>(f32x4.eq(v128.load(p, 16), v128.load(q, 16)))
  );
}

/** The first of equal corners represents all. */
function weldLeaf(left: u32, right: u32): void {
  if (right - left >= SMALL_LEAF) {
    weldLargeLeaf(left, right);
    return;
  }
  // The corners that represent a class are at the front of `slots`.
  let found: u32 = 0;
  for (let i = left; i <= right; i++) {
    const corner = cornerAt(i);
    const vertex = u32At(indices, corner);
    let k: u32 = 0;
    while (k < found && !isSame(u32At(indices, u32At(slots, k)), vertex)) k++;
    if (k === found) setU32(slots, found++, corner);
    setU32(firsts, vertex, u32At(slots, k));
  }
}

function weldLargeLeaf(left: u32, right: u32): void {
  let mask: u32 = 63;
  while (mask < (right - left + 1) * 2 - 1) mask = mask * 2 + 1;
  memory.fill(slots, 0xff, (usize(mask) + 1) << 2);
  for (let i = left; i <= right; i++) {
    const corner = cornerAt(i);
    const vertex = u32At(indices, corner);
    let slot = hash(vertexAt(vertex)) & mask;
    while (true) {
      const other = u32At(slots, slot);
      if (other === NONE) {
        setU32(slots, slot, corner);
        setU32(firsts, vertex, corner);
        break;
      }
      if (isSame(u32At(indices, other), vertex)) {
        setU32(firsts, vertex, other);
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
}

/** Adding zero turns −0 into 0, which is equal. */
function hash(vertex: usize): u32 {
  let h: u32 = 0x9e3779b9;
  for (let at: usize = 0; at < 32; at += 4) {
    const bits = reinterpret<u32>(load<f32>(vertex + at) + f32(0));
    h = rotl<u32>((h ^ bits) * 0x85ebca6b, 13) * 5 + 0xe6546b64;
  }
  h ^= h >>> 16;
  h *= 0xc2b2ae35;
  return h ^ (h >>> 15);
}

/** Bytes that `weldCells` needs per thread: positions, and a hash table, for the fullest cell. */
export function weldRoom(fullest: u32): usize {
  let size: usize = 64;
  while (size < usize(fullest) * 2) size <<= 1;
  return (usize(fullest) << 4) + (size << 2);
}
