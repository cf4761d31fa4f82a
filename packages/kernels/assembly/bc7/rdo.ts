// Makes blocks cheaper for Zstd: a block may repeat an earlier one whole, or take the index bits of an earlier one of its mode with ends
// fitted anew to them, where what that saves in bits is worth the added error at the given λ.
// Only earlier blocks of the same call are looked at, so the host decides what depends on what.

import { C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE, copyCandidate, TRIAL } from '../block/candidate';
import { sum } from '../block/lanes';
import { borrowIndices } from './borrow';
import { MOMENTS, wholeMoments } from './moments';
import { pack } from './pack';
import { showCandidate, shownError } from './show';
import { unpack } from './unpack';

/** Earlier blocks kept: candidate, texels as shown, bytes. */
const RING: i32 = 256;
const ENTRY: i32 = 224;
const E_SHOWN: usize = 80;
const E_BYTES: usize = 208;
/** What each block was and what became of it, by hash: where an image repeats itself, so must the changes. */
const SEEN: i32 = 8192;
/** The host lends the memory for both. */
export const SCRATCH_BYTES: i32 = RING * ENTRY + SEEN * 32;
let ring: usize = 0;
let seen: usize = 0;
/** How far back whole blocks are compared, and how many of the nearest indices are fitted. */
const WHOLE_REACH: i32 = 96;
const FITTED: i32 = 10;
const NEAREST: usize = memory.data(10 * 8);

/** First whole byte of the indices by mode; what follows is saved by a match. */
const INDEX_BYTES: usize = memory.data<u8>([11, 11, 13, 13, 7, 9, 9, 13]);
/** Bits Zstd spends on a match, about. */
const MATCH_BITS: f32 = 24;

const SHOWN: usize = memory.data(128, 16);
const CANDIDATE: usize = memory.data(80, 16);
const BORROWED: usize = memory.data(80, 16);
let filled: i32 = 0;
let next: i32 = 0;

export function beginRdo(scratch: usize): void {
  memory.fill(scratch, 0, SCRATCH_BYTES);
  ring = scratch;
  seen = scratch + RING * ENTRY;
  filled = 0;
  next = 0;
}

/** Errors in smooth blocks are seen first: they count up to tenfold below a deviation of 18 levels. */
function smoothness(): f32 {
  wholeMoments(0);
  let most: f32 = 0;
  for (let i: usize = 0; i < 16; i += 4) {
    const total = load<f32>(MOMENTS + i);
    most = max(most, load<f32>(MOMENTS + i, 16) * 16 - total * total);
  }
  const deviation = sqrt<f32>(most) / 16;
  if (deviation >= 18) return 1;
  const calm: f32 = 1 - deviation / 18;
  return 1 + 9 * calm * calm;
}

function remember(c: usize, bytes: usize): void {
  const to = ring + next * ENTRY;
  copyCandidate(to, c);
  showCandidate(c, to + E_SHOWN);
  v128.store(to + E_BYTES, v128.load(bytes));
  next = (next + 1) % RING;
  if (filled < RING) filled++;
}

/* @inline */ function entry(back: i32): usize {
  return ring + ((next - back + RING) % RING) * ENTRY;
}

/* @inline */ function distance(a: v128, b: v128): i32 {
  const d = i8x16.sub(a, b);
  const low = i16x8.extend_low_i8x16_s(d);
  const high = i16x8.extend_high_i8x16_s(d);
  return sum(i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
}

/** Collects the nearest indices among earlier blocks of the same mode, partition and rotation. Unused indices are all alike. */
function findNearest(c: usize): i32 {
  let kept = 0;
  for (let back = 1; back <= filled; back++) {
    const e = entry(back);
    if (load<i32>(e, C_MODE) !== load<i32>(c, C_MODE)) continue;
    if (load<i32>(e, C_PARTITION) !== load<i32>(c, C_PARTITION) || load<i32>(e, C_PLANE) !== load<i32>(c, C_PLANE))
      continue;
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
    store<i32>(NEAREST + (at << 3), back, 4);
    if (kept < FITTED) kept++;
  }
  return kept;
}

/* @inline */ function slotOf(bytes: usize): usize {
  const mixed = (load<u64>(bytes) ^ (load<u64>(bytes, 8) * 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
  return seen + (usize(mixed >> 51) << 5);
}

/** The squared error of a block's bytes; i32.MAX_VALUE where they are none. */
function bytesError(bytes: usize): i32 {
  v128.store(CANDIDATE, i8x16.splat(0), C_INDICES2);
  if (!unpack(bytes, CANDIDATE)) return i32.MAX_VALUE;
  showCandidate(CANDIDATE, SHOWN);
  return shownError(SHOWN);
}

/** Decides on the loaded block, which is `bytes` now. */
export function improveBlock(bytes: usize, lambda: f32): void {
  v128.store(TRIAL, i8x16.splat(0), C_INDICES2);
  if (!unpack(bytes, TRIAL)) return;
  showCandidate(TRIAL, SHOWN);
  const own = shownError(SHOWN);
  if (own === i32.MAX_VALUE) return;
  const scale = smoothness();
  // However cheap, no block may get worse than four times its error and a little.
  const limit = own * 4 + 64;
  let least = scale * f32(own) + lambda * 128;
  let found: usize = 0;
  const slot = slotOf(bytes);
  if (load<u64>(slot) === load<u64>(bytes) && load<u64>(slot, 8) === load<u64>(bytes, 8)) {
    const error = bytesError(slot + 16);
    if (error <= limit) {
      least = min(least, scale * f32(error) + lambda * MATCH_BITS);
      found = slot + 16;
    }
  }
  v128.store(slot, v128.load(bytes));
  for (let back = 1; back <= min(filled, WHOLE_REACH); back++) {
    const e = entry(back);
    const error = shownError(e + E_SHOWN);
    const cost = scale * f32(error) + lambda * MATCH_BITS;
    if (cost >= least || error > limit) continue;
    least = cost;
    found = e + E_BYTES;
  }
  const indexBits: i32 = 128 - (i32(load<u8>(INDEX_BYTES + load<i32>(TRIAL, C_MODE))) << 3);
  const saved = f32(indexBits) - MATCH_BITS;
  const kept = saved > 0 ? findNearest(TRIAL) : 0;
  let borrowed = false;
  for (let i = 0; i < kept; i++) {
    copyCandidate(CANDIDATE, TRIAL);
    borrowIndices(CANDIDATE, entry(load<i32>(NEAREST + (i << 3), 4)));
    showCandidate(CANDIDATE, SHOWN);
    const error = shownError(SHOWN);
    const cost = scale * f32(error) + lambda * (128 - saved);
    if (cost >= least || error > limit) continue;
    least = cost;
    borrowed = true;
    copyCandidate(BORROWED, CANDIDATE);
  }
  if (borrowed) {
    pack(BORROWED, bytes);
    remember(BORROWED, bytes);
  } else if (found !== 0) v128.store(bytes, v128.load(found));
  else remember(TRIAL, bytes);
  v128.store(slot, v128.load(bytes), 16);
}
