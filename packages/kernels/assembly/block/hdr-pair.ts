// Endpoint mode 11 of ASTC: two colors of 12 bits, as differences from the largest channel of the upper one in eight layouts, or as plain values
// of 8, 8 and 7 bits. Differences are from what is stored already, so each endpoint is as precise as its last field.

/** The largest finite endpoint, in 12 bits. */
export const MAX_ENDPOINT_12: i32 = 3967;

/** The steps that differ between encoders. A generic function calls them directly: they use no fields and cost nothing. */
export abstract class HdrPair {
  /** What a channel of the lower (0) or the upper endpoint (1) should be, in 12 bits less `shift`. */
  abstract wanted(end: i32, channel: i32, shift: i32): i32;
  /** The nearest byte that can be stored and has the same `fixed` top bits. */
  abstract nearest(byte: i32, fixed: i32): i32;
  /** Takes a channel of an endpoint as it is decoded, in 12 bits if it is clamped. */
  abstract setDecoded(end: i32, channel: i32, value: i32): void;
}

/** By layout: bits of the fields b, c and d. */
const B_BITS: usize = memory.data<u8>([7, 8, 6, 7, 8, 6, 7, 6]);
const C_BITS: usize = memory.data<u8>([6, 6, 7, 7, 6, 8, 7, 7]);
const D_BITS: usize = memory.data<u8>([7, 6, 7, 6, 5, 6, 5, 6]);

/* @inline */ export function bitsOfD(layout: i32): i32 {
  return load<u8>(D_BITS + layout);
}
/** Lowest bits of 12 that a layout does not store. */
/* @inline */ export function shiftOf(layout: i32): i32 {
  return 3 - (layout >> 1);
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

/** Decodes the fields of a layout. */
export function decodeFields<P extends HdrPair>(
  layout: i32,
  major: i32,
  a: i32,
  b0: i32,
  b1: i32,
  c: i32,
  d0: i32,
  d1: i32,
): void {
  const pair = changetype<P>(0);
  const shift = shiftOf(layout);
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  pair.setDecoded(0, major, (a - c) << shift);
  pair.setDecoded(0, second, (a - b0 - c - d0) << shift);
  pair.setDecoded(0, third, (a - b1 - c - d1) << shift);
  pair.setDecoded(1, major, a << shift);
  pair.setDecoded(1, second, (a - b0) << shift);
  pair.setDecoded(1, third, (a - b1) << shift);
}

/** Stores the wanted endpoints in a layout: six bytes, of eight that are written. False if differences do not fit. */
export function storeDifferences<P extends HdrPair>(layout: i32, major: i32, bytes: usize): bool {
  const pair = changetype<P>(0);
  const shift = shiftOf(layout);
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  const maximum = MAX_ENDPOINT_12 >> shift;
  let a = min(pair.wanted(1, major, shift), maximum);
  let v0 = pair.nearest(a & 255, 0);
  while ((a & ~255) + v0 > maximum) v0 = pair.nearest(--a & 255, 0);
  a = (a & ~255) | v0;
  let b0 = max(0, a - pair.wanted(1, second, shift));
  let b1 = max(0, a - pair.wanted(1, third, shift));
  let c = max(0, a - pair.wanted(0, major, shift));
  const bEnd = 1 << i32(load<u8>(B_BITS + layout));
  if (b0 >= bEnd || b1 >= bEnd || c >= 1 << i32(load<u8>(C_BITS + layout))) return false;
  assignHighBits(layout, a, b0, b1, c, 0, 0);
  const v2 = pair.nearest((((layout >> 1) & 1) << 7) | (x0 << 6) | (b0 & 63), 2);
  const v3 = pair.nearest(((layout >> 2) << 7) | (x1 << 6) | (b1 & 63), 2);
  const v1 = pair.nearest(((layout & 1) << 7) | (((a >> 8) & 1) << 6) | (c & 63), 2);
  b0 = (b0 & ~63) | (v2 & 63);
  b1 = (b1 & ~63) | (v3 & 63);
  c = (c & ~63) | (v1 & 63);
  let d0 = a - b0 - c - pair.wanted(0, second, shift);
  let d1 = a - b1 - c - pair.wanted(0, third, shift);
  const dEnd = 1 << (bitsOfD(layout) - 1);
  if (d0 < -dEnd || d0 >= dEnd || d1 < -dEnd || d1 >= dEnd) return false;
  assignHighBits(layout, a, b0, b1, c, d0, d1);
  const v4 = pair.nearest(((major & 1) << 7) | (x2 << 6) | (x4 << 5) | (d0 & 31), 3);
  const v5 = pair.nearest(((major >> 1) << 7) | (x3 << 6) | (x5 << 5) | (d1 & 31), 3);
  d0 = (d0 & ~31) | (v4 & 31);
  d1 = (d1 & ~31) | (v5 & 31);
  store<u32>(bytes, u32(v0 | (v1 << 8) | (v2 << 16) | (v3 << 24)));
  store<u32>(bytes, u32(v4 | (v5 << 8)), 4);
  decodeFields<P>(layout, major, a, b0, b1, c, d0, d1);
  return true;
}

/** Stores the wanted endpoints as plain values. */
export function storePlain<P extends HdrPair>(bytes: usize): void {
  const pair = changetype<P>(0);
  for (let i = 0; i < 4; i++) {
    // The first two bytes are red, the next two green.
    const end = i & 1;
    const channel = i >> 1;
    let value = min(pair.wanted(end, channel, 4), MAX_ENDPOINT_12 >> 4);
    let byte = pair.nearest(value, 0);
    while (byte > MAX_ENDPOINT_12 >> 4) byte = pair.nearest(--value, 0);
    store<u8>(bytes + i, byte);
    pair.setDecoded(end, channel, byte << 4);
  }
  for (let end = 0; end < 2; end++) {
    let value = min(pair.wanted(end, 2, 5), MAX_ENDPOINT_12 >> 5);
    let byte = pair.nearest(128 | value, 1);
    while ((byte & 127) > MAX_ENDPOINT_12 >> 5) byte = pair.nearest(128 | --value, 1);
    store<u8>(bytes + end, byte, 4);
    pair.setDecoded(end, 2, (byte & 127) << 5);
  }
}
