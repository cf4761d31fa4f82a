// Where to sample the curves of a channel.

import type { BakeOptions } from './bake-keys.js';
import { type Curve, HOLD, HOLD_NEXT } from './curve.js';
import { sampleTimes } from './sample-times.js';
import type { Stack } from './stack.js';

/** `maxStep`: the largest change between samples; for angles. */
export function bakeOptions(
  curves: readonly Curve[],
  { begin, end }: Pick<Stack, 'begin' | 'end'>,
  maxStep = Number.POSITIVE_INFINITY,
): BakeOptions {
  return {
    times: sampleTimes(curves, begin, end, maxStep),
    jumps: curves.some(jumps),
    holds: curves.length > 0 && curves.every(holds),
  };
}

const isHeld = (segment: number): boolean => segment === HOLD || segment === HOLD_NEXT;

/** Whether the curve can jump at a key, or where it is repeated. */
function jumps({ times, segments, before, after }: Curve): boolean {
  const repeats = [before, after].some(({ mode }) => mode === 'repeat');
  return (
    repeats || segments.some((segment) => isHeld(segment)) || times.some((time, i) => i > 0 && time === times[i - 1])
  );
}

/** Whether the curve only jumps. The segment after the last key does not exist. */
function holds({ segments, before, after }: Curve): boolean {
  const slopes = [before, after].some(({ mode }) => mode === 'slope');
  return !slopes && segments.length > 1 && segments.subarray(0, -1).every((segment) => isHeld(segment));
}
