// Endpoint mode 11 of ASTC, for ENDS and STORED.

import {
  bitsOfD,
  decodeFields,
  HdrPair,
  MAX_ENDPOINT_12,
  shiftOf,
  storeDifferences,
  storePlain as storePlainPair,
} from '../block/hdr-pair';
import { nearest, tableOf } from './astc-ranges';
import { end, STORED } from './state';

/** The bytes v0 to v5. */
export const DIRECT_BYTES: usize = memory.data(8, 16);

let table: usize = 0;
/** Whether the upper endpoint is stored as the lower one. */
let isSwapped: bool = false;

/* @inline */ function setStored(i: i32, value: i32): void {
  store<f32>(STORED + (usize(i) << 2), f32(max(0, min(value, 4095)) << 4));
}

class DirectPair extends HdrPair {
  wanted(upper: i32, channel: i32, shift: i32): i32 {
    return i32(end((upper ^ i32(isSwapped)) * 3 + channel) * (1.0 / f64(16 << shift)) + 0.5);
  }
  nearest(byte: i32, fixed: i32): i32 {
    return nearest(table, byte, fixed);
  }
  setDecoded(upper: i32, channel: i32, value: i32): void {
    setStored(upper * 3 + channel, value);
  }
}

/** Stores ENDS in a layout. Returns false if differences do not fit. `swap` swaps the endpoints. */
export function storeDirect(layout: i32, major: i32, swap: bool, values: i32): bool {
  table = tableOf(values);
  isSwapped = swap;
  return storeDifferences<DirectPair>(layout, major, DIRECT_BYTES);
}

/** Stores ENDS as plain values. */
export function storePlain(values: i32): void {
  table = tableOf(values);
  isSwapped = false;
  storePlainPair<DirectPair>(DIRECT_BYTES);
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
  const d0 = extended(v4 & 127, bitsOfD(layout));
  const d1 = extended(v5 & 127, bitsOfD(layout));
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
  decodeFields<DirectPair>(layout, major, a, b0, b1, c, d0, d1);
  return a << shiftOf(layout) <= MAX_ENDPOINT_12;
}
