// Some of a block's colors in order along a line, with the sums that every layout needs.

import { sum } from '../../block/lanes';
import { colorTexels, colorVector, listedCount, MAX_FEW_COLORS } from '../search/distinct-colors';
import { weighA, weighB, weighG, weighR } from '../state';

/** The colors along the line, and how many texels each has. */
export const ORDER: usize = memory.data(8);
export const COUNTS: usize = memory.data(8);
/** The same colors as vectors of channels, and multiplied by their number of texels. */
export const SORTED: usize = memory.data(16 * 8, 16);
export const COUNTED: usize = memory.data(16 * 8, 16);
/** The position of each along the line: |c − first|² − |c − last|². */
const PLACES: usize = memory.data(4 * MAX_FEW_COLORS);

/** The number of texels, their sum per channel, and their variance times the squared number. */
export let texelCount: i32 = 0;
export let total: v128 = i32x4.splat(0);
export let variance: v128 = i32x4.splat(0);

/** The weight of each channel's error; 0 for channels (a bit each) that are not coded. */
export function metricOf(channels: i32): v128 {
  return i32x4(
    channels & 1 ? weighR : 0,
    channels & 2 ? weighG : 0,
    channels & 4 ? weighB : 0,
    channels & 8 ? weighA : 0,
  );
}

/* @inline */ function distance(a: v128, b: v128, metric: v128): i32 {
  const d = i32x4.sub(a, b);
  return sum(i32x4.mul(i32x4.mul(d, d), metric));
}

/** Sorts the colors of a set from one of the two farthest apart to the other. Returns how many there are. */
export function orderColors(set: i32, metric: v128): i32 {
  let first = ctz(set);
  let last = first;
  let maximum = 0;
  for (let a = 0; a < listedCount; a++)
    for (let b = a + 1; b < listedCount; b++) {
      if (!((set >> a) & (set >> b) & 1)) continue;
      const d = distance(colorVector(a), colorVector(b), metric);
      if (d <= maximum) continue;
      maximum = d;
      first = a;
      last = b;
    }
  const start = colorVector(first);
  const end = colorVector(last);
  let size = 0;
  for (let left = set; left !== 0; left &= left - 1) {
    const color = ctz(left);
    const place = distance(colorVector(color), start, metric) - distance(colorVector(color), end, metric);
    let at = size;
    while (at > 0 && load<i32>(PLACES + ((at - 1) << 2)) > place) {
      store<i32>(PLACES + (at << 2), load<i32>(PLACES + ((at - 1) << 2)));
      store<u8>(ORDER + at, load<u8>(ORDER + at - 1));
      at--;
    }
    store<i32>(PLACES + (at << 2), place);
    store<u8>(ORDER + at, color);
    size++;
  }
  sumColors(size);
  return size;
}

function sumColors(size: i32): void {
  let sums = i32x4.splat(0);
  let squares = sums;
  texelCount = 0;
  for (let i = 0; i < size; i++) {
    const color = load<u8>(ORDER + i);
    const count = popcnt(colorTexels(color));
    const vector = colorVector(color);
    const counted = i32x4.mul(vector, i32x4.splat(count));
    store<u8>(COUNTS + i, count);
    v128.store(SORTED + (i << 4), vector);
    v128.store(COUNTED + (i << 4), counted);
    texelCount += count;
    sums = i32x4.add(sums, counted);
    squares = i32x4.add(squares, i32x4.mul(counted, vector));
  }
  total = sums;
  variance = i32x4.sub(i32x4.mul(squares, i32x4.splat(texelCount)), i32x4.mul(sums, sums));
}
