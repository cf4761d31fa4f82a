// Finds the best BC6H block for the loaded texels, among what the level tries.

import { fitsMode, MAX_ENDPOINT, setTruncated, storePair, TRUNCATED, truncateTo } from './bc6h-endpoints';
import { bitsOfMode } from './bc6h-modes';
import { packBc6h } from './bc6h-pack';
import { fitLine } from './line';
import { anchorOf, beginPartitions, FIRST, nextPartition, SECOND, setPartition } from './partitions';
import { evaluate, refine } from './refine';
import { ALL, ENDS, end, INDICES, setEnd, TEXELS } from './state';

const THREE: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0], 16);
const FOUR: usize = memory.data<u8>([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64], 16);
/** Modes with two pairs of endpoints, the most precise first. */
const SPLIT_MODES: usize = memory.data<u8>([2, 3, 4, 0, 5, 6, 7, 8, 1, 9]);

/** The best block so far. */
let bestError: f64 = 0;
let bestMode: i32 = 0;
let bestPartition: i32 = 0;
const BEST_INDICES: usize = memory.data(16);
const BEST_TRUNCATED: usize = memory.data(48, 16);
const LINE: usize = memory.data(48, 16);
/** The fitted endpoints of both pairs: w, x, y, z. */
const PAIRS: usize = memory.data(96, 16);

function keep(error: f64, mode: i32, partition: i32): void {
  if (error >= bestError) return;
  bestError = error;
  bestMode = mode;
  bestPartition = partition;
  for (let i = 0; i < 16; i++) store<u8>(BEST_INDICES + i, load<i32>(INDICES + (usize(i) << 2)));
  memory.copy(BEST_TRUNCATED, TRUNCATED, 48);
}

/** Swaps ENDS if the anchor is in the upper half of the line: its index has no top bit. */
function orient(anchor: i32): void {
  let along = 0.0;
  for (let c = 0; c < 3; c++) {
    const texel = f64(load<f32>(TEXELS + usize((c << 6) + (anchor << 2))));
    along += (2 * texel - end(c) - end(c + 3)) * (end(c + 3) - end(c));
  }
  if (along <= 0) return;
  for (let c = 0; c < 3; c++) {
    const low = end(c);
    setEnd(c, end(c + 3));
    setEnd(c + 3, low);
  }
}

function truncateAll(pairs: usize, count: i32, bits: i32): void {
  for (let i = 0; i < count; i++)
    setTruncated(i, truncateTo(max(0, min(load<f64>(pairs + (usize(i) << 3)), MAX_ENDPOINT)), bits));
}

function tryWhole(steps: i32): void {
  const weights = v128.load(FOUR);
  for (let i = 0; i < steps; i++) refine(ALL, 16, weights, MAX_ENDPOINT);
  memory.copy(LINE, ENDS, 48);
  orient(0);
  let mode = 13;
  for (; mode >= 10; mode--) {
    truncateAll(ENDS, 6, bitsOfMode(mode));
    if (fitsMode(mode, 6)) break;
  }
  storePair(mode, 0);
  keep(evaluate(ALL, 16, weights), mode, 0);
}

function fitSubset(masks: usize, anchor: i32, to: usize): void {
  fitLine(masks);
  refine(masks, 8, v128.load(THREE), MAX_ENDPOINT);
  orient(anchor);
  memory.copy(to, ENDS, 48);
}

function tryPartition(partition: i32): void {
  setPartition(false, partition);
  fitSubset(FIRST, 0, PAIRS);
  fitSubset(SECOND, anchorOf(partition), PAIRS + 48);
  let number = 0;
  let mode = 9;
  for (; number < 10; number++) {
    mode = load<u8>(SPLIT_MODES + number);
    truncateAll(PAIRS, 12, bitsOfMode(mode));
    if (fitsMode(mode, 12)) break;
  }
  const weights = v128.load(THREE);
  storePair(mode, 0);
  const first = evaluate(FIRST, 8, weights);
  if (first >= bestError) return;
  storePair(mode, 1);
  keep(first + evaluate(SECOND, 8, weights), mode, partition);
}

/** Below this error, about 1/200 of a stop, two subsets are not tried. */
const SMOOTH_ERROR: f64 = 48 * 10 * 10;

export function encodeBc6h(level: i32, out: usize): void {
  bestError = Infinity;
  fitLine(ALL);
  tryWhole(level === 0 ? 1 : level === 1 ? 2 : 4);
  if (level > 0 && bestError > SMOOTH_ERROR) {
    memory.copy(ENDS, LINE, 48);
    beginPartitions();
    const partitions = level === 1 ? 2 : level === 2 ? 8 : 32;
    for (let i = 0; i < partitions; i++) tryPartition(nextPartition(false));
  }
  memory.copy(TRUNCATED, BEST_TRUNCATED, 48);
  // The anchors are in the lower half, unless rounding moved them.
  const isSplit = bestMode < 10;
  const maxAnchorIndex: u8 = isSplit ? 3 : 7;
  const anchor = anchorOf(bestPartition);
  store<u8>(BEST_INDICES, min(maxAnchorIndex, load<u8>(BEST_INDICES)));
  if (isSplit) store<u8>(BEST_INDICES + anchor, min(maxAnchorIndex, load<u8>(BEST_INDICES + anchor)));
  packBc6h(bestMode, BEST_INDICES, bestPartition, anchor, out);
}
