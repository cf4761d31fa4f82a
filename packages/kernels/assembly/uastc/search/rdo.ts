// Makes blocks cheaper for Zstd: a block may repeat an earlier one whole, or take the weight bits of an earlier one of its mode with
// endpoints fitted anew to them, where what that saves in bits is worth the added error at the given λ.
// Only earlier blocks of the same call are looked at, so the host decides what depends on what.

import {
  C_INDICES,
  C_INDICES2,
  C_MODE,
  C_PARTITION,
  C_PLANE,
  copyCandidate,
  OTHER,
  TRIAL,
} from '../../block/candidate';
import { squaredDifferences, sum } from '../../block/lanes';
import { isSolid, PLANAR } from '../../block/texels';
import { quantise, refit } from '../fit/refine';
import { loadBlock, SUMS } from '../load';
import { modePlanes, modeSubsets, SOLID } from '../pack/modes';
import { reconstruct } from '../pack/reconstruct';
import { unpackBlock } from '../pack/unpack';
import { DECODED, weighA, weighB, weighG, weighR, weighted } from '../state';

/** Earlier blocks kept: candidate, decoded texels, bytes. */
const RING: i32 = 256;
const ENTRY: i32 = 224;
/** What each block was and what became of it, by hash: where an image repeats itself, so must the changes. */
const SEEN: i32 = 8192;
/** The host lends the memory for both. */
export const SCRATCH_BYTES: i32 = RING * ENTRY + SEEN * 32;
let ring: usize = 0;
let seen: usize = 0;
const E_DECODED: usize = 80;
const E_BYTES: usize = 208;
/** How far back whole blocks are compared, and how many of the nearest weights are fitted. */
const WHOLE_REACH: i32 = 96;
const FITTED: i32 = 10;
const NEAREST: usize = memory.data(10 * 8);

/** First whole byte of the weights by mode; what follows is saved by a match. */
const WEIGHT_BYTES: usize = memory.data<u8>([9, 9, 10, 12, 12, 9, 9, 12, 16, 13, 9, 9, 11, 12, 12, 8, 13, 8, 7]);
/** Bits Zstd spends on a match, about. */
const MATCH_BITS: f32 = 24;

let filled: i32 = 0;
let slot: usize = 0;
let next: i32 = 0;

/* @inline */ function channelError(at: usize, shown: usize, weigh: i32): v128 {
  const error = i32x4.add(
    squaredDifferences(v128.load(PLANAR + at), v128.load(shown + at)),
    squaredDifferences(v128.load(PLANAR + at, 16), v128.load(shown + at, 16)),
  );
  return weighted ? i32x4.mul(error, i32x4.splat(weigh)) : error;
}

/** Squared error of decoded texels against the loaded block. */
function errorOf(shown: usize): i32 {
  return sum(
    i32x4.add(
      i32x4.add(channelError(0, shown, weighR), channelError(32, shown, weighG)),
      i32x4.add(channelError(64, shown, weighB), channelError(96, shown, weighA)),
    ),
  );
}

/** Errors in smooth blocks are seen first: they count up to tenfold below a deviation of 18 levels. */
function smoothness(): f32 {
  let most = 0;
  for (let i: usize = 0; i < 16; i += 4) {
    const total = load<i32>(SUMS + i);
    most = max(most, (load<i32>(SUMS + i, 16) << 4) - total * total);
  }
  const deviation = sqrt<f32>(f32(most)) / 16;
  if (deviation >= 18) return 1;
  const calm: f32 = 1 - deviation / 18;
  return 1 + 9 * calm * calm;
}

function remember(c: usize, bytes: usize): void {
  const to = ring + next * ENTRY;
  copyCandidate(to, c);
  for (let i: usize = 0; i < 128; i += 16) v128.store(to + E_DECODED + i, v128.load(DECODED + i));
  v128.store(to + E_BYTES, v128.load(bytes));
  next = (next + 1) % RING;
  if (filled < RING) filled++;
}

/* @inline */ function entry(back: i32): usize {
  return ring + ((next - back + RING) % RING) * ENTRY;
}

/* @inline */ function weightDistance(a: usize, b: usize, dual: bool): i32 {
  let d = i8x16.sub(v128.load(a, C_INDICES), v128.load(b, C_INDICES));
  let low = i16x8.extend_low_i8x16_s(d);
  let high = i16x8.extend_high_i8x16_s(d);
  let total = i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high));
  if (dual) {
    d = i8x16.sub(v128.load(a, C_INDICES2), v128.load(b, C_INDICES2));
    low = i16x8.extend_low_i8x16_s(d);
    high = i16x8.extend_high_i8x16_s(d);
    total = i32x4.add(total, i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
  }
  return sum(total);
}

