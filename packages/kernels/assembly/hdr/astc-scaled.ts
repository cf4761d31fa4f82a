// Endpoint mode 7 of ASTC: a color, and a number that is subtracted from all its channels for the other endpoint, in six bit layouts. For
// light of one color.

import { MAX_ENDPOINT_12 } from '../block/hdr-pair';
import { nearest, tableOf } from './astc-ranges';
import { end, STORED, setEnd } from './state';

/** The bytes v0 to v3. */
export const SCALED_BYTES: usize = memory.data(8, 16);

/** By layout: bits of the minor channels' differences and of the scale, and the shift of all. */
const MINOR_BITS: usize = memory.data<u8>([5, 6, 5, 6, 7, 7]);
const SCALE_BITS: usize = memory.data<u8>([7, 5, 8, 7, 6, 7]);
const SHIFTS: usize = memory.data<u8>([1, 1, 2, 3, 4, 5]);

/* @inline */ function rounded(value: f64): i32 {
  return i32(value + 0.5);
}

/** Makes ENDS differ by the same amount in all channels: the mean of their differences. */
export function equalizeDifferences(): void {
  const half = (end(3) - end(0) + (end(4) - end(1)) + (end(5) - end(2))) / 6;
  for (let c = 0; c < 3; c++) {
    const center = (end(c) + end(c + 3)) / 2;
    setEnd(c, center - half);
    setEnd(c + 3, center + half);
  }
}

/* @inline */ function setStored(i: i32, value: i32): void {
  store<f32>(STORED + (usize(i) << 2), f32(max(0, min(value, 4095)) << 4));
}

/** The nearest storable byte with the same three top bits, whose other bits are at most `limit`. */
function nearestUpTo(table: usize, byte: i32, limit: i32): i32 {
  let wanted = byte;
  let found = nearest(table, wanted, 3);
  while ((found & 31) > limit) found = nearest(table, --wanted, 3);
  return found;
}

/** The bits X0 to X6 of a layout: X1 X0 from the lowest bit, then X3 X2, then X6 X5 X4. */
/* @inline */ function extraBits(layout: i32, r: i32, g: i32, b: i32, s: i32): i32 {
  let x0 = g >> 6;
  let x1 = g >> 5;
  let x2 = b >> 6;
  let x3 = b >> 5;
  let x4 = r >> 6;
  let x5 = s >> 6;
  let x6 = s >> 5;
  if (layout === 0 || layout === 2) {
    x0 = r >> 9;
    x1 = r >> 8;
    x2 = r >> 7;
    x3 = layout === 0 ? r >> 10 : r >> 6;
    if (layout === 2) x4 = s >> 7;
  } else if (layout === 1 || layout === 3) {
    x0 = r >> 8;
    x2 = r >> 7;
    if (layout === 1) {
      x5 = r >> 10;
      x6 = r >> 9;
    }
  } else if (layout === 4) x5 = r >> 7;
  return (
    (x1 & 1) | ((x0 & 1) << 1) | ((x3 & 1) << 2) | ((x2 & 1) << 3) | ((x6 & 1) << 4) | ((x5 & 1) << 5) | ((x4 & 1) << 6)
  );
}

/** Stores equalized ENDS in a layout. Returns false if they do not fit. */
export function storeScaled(layout: i32, values: i32): bool {
  const table = tableOf(values);
  const shift = i32(load<u8>(SHIFTS + layout));
  const unit = 1.0 / f64(16 << shift);
  const upper = end(3) >= end(0) ? 3 : 0;
  const lower = 3 - upper;
  let major = 0;
  if (layout < 5) {
    if (end(upper + 1) > end(upper)) major = 1;
    if (end(upper + 2) > end(upper + major)) major = 2;
  }
  const second = major === 1 ? 0 : 1;
  const third = major === 2 ? 0 : 2;
  const code = layout < 4 ? (major << 2) | layout : layout === 4 ? 12 | major : 15;
  const minorEnd = 1 << load<u8>(MINOR_BITS + layout);

  let r = min(rounded(max(0, end(upper + major)) * unit), MAX_ENDPOINT_12 >> shift);
  let v0 = nearest(table, ((code & 3) << 6) | (r & 63), 2);
  while ((r & ~63) + (v0 & 63) > MAX_ENDPOINT_12 >> shift) v0 = nearest(table, ((code & 3) << 6) | (--r & 63), 2);
  r = (r & ~63) | (v0 & 63);
  const g1 = rounded(max(0, end(upper + second)) * unit);
  const b1 = rounded(max(0, end(upper + third)) * unit);
  let g = layout === 5 ? min(g1, MAX_ENDPOINT_12 >> 5) : max(0, r - g1);
  let b = layout === 5 ? min(b1, MAX_ENDPOINT_12 >> 5) : max(0, r - b1);
  let s = rounded((end(upper) - end(lower)) * unit);
  if (g >= minorEnd || b >= minorEnd || s >= 1 << load<u8>(SCALE_BITS + layout)) return false;

  const extra = extraBits(layout, r, g, b, s);
  const maxLowBits = layout === 5 ? (MAX_ENDPOINT_12 >> 5) & 31 : 31;
  const v1 = nearestUpTo(
    table,
    (((code >> 2) & 1) << 7) | ((extra & 3) << 5) | (g & 31),
    g >> 5 === 3 ? maxLowBits : 31,
  );
  const v2 = nearestUpTo(
    table,
    ((code >> 3) << 7) | (((extra >> 2) & 3) << 5) | (b & 31),
    b >> 5 === 3 ? maxLowBits : 31,
  );
  const v3 = nearest(table, ((extra >> 4) << 5) | (s & 31), 3);
  g = (g & ~31) | (v1 & 31);
  b = (b & ~31) | (v2 & 31);
  s = (s & ~31) | (v3 & 31);
  store<u32>(SCALED_BYTES, v0 | (v1 << 8) | (v2 << 16) | (v3 << 24));
  const green = layout === 5 ? g : r - g;
  const blue = layout === 5 ? b : r - b;
  setStored(major, (r - s) << shift);
  setStored(second, (green - s) << shift);
  setStored(third, (blue - s) << shift);
  setStored(3 + major, r << shift);
  setStored(3 + second, green << shift);
  setStored(3 + third, blue << shift);
  return true;
}
