// The clip as the source has it: keys, linear between them, rotations along the shorter arc. Also what compressed clips are compared with.

import { dotAt, normalizeAt } from './quaternion.js';

/** Linear keys of one track. */
export interface KeyedTrack {
  readonly times: Float32Array;
  readonly values: Float32Array;
}

/** A time this close to a key, in seconds, is the key: sources round times to floats. */
const SAME_TIME = 1e-5;
/** Halvings of an arc: the remaining angle is below the precision of a float. */
const HALVINGS = 24;

/** The value of a track at a time, into `out`. Rotations are normalized. */
export function evaluateTrack({ times, values }: KeyedTrack, time: number, out: Float64Array): void {
  const components = values.length / times.length;
  let low = 0;
  for (let high = times.length; low + 1 < high; ) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time + SAME_TIME) low = middle;
    else high = middle;
  }
  const from = times[low] ?? 0;
  const to = times[low + 1];
  const share = to === undefined ? 0 : (time - from) / (to - from);
  const at = low * components;
  for (let c = 0; c < components; c++) out[c] = values[at + c] ?? 0;
  if (components === 4) normalizeAt(out, 0);
  if (to === undefined || time - from <= SAME_TIME) return;
  if (components === 4) {
    const next = Float64Array.from(values.subarray(at + 4, at + 8));
    normalizeAt(next, 0);
    slerp(out, next, share);
  } else
    for (let c = 0; c < components; c++) {
      const a = values[at + c] ?? 0;
      out[c] = a + ((values[at + components + c] ?? 0) - a) * share;
    }
}

/** Spherical interpolation by halving the arc: sines differ between engines, square roots do not. `a` becomes the result; `b` changes. */
function slerp(a: Float64Array, b: Float64Array, share: number): void {
  if (dotAt(a, 0, b, 0) < 0) for (let c = 0; c < 4; c++) b[c] = -(b[c] ?? 0);
  const middle = new Float64Array(4);
  for (let i = 0, rest = share; i < HALVINGS; i++) {
    for (let c = 0; c < 4; c++) middle[c] = (a[c] ?? 0) + (b[c] ?? 0);
    normalizeAt(middle, 0);
    rest *= 2;
    if (rest >= 1) {
      rest -= 1;
      a.set(middle);
    } else b.set(middle);
  }
}