/** Collects the nearest weights among earlier blocks of the same mode and pattern. */
function findNearest(c: usize, mode: i32): i32 {
  const dual = modePlanes(mode) === 2;
  const subsets = modeSubsets(mode) > 1;
  let kept = 0;
  for (let back = 1; back <= filled; back++) {
    const e = entry(back);
    if (load<i32>(e, C_MODE) !== mode) continue;
    if (subsets && load<i32>(e, C_PARTITION) !== load<i32>(c, C_PARTITION)) continue;
    if (dual && load<i32>(e, C_PLANE) !== load<i32>(c, C_PLANE)) continue;
    const distance = weightDistance(c, e, dual);
    let at = kept;
    while (at > 0 && load<i32>(NEAREST + ((at - 1) << 3)) > distance) {
      if (at < FITTED) store<u64>(NEAREST + (at << 3), load<u64>(NEAREST + ((at - 1) << 3)));
      at--;
    }
    if (at >= FITTED) continue;
    store<i32>(NEAREST + (at << 3), distance);
    store<i32>(NEAREST + (at << 3), back, 4);
    if (kept < FITTED) kept++;
  }
  return kept;
}

/** Takes the weights of an earlier block and fits the endpoints to them. */
function borrow(c: usize, from: usize, mode: i32): void {
  v128.store(c, v128.load(from, C_INDICES), C_INDICES);
  v128.store(c, v128.load(from, C_INDICES2), C_INDICES2);
  if (refit(c, mode)) quantise(c, mode);
}

export const KEPT: i32 = 0;
export const REPEATED: i32 = 1;
export const REFITTED: i32 = 2;

export function beginRdo(scratch: usize): void {
  memory.fill(scratch, 0, SCRATCH_BYTES);
  ring = scratch;
  seen = scratch + RING * ENTRY;
  filled = 0;
  next = 0;
}

/* @inline */ function slotOf(bytes: usize): usize {
  const mixed = (load<u64>(bytes) ^ (load<u64>(bytes, 8) * 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
  return seen + (usize(mixed >> 51) << 5);
}

/** Decides on one block. REPEATED has written the block; REFITTED leaves the new candidate in OTHER, to be packed, after which
 *  `rememberRefitted` must be called. */
export function improveBlock(src: usize, stride: usize, twoChannels: bool, bytes: usize, lambda: f32): i32 {
  loadBlock(src, stride, twoChannels);
  if (isSolid || !unpackBlock(bytes, TRIAL)) return KEPT;
  const mode = load<i32>(TRIAL, C_MODE);
  if (mode === SOLID) return KEPT;
  reconstruct(TRIAL);
  const own = errorOf(DECODED);
  const scale = smoothness();
  // However cheap, no block may get worse than four times its error and a little.
  const limit = own * 4 + 64;
  let least = scale * f32(own) + lambda * 128;
  let found: usize = 0;
  slot = slotOf(bytes);
  if (
    load<u64>(slot) === load<u64>(bytes) &&
    load<u64>(slot, 8) === load<u64>(bytes, 8) &&
    unpackBlock(slot + 16, CANDIDATE)
  ) {
    reconstruct(CANDIDATE);
    const error = errorOf(DECODED);
    if (error <= limit) {
      least = min(least, scale * f32(error) + lambda * MATCH_BITS);
      found = slot + 16;
    }
  }
  v128.store(slot, v128.load(bytes));
  for (let back = 1; back <= min(filled, WHOLE_REACH); back++) {
    const e = entry(back);
    const error = errorOf(e + E_DECODED);
    const cost = scale * f32(error) + lambda * MATCH_BITS;
    if (cost >= least || error > limit) continue;
    least = cost;
    found = e + E_BYTES;
  }
  let refitted = false;
  const weightBits: i32 = 128 - (i32(load<u8>(WEIGHT_BYTES + mode)) << 3);
  const saved = f32(weightBits) - MATCH_BITS;
  const kept = saved > 0 ? findNearest(TRIAL, mode) : 0;
  for (let i = 0; i < kept; i++) {
    copyCandidate(CANDIDATE, TRIAL);
    borrow(CANDIDATE, entry(load<i32>(NEAREST + (i << 3), 4)), mode);
    reconstruct(CANDIDATE);
    const error = errorOf(DECODED);
    const cost = scale * f32(error) + lambda * (128 - saved);
    if (cost >= least || error > limit) continue;
    least = cost;
    refitted = true;
    copyCandidate(OTHER, CANDIDATE);
  }
  if (refitted) return REFITTED;
  if (found !== 0) {
    const whole = v128.load(found);
    v128.store(bytes, whole);
    v128.store(slot, whole, 16);
    return REPEATED;
  }
  v128.store(slot, v128.load(bytes), 16);
  reconstruct(TRIAL);
  remember(TRIAL, bytes);
  return KEPT;
}

const CANDIDATE: usize = memory.data(80, 16);

/** Takes a refitted block, now packed and shown in DECODED, into memory. */
export function rememberRefitted(c: usize, bytes: usize): void {
  v128.store(slot, v128.load(bytes), 16);
  remember(c, bytes);
}
