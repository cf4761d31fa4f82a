// Finds the best UASTC HDR block for the loaded texels, among what the level tries.

import { MAX_ENDPOINT_12 } from '../block/hdr-pair';
import { DIRECT_BYTES, readDirect, storeDirect, storePlain } from './astc-direct';
import { packAstc } from './astc-pack';
import { nearest, tableOf, weightsOf } from './astc-ranges';
import { equalizeDifferences, SCALED_BYTES, storeScaled } from './astc-scaled';
import { fitLine } from './line';
import { beginPartitions, FIRST, nextPartition, SECOND, seedOf, setPartition } from './partitions';
import { evaluate, refine } from './refine';
import { ALL, ENDS, end, INDICES, setEnd } from './state';

const MAX_ENDPOINT: f64 = f64(MAX_ENDPOINT_12 << 4);
const DIRECT: i32 = 11;
const SCALED: i32 = 7;

/** The best block so far. */
let bestError: f64 = 0;
let bestLevels: i32 = 0;
let bestMode: i32 = 0;
let bestValues: i32 = 0;
let bestSeed: i32 = 0;
const BEST_INDICES: usize = memory.data(16);
const BEST_BYTES: usize = memory.data(16);
/** Endpoint bytes of the current candidate. */
const BYTES: usize = memory.data(16);
/** The line through the whole block. */
const LINE: usize = memory.data(48, 16);
/** Lines through the two subsets. */
const FIRST_LINE: usize = memory.data(48, 16);
const SECOND_LINE: usize = memory.data(48, 16);

function keep(error: f64, levels: i32, mode: i32, values: i32, seed: i32): void {
  if (error >= bestError) return;
  bestError = error;
  bestLevels = levels;
  bestMode = mode;
  bestValues = values;
  bestSeed = seed;
  for (let i = 0; i < 16; i++) store<u8>(BEST_INDICES + i, load<i32>(INDICES + (usize(i) << 2)));
  memory.copy(BEST_BYTES, BYTES, 16);
}

/** Stores ENDS in the most precise layout that they fit into, bytes at `to`. */
function storeFinestDirect(values: i32, to: usize): void {
  for (let i = 0; i < 6; i++) setEnd(i, max(0, min(end(i), MAX_ENDPOINT)));
  let largest = 0;
  for (let i = 1; i < 6; i++) if (end(i) > end(largest)) largest = i;
  let isStored = false;
  for (let layout = 7; layout >= 0 && !isStored; layout--)
    isStored = storeDirect(layout, largest % 3, largest < 3, values);
  if (!isStored) storePlain(values);
  memory.copy(to, DIRECT_BYTES, 6);
}

function storeFinestScaled(values: i32, to: usize): bool {
  equalizeDifferences();
  for (let layout = 0; layout < 6; layout++)
    if (storeScaled(layout, values)) {
      memory.copy(to, SCALED_BYTES, 4);
      return true;
    }
  return false;
}

function tryWhole(mode: i32, levels: i32, values: i32): void {
  memory.copy(ENDS, LINE, 48);
  if (mode === DIRECT) storeFinestDirect(values, BYTES);
  else if (!storeFinestScaled(values, BYTES)) return;
  keep(evaluate(ALL, levels, weightsOf(levels)), levels, mode, values, -1);
}

/** Tries both neighbors of the first `count` endpoint bytes of the best block while that helps, at most `rounds` times. */
function polish(count: i32, rounds: i32): void {
  const table = tableOf(bestValues);
  for (let round = 0; round < rounds; round++) {
    const before = bestError;
    for (let i = 0; i < count * 2; i++) {
      memory.copy(BYTES, BEST_BYTES, 6);
      const at = BYTES + usize(i >> 1);
      const step = i & 1 ? 1 : -1;
      let byte = i32(load<u8>(at)) + step;
      while (byte >= 0 && byte < 256 && nearest(table, byte, 0) !== byte) byte += step;
      if (byte < 0 || byte > 255) continue;
      store<u8>(at, byte);
      if (readDirect(BYTES)) keep(evaluate(ALL, bestLevels, weightsOf(bestLevels)), bestLevels, DIRECT, bestValues, -1);
    }
    if (bestError === before) break;
  }
}

function fitSubset(masks: usize, line: usize): void {
  fitLine(masks);
  refine(masks, 8, weightsOf(8), MAX_ENDPOINT);
  memory.copy(line, ENDS, 48);
}

/** Stores the line of a subset, bytes at `to`. Returns its error, or −1 if it does not fit. */
function trySubset(masks: usize, line: usize, mode: i32, levels: i32, values: i32, to: usize): f64 {
  memory.copy(ENDS, line, 48);
  if (mode === DIRECT) storeFinestDirect(values, to);
  else if (!storeFinestScaled(values, to)) return -1;
  return evaluate(masks, levels, weightsOf(levels));
}

function trySplit(seed: i32, mode: i32, levels: i32, values: i32): void {
  const first = trySubset(FIRST, FIRST_LINE, mode, levels, values, BYTES);
  if (first < 0 || first >= bestError) return;
  const second = trySubset(SECOND, SECOND_LINE, mode, levels, values, BYTES + (mode === DIRECT ? 6 : 4));
  if (second >= 0) keep(first + second, levels, mode, values, seed);
}

function tryPartition(partition: i32): void {
  setPartition(true, partition);
  fitSubset(FIRST, FIRST_LINE);
  fitSubset(SECOND, SECOND_LINE);
  const seed = seedOf(partition);
  trySplit(seed, SCALED, 8, 80);
  trySplit(seed, SCALED, 6, 128);
  trySplit(seed, SCALED, 4, 256);
  trySplit(seed, DIRECT, 4, 40);
  trySplit(seed, DIRECT, 3, 64);
}

/** Below this error, about 1/200 of a stop, two subsets are not tried. */
const SMOOTH_ERROR: f64 = 48 * 10 * 10;

export function encodeAstc(level: i32, out: usize): void {
  bestError = Infinity;
  fitLine(ALL);
  const steps = level === 0 ? 1 : level === 1 ? 2 : 4;
  for (let i = 0; i < steps; i++) refine(ALL, 16, weightsOf(16), MAX_ENDPOINT);
  memory.copy(LINE, ENDS, 48);
  tryWhole(DIRECT, 16, 192);
  tryWhole(DIRECT, 12, 256);
  if (level > 0) {
    tryWhole(SCALED, 16, 256);
    const partitions = level === 1 ? 1 : level === 2 ? 6 : 27;
    if (bestError > SMOOTH_ERROR) {
      memory.copy(ENDS, LINE, 48);
      beginPartitions();
      for (let i = 0; i < partitions; i++) tryPartition(nextPartition(true));
    }
  }
  if (bestSeed < 0 && bestMode === DIRECT) polish(level === 0 ? 2 : 6, level < 2 ? 1 : level === 2 ? 2 : 8);
  const count = bestSeed < 0 ? 1 : 2;
  packAstc(
    BEST_INDICES,
    bestLevels,
    bestMode,
    BEST_BYTES,
    (bestMode === DIRECT ? 6 : 4) * count,
    bestValues,
    bestSeed,
    out,
  );
}
