// Earlier blocks of a row, for rate-distortion: what they show, how they are stored, and the weights that others may take from them.

import { BEST_ENDS, BEST_RANKS, bestMode, bestPartition, bestSecond, bestSubsets } from './fit';
import { G_COUNT, gridRecord, M_GRID, M_RANGE, P_SUBSETS, partitionTable } from './footprint';
import { isOpaque, PLANE, paddedCount, texelCount } from './state';
import { infill, setWeight, TEXEL_WEIGHTS } from './weights';

/** Offsets in an entry: texels by channel as in TEXELS; the block's bytes; whether it is opaque, its mode, and its number of planes. */
const E_BYTES: usize = 4 * 288;
const E_OPAQUE: usize = E_BYTES + 16;
const E_MODE: usize = E_BYTES + 20;
const E_PLANES: usize = E_BYTES + 24;
/** Of both planes: ranks, weights of texels, and per plane the sum of those and of their squares, i32. */
const E_RANKS: usize = E_BYTES + 32;
const E_WEIGHTS: usize = E_RANKS + 128;
const E_SUMS: usize = E_WEIGHTS + 576;
const ENTRY_BYTES: usize = E_SUMS + 16;

const REACH: i32 = 64;
const HISTORY: usize = memory.data(64 * 1920, 16);
let next: i32 = 0;
/** Blocks that are remembered. */
export let filled: i32 = 0;

export function forgetBlocks(): void {
  filled = 0;
  next = 0;
}

/** The block that was remembered `age` blocks ago, from 1. */
/* @inline */ export function earlier(age: i32): usize {
  return HISTORY + usize((next - age + REACH) % REACH) * ENTRY_BYTES;
}
/* @inline */ export function bytesOf(entry: usize): v128 {
  return v128.load(entry, E_BYTES);
}
/* @inline */ export function wasOpaque(entry: usize): bool {
  return load<i32>(entry, E_OPAQUE) !== 0;
}
/* @inline */ export function modeOfEntry(entry: usize): usize {
  return load<u32>(entry, E_MODE);
}
/* @inline */ export function planesOf(entry: usize): i32 {
  return load<i32>(entry, E_PLANES);
}
/* @inline */ export function ranksOf(entry: usize): usize {
  return entry + E_RANKS;
}
/* @inline */ export function weightsOf(entry: usize, plane: i32): usize {
  return entry + E_WEIGHTS + usize(plane) * PLANE;
}
/* @inline */ export function weightSum(entry: usize, plane: i32): f64 {
  return f64(load<i32>(entry + E_SUMS + (usize(plane) << 3)));
}
/* @inline */ export function weightSquares(entry: usize, plane: i32): f64 {
  return f64(load<i32>(entry + E_SUMS + (usize(plane) << 3), 4));
}

/** Puts the best block's weights into TEXEL_WEIGHTS. */
function infillBest(planes: i32): void {
  const record = gridRecord(load<i32>(bestMode, M_GRID));
  const range = load<i32>(bestMode, M_RANGE);
  for (let plane: usize = 0; plane < usize(planes); plane++) {
    for (let i = 0; i < load<i32>(record, G_COUNT); i++)
      setWeight(plane << 6, i, range, load<u8>(BEST_RANKS + (plane << 6) + i));
    infill(record, plane << 6);
  }
}

/** Decodes the best block's texels from TEXEL_WEIGHTS. */
function decodeBest(to: usize): void {
  const subsets = bestSubsets === 1 ? 0 : partitionTable(bestSubsets) + P_SUBSETS + usize(bestPartition * paddedCount);
  for (let i = 0; i < texelCount; i++) {
    const ends = BEST_ENDS + (subsets === 0 ? 0 : usize(load<u8>(subsets + i)) << 5);
    for (let c = 0; c < 4; c++) {
      const weights = TEXEL_WEIGHTS + (c === bestSecond ? PLANE : 0);
      const weight: i32 = load<i16>(weights + (usize(i) << 1));
      const low = load<i32>(ends + (usize(c) << 2));
      const high = load<i32>(ends + (usize(c) << 2), 16);
      const value = c === 3 && isOpaque ? 255 : (low * (64 - weight) + high * weight + 32) >> 6;
      store<i16>(to + usize(c) * PLANE + (usize(i) << 1), value);
    }
  }
}

/** Weights beyond the last texel are zero. */
function keepWeights(entry: usize, planes: i32): void {
  memory.fill(entry + E_WEIGHTS, 0, 576);
  for (let plane = 0; plane < planes; plane++) {
    const from = TEXEL_WEIGHTS + usize(plane) * PLANE;
    const to = weightsOf(entry, plane);
    let sum = 0;
    let squares = 0;
    for (let i: usize = 0; i < usize(texelCount) << 1; i += 2) {
      const weight: i32 = load<i16>(from + i);
      store<i16>(to + i, i16(weight));
      sum += weight;
      squares += weight * weight;
    }
    store<i32>(entry + E_SUMS + (usize(plane) << 3), sum);
    store<i32>(entry + E_SUMS + (usize(plane) << 3), squares, 4);
  }
}

/** Remembers the best block, whose bytes are at `block`. */
export function rememberBest(block: usize): void {
  const entry = HISTORY + usize(next) * ENTRY_BYTES;
  const planes = bestSecond < 0 ? 1 : 2;
  infillBest(planes);
  decodeBest(entry);
  keepWeights(entry, planes);
  v128.store(entry, v128.load(block), E_BYTES);
  store<i32>(entry, i32(isOpaque), E_OPAQUE);
  store<u32>(entry, u32(bestMode), E_MODE);
  store<i32>(entry, planes, E_PLANES);
  memory.copy(entry + E_RANKS, BEST_RANKS, 128);
  next = (next + 1) % REACH;
  filled = min(filled + 1, REACH);
}
