// Maps half bits as DWA codes them to half bits of linear light: x^2.2 up to 1, and exponential above. NaN becomes 0. Uses our own power
// function, because Math.pow differs between engines.

import { fromHalf, toHalf } from '@assetc/formats';
import { power } from '../../../model/math/power.js';

/** e^2.2 as a 32-bit float. */
const BASE = 9.025012969970703;

let table: Uint16Array | undefined;

export function dwaLinearTable(): Uint16Array {
  table ??= Uint16Array.from({ length: 65536 }, (_, bits) => {
    const value = Math.abs(fromHalf(bits));
    if (!Number.isFinite(value) || value === 0) return 0;
    const light = value <= 1 ? power(value, Math.fround(2.2)) : power(BASE, value - 1);
    return toHalf(Math.fround((bits & 0x8000) === 0 ? light : -light));
  });
  return table;
}
