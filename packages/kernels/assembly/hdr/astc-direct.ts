// Endpoint mode 11 of ASTC: two colors of 12 bits, as differences from the largest channel of the upper one in eight bit layouts, or as
// plain values of 8, 8 and 7 bits. Differences are from what is stored already, so each endpoint is as precise as its last field.

import { nearest, tableOf } from './astc-ranges';
import { end, STORED } from './state';

/** The largest finite endpoint, in 12 bits. */
export const MAX_ENDPOINT_12: i32 = 3967;
/** The bytes v0 to v5. */
export const DIRECT_BYTES: usize = memory.data(8, 16);

/** By layout: bits of b, c and d. */
const B_BITS: usize = memory.data<u8>([7, 8, 6, 7, 8, 6, 7, 6]);
const C_BITS: usize = memory.data<u8>([6, 6, 7, 7, 6, 8, 7, 7]);
const D_BITS: usize = memory.data<u8>([7, 6, 7, 6, 5, 6, 5, 6]);

/* @inline */ function rounded(value: f64): i32 {
  return i32(value + 0.5);
}

let x0: i32 = 0;
let x1: i32 = 0;
let x2: i32 = 0;
let x3: i32 = 0;
let x4: i32 = 0;
let x5: i32 = 0;

/** Assigns the high bits to the layout's variable bits. */
function assignHighBits(layout: i32, a: i32, b0: i32, b1: i32, c: i32, d0: i32, d1: i32): void {
  x4 = d0 >> 5;
  x5 = d1 >> 5;
  if (layout === 2 || layout === 5 || layout === 7) {
    x0 = a >> 9;
    x1 = layout === 2 ? c >> 6 : a >> 10;
  } else {
    x0 = b0 >> 6;
    x1 = b1 >> 6;
  }
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
  if (layout === 4 || layout === 6) {
    x4 = a >> 9;
    x5 = a >> 10;
  }
  x0 &= 1;
  x1 &= 1;
  x2 &= 1;
  x3 &= 1;
  x4 &= 1;
  x5 &= 1;
}

/* @inline */ function setByte(i: i32, value: i32): void {
  store<u8>(DIRECT_BYTES + i, value);
}
/* @inline */ function setStored(i: i32, value: i32): void {
  store<f32>(STORED + (usize(i) << 2), f32(max(0, min(value, 4095)) << 4));
}

/** Stores ENDS in a layout. Returns false if differences do not fit. `swap` swaps the endpoints. */
export function storeDirect(layout: i32, major: i32, swap: bool, values: i32): bool {
  const table = tableOf(values);
  const shift = 3 - (layout >> 1);
  const scale = 1.0 / f64(16 << shift);
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  const upper = swap ? 0 : 3;
  const lower = swap ? 3 : 0;

  let a = min(rounded(end(upper + major) * scale), MAX_ENDPOINT_12 >> shift);
  let v0 = nearest(table, a & 255, 0);
  while ((a & ~255) + v0 > MAX_ENDPOINT_12 >> shift) v0 = nearest(table, --a & 255, 0);
  a = (a & ~255) | v0;

  const bEnd = 1 << load<u8>(B_BITS + layout);
  const cEnd = 1 << load<u8>(C_BITS + layout);
  const dEnd = 1 << (load<u8>(D_BITS + layout) - 1);
  let b0 = max(0, a - rounded(end(upper + second) * scale));
  let b1 = max(0, a - rounded(end(upper + third) * scale));
  let c = max(0, a - rounded(end(lower + major) * scale));
  if (b0 >= bEnd || b1 >= bEnd || c >= cEnd) return false;
  assignHighBits(layout, a, b0, b1, c, 0, 0);
  const v2 = nearest(table, (((layout >> 1) & 1) << 7) | (x0 << 6) | (b0 & 63), 2);
  const v3 = nearest(table, ((layout >> 2) << 7) | (x1 << 6) | (b1 & 63), 2);
  const v1 = nearest(table, ((layout & 1) << 7) | (((a >> 8) & 1) << 6) | (c & 63), 2);
  b0 = (b0 & ~63) | (v2 & 63);
  b1 = (b1 & ~63) | (v3 & 63);
  c = (c & ~63) | (v1 & 63);

  let d0 = a - b0 - c - rounded(end(lower + second) * scale);
  let d1 = a - b1 - c - rounded(end(lower + third) * scale);
  if (d0 < -dEnd || d0 >= dEnd || d1 < -dEnd || d1 >= dEnd) return false;
  assignHighBits(layout, a, b0, b1, c, d0, d1);
  const v4 = nearest(table, ((major & 1) << 7) | (x2 << 6) | (x4 << 5) | (d0 & 31), 3);
  const v5 = nearest(table, ((major >> 1) << 7) | (x3 << 6) | (x5 << 5) | (d1 & 31), 3);
  d0 = (d0 & ~31) | (v4 & 31);
  d1 = (d1 & ~31) | (v5 & 31);

  setByte(0, v0);
  setByte(1, v1);
  setByte(2, v2);
  setByte(3, v3);
  setByte(4, v4);
  setByte(5, v5);
  storeFields(major, shift, a, b0, b1, c, d0, d1);
  return true;
}

