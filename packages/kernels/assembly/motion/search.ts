// Finds few bits for the tracks of one segment that keep every joint within its limit. Reference: src/reference/motion/search.ts.

import { compose, distance, multiply } from './chain';
import { setExponent, write } from './code';
import {
  BITS,
  changed,
  EXPONENT,
  ends,
  errors,
  FAILED_AT,
  firstTracks,
  isHopeless,
  JOINT,
  jointCount,
  jointNumber,
  jointWord,
  limits,
  locals,
  localsOf,
  MAX,
  MIN,
  matrices,
  matricesOf,
  NEXT,
  parents,
  path,
  rowBytes,
  SUSPECT,
  shells,
  sortKeys,
  sourceLocals,
  sourceMatrices,
  spare,
  trackAt,
  trackCount,
  triedErrors,
  triedMatrices,
  VALUES,
} from './memory';

const ALONE: f64 = 0.8;
const COARSEN_ROUNDS: i32 = 8;

let clock: i32 = 0;

/** `above`: the matrices of the parent's list. */
function place(joint: i32, own: usize, above: usize, out: usize): void {
  const parent = jointWord(parents, joint);
  if (parent < 0) {
    compose(localsOf(own, joint), out);
    return;
  }
  compose(localsOf(own, joint), spare);
  multiply(matricesOf(above, parent), spare, out);
}

/** The error of a joint, divided by its limit. */
function errorOf(joint: i32, own: usize): f64 {
  return distance(matricesOf(sourceMatrices, joint), own, jointNumber(shells, joint)) / jointNumber(limits, joint);
}

export function placeAll(): void {
  for (let joint = 0; joint < jointCount; joint++) {
    const own = matricesOf(matrices, joint);
    place(joint, locals, matrices, own);
    store<f64>(errors + (usize(joint) << 3), errorOf(joint, own));
  }
}

export function placeSource(): void {
  for (let joint = 0; joint < jointCount; joint++)
    place(joint, sourceLocals, sourceMatrices, matricesOf(sourceMatrices, joint));
}

/** Moves one joint below `top` as its track does. */
/* @inline */ function placeTried(joint: i32, top: i32): f64 {
  const own = matricesOf(triedMatrices, joint);
  place(joint, locals, joint === top ? matrices : triedMatrices, own);
  return errorOf(joint, own);
}

/** Moves the joint of a track and all below it. Returns false as soon as one is farther off than `bound`, relative to its limit. */
function attempt(track: usize, bound: f64): bool {
  const top = load<i32>(track, JOINT);
  const suspect = load<i32>(track, SUSPECT);
  let length: usize = 0;
  for (let joint = suspect; joint > top; joint = jointWord(parents, joint)) store<i32>(path + (length++ << 2), joint);
  let error = placeTried(top, top);
  while (length > 0) error = placeTried(load<i32>(path + (--length << 2)), top);
  if (!(error <= bound)) return false;
  const end = jointWord(ends, top);
  for (let joint = top; joint < end; joint++) {
    error = placeTried(joint, top);
    store<f64>(triedErrors + (usize(joint) << 3), error);
    if (error <= bound) continue;
    store<i32>(track, joint, SUSPECT);
    return false;
  }
  return true;
}

/** Keeps what was tried last. */
function commit(track: usize): void {
  const top = load<i32>(track, JOINT);
  const count = usize(jointWord(ends, top) - top);
  memory.copy(matricesOf(matrices, top), matricesOf(triedMatrices, top), count * 12 * rowBytes);
  memory.copy(errors + (usize(top) << 3), triedErrors + (usize(top) << 3), count << 3);
  store<i32>(changed + (usize(top) << 2), ++clock);
}

export function startAlone(): void {
  clock = 0;
  for (let i = 0; i < trackCount; i++) {
    const track = trackAt(i);
    const raw = load<i32>(track, MAX) + 1;
    for (let exponent = load<i32>(track, MIN); exponent <= raw; exponent++) {
      setExponent(track, exponent);
      if (attempt(track, ALONE)) break;
    }
    write(track, usize(load<u32>(track, VALUES)));
  }
  for (let i = 0; i < trackCount; i++) setExponent(trackAt(i), load<i32>(trackAt(i), EXPONENT));
  placeAll();
}

/** The joint that is farthest beyond its limit; −1 if none is. */
function worstJoint(): i32 {
  let worst: i32 = -1;
  let largest: f64 = 1;
  for (let joint = 0; joint < jointCount; joint++) {
    const error = jointNumber(errors, joint);
    if (!(error > largest) || jointWord(isHopeless, joint) !== 0) continue;
    largest = error;
    worst = joint;
  }
  return worst;
}

