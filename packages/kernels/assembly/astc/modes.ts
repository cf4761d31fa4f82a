// The block modes whose grid fits into a block: one for each grid, range of weights and number of planes.

import {
  firstMode,
  G_COUNT,
  G_DUAL_MODES,
  G_FINEST,
  G_LEAST_BITS,
  G_MODES,
  GRID_SLOTS,
  gridRecord,
  gridSlot,
  M_BITS,
  M_BYTES,
  M_CODE,
  M_GRID,
  M_RANGE,
  MAX_GRID,
  modes,
} from './footprint';
import { runBits } from './ranges';
import { blockHeight, blockWidth } from './state';

let width: i32 = 0;
let height: i32 = 0;
let precision: i32 = 0;
let isPlain: bool = false;

/** Modes whose lowest two bits are not zero. */
function parseCommon(code: i32): void {
  const a = (code >> 5) & 3;
  const b = (code >> 7) & 3;
  const kind = (code >> 2) & 3;
  precision = ((code & 3) << 1) | ((code >> 4) & 1);
  isPlain = false;
  if (kind === 0) {
    width = b + 4;
    height = a + 2;
  } else if (kind === 1) {
    width = b + 8;
    height = a + 2;
  } else if (kind === 2) {
    width = a + 2;
    height = b + 8;
  } else if (b < 2) {
    width = a + 2;
    height = b + 6;
  } else {
    width = b;
    height = a + 2;
  }
}

/** The other modes, for wide and high grids; a width of 0 is reserved. */
function parseRare(code: i32): void {
  const a = (code >> 5) & 3;
  const kind = (code >> 7) & 3;
  precision = (((code >> 2) & 3) << 1) | ((code >> 4) & 1);
  isPlain = kind === 2;
  width = kind === 0 ? 12 : kind === 1 ? a + 2 : kind === 2 ? a + 6 : a === 0 ? 6 : a === 1 ? 10 : 0;
  height = kind === 0 ? a + 2 : kind === 1 ? 12 : kind === 2 ? ((code >> 9) & 3) + 6 : a === 0 ? 10 : 6;
}

/** Adds the mode of a code if it has `planes` planes and a grid of that slot, and no other mode is equal. Returns where the next goes. */
function addMode(code: i32, planes: i32, slot: i32, first: usize, at: usize): usize {
  if (code & 3) parseCommon(code);
  else parseRare(code);
  if (precision < 2 || width < 2 || width > blockWidth || height > blockHeight) return at;
  if (gridSlot(width, height) !== slot || planes !== (!isPlain && code & 1024 ? 2 : 1)) return at;
  const range = precision - 2 + (!isPlain && code & 512 ? 6 : 0);
  const points = width * height * planes;
  const bits = runBits(range, points);
  if (points > MAX_GRID || bits < 24 || bits > 96) return at;
  for (let other = first; other < at; other += M_BYTES) if (load<i32>(other, M_RANGE) === range) return at;
  store<i32>(at, code, M_CODE);
  store<i32>(at, slot, M_GRID);
  store<i32>(at, range, M_RANGE);
  store<i32>(at, bits, M_BITS);
  return at + M_BYTES;
}

/** The finest weights of modes, and the fewest bits, into the grid's record. */
function summarize(record: usize, first: usize, end: usize): void {
  let finest = 0;
  let bits = 96;
  for (let mode = first; mode < end; mode += M_BYTES) {
    finest = max(finest, load<i32>(mode, M_RANGE));
    bits = min(bits, load<i32>(mode, M_BITS));
  }
  store<u8>(record, finest, G_FINEST);
  store<u8>(record, bits, G_LEAST_BITS);
}

/** Adds the modes with `planes` planes behind those that are there, grid by grid. */
function addModes(planes: i32): void {
  const start = firstMode(planes);
  let at = start;
  for (let slot = 0; slot < GRID_SLOTS; slot++) {
    const record = gridRecord(slot) + (planes === 1 ? G_MODES : G_DUAL_MODES);
    const first = at;
    if (load<i32>(gridRecord(slot), G_COUNT) > 0)
      for (let code = 0; code < 2048; code++) at = addMode(code, planes, slot, first, at);
    store<u32>(record, u32(first));
    store<u32>(record, u32(at), 4);
    summarize(gridRecord(slot) + usize(planes - 1), first, at);
  }
  store<i32>(modes + (usize(planes - 1) << 2), i32((at - start) / M_BYTES));
}

export function buildModes(): void {
  addModes(1);
  addModes(2);
}