/* @inline */ function extended(value: i32, bits: i32): i32 {
  return (value << (32 - bits)) >> (32 - bits);
}

/** Sets STORED to the endpoints of six bytes. Returns false if one is infinite. */
export function readDirect(bytes: usize): bool {
  const v1 = i32(load<u8>(bytes, 1));
  const v2 = i32(load<u8>(bytes, 2));
  const v3 = i32(load<u8>(bytes, 3));
  const v4 = i32(load<u8>(bytes, 4));
  const v5 = i32(load<u8>(bytes, 5));
  let a = i32(load<u8>(bytes));
  const major = (v4 >> 7) | ((v5 >> 7) << 1);
  if (major === 3) {
    setStored(0, a << 4);
    setStored(1, v2 << 4);
    setStored(2, (v4 & 127) << 5);
    setStored(3, v1 << 4);
    setStored(4, v3 << 4);
    setStored(5, (v5 & 127) << 5);
    return max(max(a, v1), max(v2, v3)) <= MAX_ENDPOINT_12 >> 4 && max(v4 & 127, v5 & 127) <= MAX_ENDPOINT_12 >> 5;
  }
  const layout = (v1 >> 7) | ((v2 >> 7) << 1) | ((v3 >> 7) << 2);
  const one = 1 << layout;
  a |= (v1 & 0x40) << 2;
  let b0 = v2 & 63;
  let b1 = v3 & 63;
  let c = v1 & 63;
  const d0 = extended(v4 & 127, load<u8>(D_BITS + layout));
  const d1 = extended(v5 & 127, load<u8>(D_BITS + layout));
  const y0 = (v2 >> 6) & 1;
  const y1 = (v3 >> 6) & 1;
  const y2 = (v4 >> 6) & 1;
  const y3 = (v5 >> 6) & 1;
  const y4 = (v4 >> 5) & 1;
  const y5 = (v5 >> 5) & 1;
  if (one & 0xa4) a |= y0 << 9;
  if (one & 0x08) a |= y2 << 9;
  if (one & 0x50) a |= (y4 << 9) | (y5 << 10);
  if (one & 0xa0) a |= y1 << 10;
  if (one & 0xc0) a |= y2 << 11;
  if (one & 0x04) c |= y1 << 6;
  if (one & 0xe8) c |= y3 << 6;
  if (one & 0x20) c |= y2 << 7;
  if (one & 0x5b) {
    b0 |= y0 << 6;
    b1 |= y1 << 6;
  }
  if (one & 0x12) {
    b0 |= y2 << 7;
    b1 |= y3 << 7;
  }
  storeFields(major, 3 - (layout >> 1), a, b0, b1, c, d0, d1);
  return a << (3 - (layout >> 1)) <= MAX_ENDPOINT_12;
}

/** Sets STORED to the decoded fields of a layout. */
function storeFields(major: i32, shift: i32, a: i32, b0: i32, b1: i32, c: i32, d0: i32, d1: i32): void {
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  setStored(major, (a - c) << shift);
  setStored(second, (a - b0 - c - d0) << shift);
  setStored(third, (a - b1 - c - d1) << shift);
  setStored(3 + major, a << shift);
  setStored(3 + second, (a - b0) << shift);
  setStored(3 + third, (a - b1) << shift);
}

/** Stores ENDS as plain values. */
export function storePlain(values: i32): void {
  const table = tableOf(values);
  for (let i = 0; i < 4; i++) {
    // v0 and v1 are red, v2 and v3 green.
    const from = (i & 1 ? 3 : 0) + (i >> 1);
    let wanted = min(rounded(end(from) * (1.0 / 256)), MAX_ENDPOINT_12 >> 4);
    let byte = nearest(table, wanted, 0);
    while (byte > MAX_ENDPOINT_12 >> 4) byte = nearest(table, --wanted, 0);
    setByte(i, byte);
    setStored(from, byte << 4);
  }
  for (let i = 0; i < 2; i++) {
    let wanted = min(rounded(end(i * 3 + 2) * (1.0 / 512)), MAX_ENDPOINT_12 >> 5);
    let byte = nearest(table, 0x80 | wanted, 1);
    while ((byte & 127) > MAX_ENDPOINT_12 >> 5) byte = nearest(table, 0x80 | --wanted, 1);
    setByte(4 + i, byte);
    setStored(i * 3 + 2, (byte & 127) << 5);
  }
}
