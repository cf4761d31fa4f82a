// Makes blocks cheaper for Zstd: a block may repeat an earlier one, or take the weight indices of an earlier one with endpoints fitted
// to them, if the bits saved are worth the added error at the given λ.
// Only earlier blocks of the same call are compared, so the host decides what depends on what.

import { C_INDICES, C_INDICES2, C_MODE, C_PARTITION, clearCandidate, copyCandidate, TRIAL } from './candidate';
import { dot2, sum, sums4 } from './lanes';
import { PLANAR } from './texels';

/** The steps that differ between formats. A generic function calls them directly: they use no fields and cost nothing. */
export abstract class RdoFormat {
  /** False if the block is not valid, or not to be changed. */
  abstract unpack(bytes: usize, c: usize): bool;
  /** Decodes a candidate; returns the address of its 128 bytes of texels. */
  abstract decode(c: usize): usize;
  /** Squared error of decoded texels; i32.MAX_VALUE if they cannot stand for the loaded block. */
  abstract errorOf(texels: usize): i32;
  /** First whole byte of a mode's indices. A match saves it and all that follow. */
  abstract firstIndexByte(mode: i32): i32;
  /** Fits the endpoints of a candidate to the indices it was given. */
  abstract fitEndpoints(c: usize): void;
  abstract pack(c: usize, bytes: usize): void;
}

/** The history: candidate, decoded texels and bytes of earlier blocks. */
const HISTORY: i32 = 256;
const ENTRY_BYTES: i32 = 224;
const E_TEXELS: usize = 80;
const E_BYTES: usize = 208;
/** By hash: the bytes that a block had, and those it became. If an image repeats itself, so must the changes. */
const CHANGES: i32 = 8192;
const CHANGE_BYTES: i32 = 32;
/** The host provides memory for both. */
export const SCRATCH_BYTES: i32 = HISTORY * ENTRY_BYTES + CHANGES * CHANGE_BYTES;

/** How far back whole blocks are compared, and how many of the nearest indices are fitted. */
const WHOLE_REACH: i32 = 96;
const FITTED: i32 = 10;
/** Distance and age of the nearest indices. */
const NEAREST: usize = memory.data(10 * 8);

/** Approximate bits that Zstd spends on a match. */
const MATCH_BITS: f32 = 24;

const CANDIDATE: usize = memory.data(80, 16);
const FOUND: usize = memory.data(80, 16);

let history: usize = 0;
let changes: usize = 0;
let filled: i32 = 0;
let next: i32 = 0;

export function beginRdo(scratch: usize): void {
  memory.fill(scratch, 0, SCRATCH_BYTES);
  history = scratch;
  changes = scratch + HISTORY * ENTRY_BYTES;
  filled = 0;
  next = 0;
}

/** Errors in smooth blocks are the most visible: they count up to tenfold below a deviation of 18 levels. */
function errorScale(): f32 {
  const one = i16x8.splat(1);
  const r0 = v128.load(PLANAR);
  const r1 = v128.load(PLANAR, 16);
  const g0 = v128.load(PLANAR, 32);
  const g1 = v128.load(PLANAR, 48);
  const b0 = v128.load(PLANAR, 64);
  const b1 = v128.load(PLANAR, 80);
  const a0 = v128.load(PLANAR, 96);
  const a1 = v128.load(PLANAR, 112);
  const sums = sums4(dot2(r0, r1, one, one), dot2(g0, g1, one, one), dot2(b0, b1, one, one), dot2(a0, a1, one, one));
  const squares = sums4(dot2(r0, r1, r0, r1), dot2(g0, g1, g0, g1), dot2(b0, b1, b0, b1), dot2(a0, a1, a0, a1));
  const variances = i32x4.sub(i32x4.shl(squares, 4), i32x4.mul(sums, sums));
  const pairs = i32x4.max_s(variances, i32x4.shuffle(variances, variances, 2, 3, 0, 1));
  const deviation = sqrt<f32>(f32(max(i32x4.extract_lane(pairs, 0), i32x4.extract_lane(pairs, 1)))) / 16;
  if (deviation >= 18) return 1;
  const smoothness: f32 = 1 - deviation / 18;
  return 1 + 9 * smoothness * smoothness;
}

function remember(c: usize, texels: usize, bytes: usize): void {
  const to = history + next * ENTRY_BYTES;
  copyCandidate(to, c);
  for (let i: usize = 0; i < 128; i += 16) v128.store(to + E_TEXELS + i, v128.load(texels + i));
  v128.store(to + E_BYTES, v128.load(bytes));
  next = (next + 1) % HISTORY;
  if (filled < HISTORY) filled++;
}

