// Endpoint mode 11: two colors of 12 bits, as differences from the largest channel of the upper one in eight layouts, or as plain values of 8, 8 and 7
// bits. Differences are from what is stored already, so each endpoint is as precise as its last field.

import { nearestByte, nearestWithTop } from '../ranges';
import { HDR_MIDDLE, MAX_HDR } from '../state';

/** By layout: bits of the fields b, c and d. */
const B_BITS: usize = memory.data<u8>([7, 8, 6, 7, 8, 6, 7, 6]);
const C_BITS: usize = memory.data<u8>([6, 6, 7, 7, 6, 8, 7, 7]);
const D_BITS: usize = memory.data<u8>([7, 6, 7, 6, 5, 6, 5, 6]);

let wantedEnds: usize = 0;
const BYTES: usize = memory.data(8, 16);
/** R, G, B, unused, of the lower and the upper endpoint. */
const DECODED: usize = memory.data(32, 16);

/** A wanted endpoint in 12 bits less `shift`. */
/* @inline */ function wanted(index: i32, shift: i32): i32 {
  const value = load<f64>(wantedEnds + (usize(index) << 3)) + f64(HDR_MIDDLE);
  return i32(max<f64>(value, 0) / f64(1 << shift) + 0.5);
}
/* @inline */ function setByte(index: i32, value: i32): void {
  store<u8>(BYTES + index, value);
}
/* @inline */ function setDecoded(index: i32, value: i32): void {
  store<i32>(DECODED + (usize(index) << 2), min(max(value, 0), 4095) - HDR_MIDDLE);
}

let x0: i32 = 0;
let x1: i32 = 0;
let x2: i32 = 0;
let x3: i32 = 0;
let x4: i32 = 0;
let x5: i32 = 0;

/** Assigns the high bits of fields to the variable bits of a layout. */
function assignHighBits(layout: i32, a: i32, b0: i32, b1: i32, c: i32, d0: i32, d1: i32): void {
  const hasHighA = layout === 2 || layout === 5 || layout === 7;
  x0 = (hasHighA ? a >> 9 : b0 >> 6) & 1;
  x1 = (layout === 2 ? c >> 6 : hasHighA ? a >> 10 : b1 >> 6) & 1;
  if (layout === 0 || layout === 2) {
    x2 = d0 >> 6;
    x3 = d1 >> 6;
  } else if (layout === 1 || layout === 4) {
    x2 = b0 >> 7;
    x3 = b1 >> 7;
  } else {
    x2 = layout === 3 ? a >> 9 : layout === 5 ? c >> 7 : a >> 11;
    x3 = c >> 6;
  }
  x2 &= 1;
  x3 &= 1;
  x4 = (layout === 4 || layout === 6 ? a >> 9 : d0 >> 5) & 1;
  x5 = (layout === 4 || layout === 6 ? a >> 10 : d1 >> 5) & 1;
}

