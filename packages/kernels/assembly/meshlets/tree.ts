// A k-d tree of the triangles' centers, built when nothing next to a meshlet is left for the first time. A node has 16 bytes. A branch: a word,
// whose lowest two bits are the axis and the others the size of the left half in nodes, and the split. A leaf: a word, whose lowest two bits
// are 3 and the others its number of triangles, followed by a node for each: triangle and center. A search removes triangles that are in
// meshlets when it meets them, and marks subtrees that have no others.

import { centerX, centerY, centerZ } from './open-meshlet';
import {
  CONE_BYTES,
  coneOf,
  cones,
  DONE,
  entries,
  NONE,
  nodes,
  setU32,
  treeOrder,
  triangleCount,
  u32At,
} from './state';

const LEAF: u32 = 3;
const MAX_LEAF: u32 = 8;
const MAX_DEPTH: u32 = 50;
/** The word of a subtree that is used up. */
const EMPTY: u32 = 0xffffffff;

/** So many searches look at all triangles before the tree is built: a connected mesh needs few, when little of it is left. */
const MAX_SCANS: u32 = 8;

let isBuilt = false;
let scans: u32 = 0;

export function forgetTree(): void {
  isBuilt = false;
  scans = 0;
}

/* @inline */ function nodeAt(node: u32): usize {
  return nodes + (usize(node) << 4);
}

function putLeaf(node: u32, first: u32, count: u32): u32 {
  let at = nodeAt(node);
  store<u32>(at, LEAF | (count << 2));
  for (let i: u32 = 0; i < count; i++) {
    at += 16;
    const triangle = u32At(treeOrder, first + i);
    const cone = coneOf(triangle);
    store<u32>(at, triangle);
    store<f32>(at, load<f32>(cone), 4);
    store<f32>(at, load<f32>(cone, 4), 8);
    store<f32>(at, load<f32>(cone, 8), 12);
  }
  return node + count + 1;
}

let split: f32 = 0;

/** Sets `split` to the mean along the axis with the largest variance, which it returns. Rounding errors stay small with running means. */
function chooseAxis(first: u32, count: u32): u32 {
  let mean = f32x4.splat(0);
  let variance = f32x4.splat(0);
  let number: f32 = 1;
  let share: f32 = 1;
  for (let i = first; i < first + count; i++) {
    const point = v128.load(coneOf(u32At(treeOrder, i)));
    const delta = f32x4.sub(point, mean);
    mean = f32x4.add(mean, f32x4.mul(delta, f32x4.splat(share)));
    variance = f32x4.add(variance, f32x4.mul(delta, f32x4.sub(point, mean)));
    number += 1;
    share = f32(1) / number;
  }
  const x = f32x4.extract_lane(variance, 0);
  const y = f32x4.extract_lane(variance, 1);
  const z = f32x4.extract_lane(variance, 2);
  if (x >= y && x >= z) {
    split = f32x4.extract_lane(mean, 0);
    return 0;
  }
  if (y >= z) {
    split = f32x4.extract_lane(mean, 1);
    return 1;
  }
  split = f32x4.extract_lane(mean, 2);
  return 2;
}

/** Moves those below `split` to the front, and returns their number. */
function partition(first: u32, count: u32, axis: u32): u32 {
  const base = cones + (usize(axis) << 2);
  const start = treeOrder + (usize(first) << 2);
  const end = start + (usize(count) << 2);
  let to = start;
  for (let at = start; at < end; at += 4) {
    const triangle = load<u32>(at);
    const isBelow = load<f32>(base + usize(triangle) * CONE_BYTES) < split;
    store<u32>(at, load<u32>(to));
    store<u32>(to, triangle);
    to += usize(isBelow) << 2;
  }
  return u32((to - start) >> 2);
}

