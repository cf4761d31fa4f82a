// Maps half bits of x to half bits of 8·ln(x), or 0 if undefined: B44 stores perceptual channels through it. Uses a series, because
// Math.log differs between engines.

import { fromHalf, toHalf } from '@assetc/formats';

let table: Uint16Array | undefined;

export function eightLogTable(): Uint16Array {
  table ??= Uint16Array.from({ length: 65536 }, (_, bits) => {
    const value = fromHalf(bits);
    return value > 0 && value < Number.POSITIVE_INFINITY ? toHalf(8 * naturalLog(value)) : 0;
  });
  return table;
}

/** ln m = 2·(s + s³/3 + s⁵/5 + …) with s = (m − 1)/(m + 1), for m from √½ to √2. */
function naturalLog(value: number): number {
  let [m, exponent] = [value, 0];
  for (; m > Math.SQRT2; exponent++) m /= 2;
  for (; m < Math.SQRT1_2; exponent--) m *= 2;
  const s = (m - 1) / (m + 1);
  let sum = 0;
  for (let n = 25; n > 0; n -= 2) sum = sum * s * s + 1 / n;
  return 2 * s * sum + exponent * Math.LN2;
}