/** Stores the wanted endpoints in a layout. False if differences do not fit. */
function storeDifferences(layout: i32, major: i32, range: i32): bool {
  const shift = 3 - (layout >> 1);
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  const most = MAX_HDR >> shift;
  let a = min(wanted(4 + major, shift), most);
  let v0 = nearestByte(range, a & 255);
  while ((a & ~255) + v0 > most) v0 = nearestByte(range, --a & 255);
  a = (a & ~255) | v0;
  const dEnd = 1 << (i32(load<u8>(D_BITS + layout)) - 1);
  const bEnd = 1 << i32(load<u8>(B_BITS + layout));
  let b0 = max(0, a - wanted(4 + second, shift));
  let b1 = max(0, a - wanted(4 + third, shift));
  let c = max(0, a - wanted(major, shift));
  if (a >> 8 >= 1 << aHighBits(layout) || b0 >= bEnd || b1 >= bEnd || c >= 1 << i32(load<u8>(C_BITS + layout)))
    return false;
  assignHighBits(layout, a, b0, b1, c, 0, 0);
  const v2 = nearestWithTop(range, (((layout >> 1) & 1) << 7) | (x0 << 6) | (b0 & 63), 2);
  const v3 = nearestWithTop(range, ((layout >> 2) << 7) | (x1 << 6) | (b1 & 63), 2);
  const v1 = nearestWithTop(range, ((layout & 1) << 7) | (((a >> 8) & 1) << 6) | (c & 63), 2);
  b0 = (b0 & ~63) | (v2 & 63);
  b1 = (b1 & ~63) | (v3 & 63);
  c = (c & ~63) | (v1 & 63);
  let d0 = a - b0 - c - wanted(second, shift);
  let d1 = a - b1 - c - wanted(third, shift);
  if (d0 < -dEnd || d0 >= dEnd || d1 < -dEnd || d1 >= dEnd) return false;
  assignHighBits(layout, a, b0, b1, c, d0, d1);
  const v4 = nearestWithTop(range, ((major & 1) << 7) | (x2 << 6) | (x4 << 5) | (d0 & 31), 3);
  const v5 = nearestWithTop(range, ((major >> 1) << 7) | (x3 << 6) | (x5 << 5) | (d1 & 31), 3);
  d0 = (d0 & ~31) | (v4 & 31);
  d1 = (d1 & ~31) | (v5 & 31);
  store<u32>(BYTES, u32(v0 | (v1 << 8) | (v2 << 16) | (v3 << 24)));
  store<u32>(BYTES, u32(v4 | (v5 << 8)), 4);
  setDecoded(major, (a - c) << shift);
  setDecoded(second, (a - b0 - c - d0) << shift);
  setDecoded(third, (a - b1 - c - d1) << shift);
  setDecoded(4 + major, a << shift);
  setDecoded(4 + second, (a - b0) << shift);
  setDecoded(4 + third, (a - b1) << shift);
  return true;
}

/** Bits of a above the lowest eight. */
function aHighBits(layout: i32): i32 {
  return layout < 2 ? 1 : layout < 4 ? 2 : layout < 6 ? 3 : 4;
}

/** Stores the wanted endpoints as plain values. */
function storePlain(range: i32): void {
  for (let i = 0; i < 4; i++) {
    // The first two bytes are red, the next two green.
    const from = (i & 1) * 4 + (i >> 1);
    let value = min(wanted(from, 4), MAX_HDR >> 4);
    let byte = nearestByte(range, value);
    while (byte > MAX_HDR >> 4) byte = nearestByte(range, --value);
    setByte(i, byte);
    setDecoded(from, byte << 4);
  }
  for (let i = 0; i < 2; i++) {
    let value = min(wanted(i * 4 + 2, 5), MAX_HDR >> 5);
    let byte = nearestWithTop(range, 128 | value, 1);
    while ((byte & 127) > MAX_HDR >> 5) byte = nearestWithTop(range, 128 | --value, 1);
    setByte(4 + i, byte);
    setDecoded(i * 4 + 2, (byte & 127) << 5);
  }
}

function distance(): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < 8; i++) {
    if ((i & 3) === 3) continue;
    const d = load<f64>(wantedEnds + (usize(i) << 3)) - f64(load<i32>(DECODED + (usize(i) << 2)));
    sum += d * d;
  }
  return sum;
}

/** Rounds a pair of endpoints (f64 at `from`) to what comes nearest: decoded to `ends`, bytes to `stored`. */
export function storeHdrEnds(from: usize, range: i32, ends: usize, stored: usize): void {
  wantedEnds = from;
  storePlain(range);
  let least = distance();
  memory.copy(ends, DECODED, 32);
  memory.copy(stored, BYTES, 8);
  const red = load<f64>(from, 32);
  const green = load<f64>(from, 40);
  const blue = load<f64>(from, 48);
  const major = red >= green && red >= blue ? 0 : green >= blue ? 1 : 2;
  for (let layout = 7; layout >= 0; layout--) {
    if (!storeDifferences(layout, major, range)) continue;
    const away = distance();
    if (away >= least) continue;
    least = away;
    memory.copy(ends, DECODED, 32);
    memory.copy(stored, BYTES, 8);
  }
}
