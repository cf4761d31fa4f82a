// ETC2's planar blocks: each channel is a slope, given by its values at the first texel, four texels to the right and four down.

import { sum } from '../block/lanes';
import { HALF_BYTES, HALVES, weighB, weighG, weighR } from './block';

/** Stored numbers of R, G and B: at the origin, to the right, down. */
export const PLANE: usize = memory.data(36, 16);

/** Twice the distance of eight texels from the center. */
const X: v128 = i16x8(-3, -1, 1, 3, -3, -1, 1, 3);

/* @inline */ function decodedRows(o: i32, dx: i32, dy: i32, y: i32): v128 {
  const start: i32 = 4 * o + 2 + y * dy;
  const two: i32 = start + dy;
  const slopes = i16x8.mul(i16x8.splat(i16(dx)), i16x8(0, 1, 2, 3, 0, 1, 2, 3));
  const bases = i16x8.shuffle(i16x8.splat(i16(start)), i16x8.splat(i16(two)), 0, 1, 2, 3, 12, 13, 14, 15);
  const v = i16x8.shr_s(i16x8.add(bases, slopes), 2);
  return i16x8.min_s(i16x8.max_s(v, i16x8.splat(0)), i16x8.splat(255));
}

/* @inline */ function widen(v: i32, isGreen: bool): i32 {
  return isGreen ? (v << 1) | (v >> 6) : (v << 2) | (v >> 4);
}

/** Squared differences of a channel (0, 1, 2) for stored numbers. */
function errorOf(channel: i32, o: i32, h: i32, v: i32): i32 {
  const isGreen = channel === 1;
  const at = HALVES + 2 * HALF_BYTES + (usize(channel) << 4);
  const origin = widen(o, isGreen);
  const dx = widen(h, isGreen) - origin;
  const dy = widen(v, isGreen) - origin;
  const d0 = i16x8.sub(v128.load(at), decodedRows(origin, dx, dy, 0));
  const d1 = i16x8.sub(v128.load(at + HALF_BYTES), decodedRows(origin, dx, dy, 2));
  return sum(i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1)));
}

/** Quantizes a value in 160ths. */
/* @inline */ function stored(value160: i32, limit: i32): i32 {
  return min(max((value160 * limit + 255 * 80) / (255 * 160), 0), limit);
}

/** Fits a channel by least squares, then by single steps. Returns its error. */
function fitChannel(channel: i32, level: i32): i32 {
  const at = HALVES + 2 * HALF_BYTES + (usize(channel) << 4);
  const limit = channel === 1 ? 127 : 63;
  const top = v128.load(at);
  const low = v128.load(at + HALF_BYTES);
  const one = i16x8.splat(1);
  const total = sum(i32x4.add(i32x4.dot_i16x8_s(top, one), i32x4.dot_i16x8_s(low, one)));
  const byX = sum(i32x4.add(i32x4.dot_i16x8_s(top, X), i32x4.dot_i16x8_s(low, X)));
  const byY = sum(
    i32x4.add(
      i32x4.dot_i16x8_s(top, i16x8(-3, -3, -3, -3, -1, -1, -1, -1)),
      i32x4.dot_i16x8_s(low, i16x8(1, 1, 1, 1, 3, 3, 3, 3)),
    ),
  );
  // The mean is total / 16, a slope byX / 40: all in 160ths.
  const mean = total * 10;
  const origin = mean - 6 * byX - 6 * byY;
  let o = stored(max(origin, 0), limit);
  let h = stored(max(origin + 16 * byX, 0), limit);
  let v = stored(max(origin + 16 * byY, 0), limit);
  let error = errorOf(channel, o, h, v);
  let moved = level > 0;
  while (moved) {
    moved = false;
    for (let i = 0; i < 6; i++) {
      const step = i & 1 ? 1 : -1;
      const no = i < 2 ? o + step : o;
      const nh = i >> 1 === 1 ? h + step : h;
      const nv = i > 3 ? v + step : v;
      if (u32(no) > u32(limit) || u32(nh) > u32(limit) || u32(nv) > u32(limit)) continue;
      const next = errorOf(channel, no, nh, nv);
      if (next >= error) continue;
      error = next;
      o = no;
      h = nh;
      v = nv;
      moved = true;
    }
  }
  store<i32>(PLANE + channel * 12, o);
  store<i32>(PLANE + channel * 12, h, 4);
  store<i32>(PLANE + channel * 12, v, 8);
  return error;
}

/** Returns the weighted error of the best plane, and leaves its numbers in PLANE. */
export function searchPlane(level: i32): i32 {
  return fitChannel(0, level) * weighR + fitChannel(1, level) * weighG + fitChannel(2, level) * weighB;
}
