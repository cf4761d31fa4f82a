// The clip as the source has it: keys, linear between them, rotations along the shorter arc. Also what compressed clips are compared with.

import { dotAt, normalizeAt } from './quaternion.js';

/** Linear keys of one track. */
export interface KeyedTrack {
  readonly times: Float32Array;
  readonly values: Float32Array;
}

/** A time this close to a key, in seconds, is the key, unless another one is as close: sources round times to floats. */
const SAME_TIME = 1e-5;
/** Terms of the series below: the next one is below the precision of a double. */
const TERMS = 12;

/** The value of a track at a time, into `out`. Rotations are normalized. */
export function evaluateTrack({ times, values }: KeyedTrack, time: number, out: Float64Array): void {
  const components = values.length / times.length;
  let low = 0;
  for (let high = times.length; low + 1 < high; ) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  // A jump is two keys that are very close: between them nothing is snapped.
  const gap = (times[low + 1] ?? Number.POSITIVE_INFINITY) - (times[low] ?? 0);
  const snap = gap > 2 * SAME_TIME ? SAME_TIME : 0;
  if ((times[low + 1] ?? Number.POSITIVE_INFINITY) - time <= snap) low++;
  const from = times[low] ?? 0;
  const to = times[low + 1];
  const share = to === undefined ? 0 : (time - from) / (to - from);
  const at = low * components;
  for (let c = 0; c < components; c++) out[c] = values[at + c] ?? 0;
  if (components === 4) normalizeAt(out, 0);
  if (to === undefined || time - from <= snap) return;
  if (components === 4) {
    for (let c = 0; c < 4; c++) next[c] = values[at + 4 + c] ?? 0;
    normalizeAt(next, 0);
    slerp(out, next, share);
  } else
    for (let c = 0; c < components; c++) {
      const a = values[at + c] ?? 0;
      out[c] = a + ((values[at + components + c] ?? 0) - a) * share;
    }
}

const next = new Float64Array(4);

/** Spherical interpolation. `a` becomes the result. Sines of engines differ, so that these are series. */
function slerp(a: Float64Array, b: Float64Array, share: number): void {
  const sign = dotAt(a, 0, b, 0) < 0 ? -1 : 1;
  let chord = 0;
  for (let c = 0; c < 4; c++) {
    const difference = (b[c] ?? 0) * sign - (a[c] ?? 0);
    chord += difference * difference;
  }
  const angle = 2 * arcSine(Math.min(1, Math.sqrt(chord) / 2));
  const whole = sine(angle);
  const [from, to] = whole > 0 ? [sine((1 - share) * angle) / whole, sine(share * angle) / whole] : [1 - share, share];
  for (let c = 0; c < 4; c++) a[c] = (a[c] ?? 0) * from + (b[c] ?? 0) * sign * to;
  normalizeAt(a, 0);
}

/** Up to a right angle. */
function sine(angle: number): number {
  let term = angle;
  let sum = angle;
  for (let i = 1; i <= TERMS; i++) {
    term *= (-angle * angle) / (2 * i * (2 * i + 1));
    sum += term;
  }
  return sum;
}

/** Of the sine of at most half a right angle. Two halvings of the angle, then the series. */
function arcSine(value: number): number {
  let x = value;
  for (let i = 0; i < 2; i++) x /= Math.sqrt(2 * (1 + Math.sqrt(1 - x * x)));
  let power = x;
  let sum = x;
  for (let i = 1; i <= TERMS; i++) {
    power *= (x * x * (2 * i - 1)) / (2 * i);
    sum += power / (2 * i + 1);
  }
  return 4 * sum;
}