/* @inline */ function canBeFiner(track: usize): bool {
  return load<i32>(track, EXPONENT) <= load<i32>(track, MAX);
}

/** The track whose next finer grid lowers the error of a joint most per bit; 0 if none does. */
function bestFor(worst: i32): usize {
  const now = jointNumber(errors, worst);
  const moved = spare + 12 * rowBytes;
  let below: usize = 0;
  let free = spare + 24 * rowBytes;
  let best: usize = 0;
  let most: f64 = 0;
  for (let joint = worst; joint >= 0; joint = jointWord(parents, joint)) {
    for (let i = jointWord(firstTracks, joint); i >= 0; i = load<i32>(trackAt(i), NEXT)) {
      const track = trackAt(i);
      if (!canBeFiner(track)) continue;
      const exponent = load<i32>(track, EXPONENT);
      const bits = load<i32>(track, BITS);
      setExponent(track, exponent + 1);
      place(joint, locals, matrices, moved);
      let result = moved;
      if (below !== 0) {
        multiply(moved, below, spare);
        result = spare;
      }
      const gain = (now - errorOf(worst, result)) / f64(max<i32>(1, load<i32>(track, BITS) - bits));
      setExponent(track, exponent);
      if (!(gain > most)) continue;
      most = gain;
      best = track;
    }
    if (below === 0) {
      below = spare + 36 * rowBytes;
      compose(localsOf(locals, joint), below);
      continue;
    }
    compose(localsOf(locals, joint), spare);
    multiply(spare, below, free);
    const old = below;
    below = free;
    free = old;
  }
  return best;
}

/** Gives a track the next finer grid. */
function refineTrack(track: usize): void {
  setExponent(track, load<i32>(track, EXPONENT) + 1);
  attempt(track, Infinity);
  commit(track);
}

export function refine(): void {
  for (;;) {
    const worst = worstJoint();
    if (worst < 0) return;
    const best = bestFor(worst);
    if (best !== 0) {
      refineTrack(best);
      continue;
    }
    // If no single track helps, all of the chain become finer.
    let isFiner = false;
    for (let joint = worst; joint >= 0; joint = jointWord(parents, joint))
      for (let i = jointWord(firstTracks, joint); i >= 0; i = load<i32>(trackAt(i), NEXT))
        if (canBeFiner(trackAt(i))) {
          refineTrack(trackAt(i));
          isFiner = true;
        }
    if (!isFiner) store<i32>(isHopeless + (usize(worst) << 2), 1);
  }
}

/** Whether nothing has changed above or below since making the track coarser failed. */
function isSameAsFailed(track: usize): bool {
  const failedAt = load<i32>(track, FAILED_AT);
  if (failedAt < 0) return false;
  const top = load<i32>(track, JOINT);
  for (let joint = top; joint >= 0; joint = jointWord(parents, joint))
    if (jointWord(changed, joint) > failedAt) return false;
  const end = jointWord(ends, top);
  for (let joint = top; joint < end; joint++) if (jointWord(changed, joint) > failedAt) return false;
  return true;
}

/** The tracks with the most bits first; of equal ones the first. */
function sortTracks(): void {
  for (let i = 0; i < trackCount; i++) {
    const key = (u64(load<u32>(trackAt(i), BITS)) << 32) | u64(~u32(i));
    store<u64>(sortKeys + (usize(i) << 3), key);
  }
  for (let step = trackCount >> 1; step > 0; step >>= 1)
    for (let i = step; i < trackCount; i++) {
      const key = load<u64>(sortKeys + (usize(i) << 3));
      let at = i;
      for (; at >= step; at -= step) {
        const other = load<u64>(sortKeys + (usize(at - step) << 3));
        if (other >= key) break;
        store<u64>(sortKeys + (usize(at) << 3), other);
      }
      store<u64>(sortKeys + (usize(at) << 3), key);
    }
}

export function coarsen(): void {
  let isChanged = true;
  for (let round = 0; round < COARSEN_ROUNDS && isChanged; round++) {
    isChanged = false;
    sortTracks();
    for (let i = 0; i < trackCount; i++) {
      const track = trackAt(i32(~u32(load<u64>(sortKeys + (usize(i) << 3)))));
      const exponent = load<i32>(track, EXPONENT);
      const bits = load<i32>(track, BITS);
      if (exponent <= load<i32>(track, MIN) || isSameAsFailed(track)) continue;
      setExponent(track, exponent - 1);
      if (load<i32>(track, BITS) < bits && attempt(track, 1)) {
        commit(track);
        isChanged = true;
        continue;
      }
      setExponent(track, exponent);
      store<i32>(track, clock, FAILED_AT);
    }
  }
}