/** Returns the node after the subtree. */
function build(node: u32, first: u32, count: u32, depth: u32): u32 {
  if (count <= MAX_LEAF) return putLeaf(node, first, count);
  const axis = chooseAxis(first, count);
  const value = split;
  const middle = partition(first, count, axis);
  if (middle <= MAX_LEAF / 2 || middle >= count - MAX_LEAF / 2 || depth >= MAX_DEPTH)
    return putLeaf(node, first, count);
  const right = build(node + 1, first, middle, depth + 1);
  store<u32>(nodeAt(node), axis | ((right - node - 1) << 2));
  store<f32>(nodeAt(node), value, 4);
  return build(right, first + middle, count - middle, depth + 1);
}

let nearest: u32 = NONE;
let limit: f32 = 0;

/** Removes a triangle from a leaf; the others keep their order. */
function removeAt(leaf: usize, at: usize, end: usize): void {
  for (; at + 16 < end; at += 16) v128.store(at, v128.load(at, 16));
  const word = load<u32>(leaf) - 4;
  store<u32>(leaf, word === LEAF ? EMPTY : word);
}

function searchLeaf(leaf: usize, word: u32): void {
  let at = leaf + 16;
  let end = at + (usize(word >> 2) << 4);
  while (at < end) {
    const x = load<f32>(at, 4) - centerX;
    const y = load<f32>(at, 8) - centerY;
    const z = load<f32>(at, 12) - centerZ;
    const distance = sqrt<f32>(x * x + y * y + z * z);
    if (!(distance < limit)) {
      at += 16;
      continue;
    }
    const triangle = load<u32>(at);
    if (u32At(entries, triangle) === DONE) {
      removeAt(leaf, at, end);
      end -= 16;
      continue;
    }
    nearest = triangle;
    limit = distance;
    at += 16;
  }
}

function search(node: usize): void {
  const word = load<u32>(node);
  if (word === EMPTY) return;
  const axis = word & 3;
  if (axis === LEAF) {
    searchLeaf(node, word);
    return;
  }
  const center = axis === 0 ? centerX : axis === 1 ? centerY : centerZ;
  const delta = center - load<f32>(node, 4);
  const left = node + 16;
  const right = left + (usize(word >> 2) << 4);
  // The half with the center first.
  const isLeft = delta <= 0;
  search(isLeft ? left : right);
  if (abs<f32>(delta) <= limit) search(isLeft ? right : left);
  if (load<u32>(left) === EMPTY && load<u32>(right) === EMPTY) store<u32>(node, EMPTY);
}

/* @inline */ function distanceTo(cone: usize): f32 {
  const x = load<f32>(cone) - centerX;
  const y = load<f32>(cone, 4) - centerY;
  const z = load<f32>(cone, 8) - centerZ;
  return sqrt<f32>(x * x + y * y + z * z);
}

/** Sets `nearest` without the tree. Returns false if several triangles are equally near: the tree decides which of them comes first. */
function scan(): bool {
  let isTied = false;
  for (let t: u32 = 0; t < triangleCount; t++) {
    if ((t & 3) === 0 && t + 4 <= triangleCount) {
      const four = v128.load(entries + (usize(t) << 2));
      if (i32x4.all_true(i32x4.eq(four, i32x4.splat(i32(DONE))))) {
        t += 3;
        continue;
      }
    }
    if (u32At(entries, t) === DONE) continue;
    const distance = distanceTo(coneOf(t));
    if (distance === limit) isTied = true;
    if (!(distance < limit)) continue;
    isTied = false;
    nearest = t;
    limit = distance;
  }
  return !isTied;
}

/** The triangle outside meshlets that is nearest to the center of the open meshlet; NONE if all are in meshlets. */
export function nearestTriangle(): u32 {
  nearest = NONE;
  limit = f32.MAX_VALUE;
  if (!isBuilt && scans < MAX_SCANS) {
    scans++;
    if (scan()) return nearest;
    limit = f32.MAX_VALUE;
  }
  if (!isBuilt) {
    for (let t: u32 = 0; t < triangleCount; t++) setU32(treeOrder, t, t);
    build(0, 0, triangleCount, 0);
    isBuilt = true;
  }
  search(nodes);
  return nearest;
}