/** The entry of the block `age` blocks ago. */
/* @inline */ function entry(age: i32): usize {
  return history + ((next - age + HISTORY) % HISTORY) * ENTRY_BYTES;
}

/* @inline */ function distance(a: v128, b: v128): i32 {
  const d = i8x16.sub(a, b);
  const low = i16x8.extend_low_i8x16_s(d);
  const high = i16x8.extend_high_i8x16_s(d);
  return sum(dot2(low, high, low, high));
}

/** Collects the nearest indices among earlier blocks of the same mode, partition and planes. Unused indices are zero. */
function findNearest(c: usize): i32 {
  let kept = 0;
  for (let age = 1; age <= filled; age++) {
    const e = entry(age);
    if (load<i32>(e, C_MODE) !== load<i32>(c, C_MODE)) continue;
    // With the word after it: the second plane.
    if (load<u64>(e, C_PARTITION) !== load<u64>(c, C_PARTITION)) continue;
    const off =
      distance(v128.load(c, C_INDICES), v128.load(e, C_INDICES)) +
      distance(v128.load(c, C_INDICES2), v128.load(e, C_INDICES2));
    let at = kept;
    while (at > 0 && load<i32>(NEAREST + ((at - 1) << 3)) > off) {
      if (at < FITTED) store<u64>(NEAREST + (at << 3), load<u64>(NEAREST + ((at - 1) << 3)));
      at--;
    }
    if (at >= FITTED) continue;
    store<i32>(NEAREST + (at << 3), off);
    store<i32>(NEAREST + (at << 3), age, 4);
    if (kept < FITTED) kept++;
  }
  return kept;
}

/* @inline */ function changeOf(bytes: usize): usize {
  const hash = (load<u64>(bytes) ^ (load<u64>(bytes, 8) * 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
  return changes + (usize(hash >> 51) << 5);
}

function unpackInto<F extends RdoFormat>(bytes: usize, c: usize): bool {
  clearCandidate(c);
  return changetype<F>(0).unpack(bytes, c);
}

/** Decides about the loaded block, whose bytes are at `bytes`, and changes them in place. */
export function improveBlock<F extends RdoFormat>(bytes: usize, lambda: f32): void {
  const format = changetype<F>(0);
  if (!unpackInto<F>(bytes, TRIAL)) return;
  const own = format.errorOf(format.decode(TRIAL));
  if (own === i32.MAX_VALUE) return;
  const scale = errorScale();
  // However cheap it gets, no block may have more than about four times its error.
  const limit = own * 4 + 64;
  let minCost = scale * f32(own) + lambda * 128;
  let repeated: usize = 0;
  const change = changeOf(bytes);
  if (
    load<u64>(change) === load<u64>(bytes) &&
    load<u64>(change, 8) === load<u64>(bytes, 8) &&
    unpackInto<F>(change + 16, CANDIDATE)
  ) {
    const error = format.errorOf(format.decode(CANDIDATE));
    if (error <= limit) {
      minCost = min(minCost, scale * f32(error) + lambda * MATCH_BITS);
      repeated = change + 16;
    }
  }
  v128.store(change, v128.load(bytes));
  for (let age = 1; age <= min(filled, WHOLE_REACH); age++) {
    const e = entry(age);
    const error = format.errorOf(e + E_TEXELS);
    const cost = scale * f32(error) + lambda * MATCH_BITS;
    if (cost >= minCost || error > limit) continue;
    minCost = cost;
    repeated = e + E_BYTES;
  }
  const indexBits: i32 = 128 - (format.firstIndexByte(load<i32>(TRIAL, C_MODE)) << 3);
  const saved = f32(indexBits) - MATCH_BITS;
  const kept = saved > 0 ? findNearest(TRIAL) : 0;
  let isRefitted = false;
  for (let i = 0; i < kept; i++) {
    const e = entry(load<i32>(NEAREST + (i << 3), 4));
    copyCandidate(CANDIDATE, TRIAL);
    v128.store(CANDIDATE, v128.load(e, C_INDICES), C_INDICES);
    v128.store(CANDIDATE, v128.load(e, C_INDICES2), C_INDICES2);
    format.fitEndpoints(CANDIDATE);
    const error = format.errorOf(format.decode(CANDIDATE));
    const cost = scale * f32(error) + lambda * (128 - saved);
    if (cost >= minCost || error > limit) continue;
    minCost = cost;
    isRefitted = true;
    copyCandidate(FOUND, CANDIDATE);
  }
  if (isRefitted) {
    format.pack(FOUND, bytes);
    remember(FOUND, format.decode(FOUND), bytes);
  } else if (repeated !== 0) v128.store(bytes, v128.load(repeated));
  else remember(TRIAL, format.decode(TRIAL), bytes);
  v128.store(change, v128.load(bytes), 16);
}
