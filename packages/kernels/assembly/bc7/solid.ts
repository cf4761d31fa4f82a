// Exact blocks of one color: mode 5 with every index 1, between two seven-bit endpoints whose mix is the color.

import { BEST, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../block/candidate';
import { C_HIGH, C_LOW } from './endpoints';
import { pack } from './pack';

/** The low and the high endpoint of each value. */
const SOLID_LOW: usize = memory.data(256);
const SOLID_HIGH: usize = memory.data(256);
const FOUND: usize = memory.data(256);

/** The closest pair wins: a decoder of less precision then has the smallest error. */
export function buildSolid(): void {
  for (let distance = 0; distance < 128; distance++)
    for (let low = 0; low + distance < 128; low++) {
      const high = low + distance;
      const decodedLow = (low << 1) | (low >> 6);
      const decodedHigh = (high << 1) | (high >> 6);
      const value = (decodedLow * 43 + decodedHigh * 21 + 32) >> 6;
      if (load<u8>(FOUND + value) !== 0) continue;
      store<u8>(FOUND + value, 1);
      store<u8>(SOLID_LOW + value, low);
      store<u8>(SOLID_HIGH + value, high);
    }
}

export function packSolid(color: u32, out: usize): void {
  store<i32>(BEST, 5, C_MODE);
  store<i32>(BEST, 0, C_PARTITION);
  store<i32>(BEST, 0, C_PLANE);
  v128.store(BEST, i8x16.splat(1), C_INDICES);
  v128.store(BEST, i8x16.splat(0), C_INDICES2);
  for (let i: usize = 0; i < 3; i++) {
    const value = (color >> (u32(i) << 3)) & 255;
    store<u8>(BEST + i, load<u8>(SOLID_LOW + value), C_LOW);
    store<u8>(BEST + i, load<u8>(SOLID_HIGH + value), C_HIGH);
  }
  store<u8>(BEST + 3, color >> 24, C_LOW);
  store<u8>(BEST + 3, color >> 24, C_HIGH);
  pack(BEST, out);
}
