// Turns a function of time into linear keys that stay near it: sampled where the curves have keys, then halved where a straight line
// (an arc, for rotations) is too far from the function. Only + − × ÷ and square roots, for equal results on every machine.

import { separateTimes } from '../../../model/scene/separate-times.js';
import type { Side } from './evaluate-curve.js';

export interface Motion {
  /** Numbers per key; rotations have four. */
  readonly width: number;
  readonly isRotation: boolean;
  at(time: number, side: Side): readonly number[];
}

interface BakedKeys {
  readonly interpolation: 'step' | 'linear';
  /** Seconds from `begin` on. */
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Whether the limits prevented a closer fit. */
  readonly isLimited: boolean;
}

export interface BakeOptions {
  /** Where to sample first: sorted, the first is the begin of the clip. */
  readonly times: Float64Array;
  /** Whether the motion may jump at these times. */
  readonly jumps: boolean;
  /** Whether the motion stands still between these times. */
  readonly holds: boolean;
}

/** 0.005°, as a distance of unit quaternions: half of what is promised, for what is between the points that are checked. */
const ROTATION_TOLERANCE = 4.3e-5;
/** Relative to the range of the values. */
const RANGE_TOLERANCE = 1e-5;
/** Relative to the largest value: smaller differences are lost in 32 bits. */
const ROUNDING = 2 ** -22;
/** Seconds between keys: a turn within a frame needs fewer. */
const MIN_SPAN = 2 ** -13;
/** Seconds that a jump takes: at its time, the new value holds already. */
const JUMP = 2 ** -19;
/** Of one channel. */
const MAX_KEYS = 200_000;

export function bakeKeys(motion: Motion, { times, jumps, holds }: BakeOptions): BakedKeys {
  const begin = times[0] ?? 0;
  if (holds) return stepKeys(motion, times, begin);
  const samples = Array.from(times, (time) => motion.at(time, 'from'));
  const baker = new Baker(motion, begin, toleranceOf(motion, samples));
  for (const [i, value] of samples.entries()) {
    const time = times[i] ?? 0;
    baker.add(time, value);
    const next = samples[i + 1];
    const nextTime = times[i + 1] ?? time;
    if (next === undefined) continue;
    const end = jumps ? motion.at(nextTime, 'before') : next;
    baker.divide(time, value, nextTime, end);
    if (jumps && baker.error(end, next) > baker.tolerance)
      baker.add(nextTime - Math.min(JUMP, (nextTime - time) / 2), end);
  }
  return baker.finish();
}

/** Keys that hold their value, without those that repeat it. */
function stepKeys(motion: Motion, times: Float64Array, begin: number): BakedKeys {
  const kept: number[] = [];
  const values: number[] = [];
  let previous: readonly number[] | undefined;
  for (const [i, time] of times.entries()) {
    const value = motion.at(time, 'from');
    const isLast = i === times.length - 1;
    if (!isLast && previous?.every((n, k) => n === value[k])) continue;
    previous = value;
    kept.push(time - begin);
    values.push(...value);
  }
  return { interpolation: 'step', times: ascending(kept), values: Float32Array.from(values), isLimited: false };
}

function toleranceOf({ isRotation, width }: Motion, samples: readonly (readonly number[])[]): number {
  if (isRotation) return ROTATION_TOLERANCE;
  let [range, size] = [0, 0];
  for (let i = 0; i < width; i++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const sample of samples) {
      low = Math.min(low, sample[i] ?? 0);
      high = Math.max(high, sample[i] ?? 0);
    }
    range = Math.max(range, high - low);
    size = Math.max(size, Math.abs(low), Math.abs(high));
  }
  return Math.max(range * RANGE_TOLERANCE, size * ROUNDING);
}

/** Equal times become a jump, moved apart as little as possible. */
const ascending = (times: readonly number[]): Float32Array => separateTimes(Float32Array.from(times));

class Baker {
  readonly tolerance: number;
  readonly #motion: Motion;
  readonly #begin: number;
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  #isLimited = false;

  constructor(motion: Motion, begin: number, tolerance: number) {
    this.#motion = motion;
    this.#begin = begin;
    this.tolerance = tolerance;
  }

  add(time: number, value: readonly number[]): void {
    const { isRotation, width } = this.#motion;
    // Neighbors on the same half of the sphere, so that they are close as numbers, too.
    const at = this.#values.length - width;
    const flips = isRotation && at >= 0 && value.reduce((sum, n, i) => sum + n * (this.#values[at + i] ?? 0), 0) < 0;
    this.#times.push(time - this.#begin);
    for (const n of value) this.#values.push(flips ? -n : n);
  }

  /** Adds keys between two samples. An explicit stack, because halves are added in order of time. */
  divide(start: number, from: readonly number[], end: number, to: readonly number[]): void {
    const open: { start: number; from: readonly number[]; end: number; to: readonly number[] }[] = [
      { start, from, end, to },
    ];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const middle = (part.start + part.end) / 2;
      const value = this.#motion.at(middle, 'from');
      if (this.#isClose(part, value)) {
        if (part.end !== end) this.add(part.end, part.to);
      } else if (part.end - part.start < 2 * MIN_SPAN || this.#times.length + open.length > MAX_KEYS) {
        // A jump right after a key is as steep as it should be.
        this.#isLimited ||= end - start > 2 * JUMP;
        if (part.end !== end) this.add(part.end, part.to);
      } else
        open.push(
          { start: middle, from: value, end: part.end, to: part.to },
          { start: part.start, from: part.from, end: middle, to: value },
        );
    }
  }

  /** Checks the quarter points of the line between two samples. */
  #isClose(
    { start, from, end, to }: { start: number; from: readonly number[]; end: number; to: readonly number[] },
    middle: readonly number[],
  ): boolean {
    const half = this.#between(from, to);
    if (this.error(half, middle) > this.tolerance) return false;
    const quarter = (share: number) => this.#motion.at(start + (end - start) * share, 'from');
    return (
      this.error(this.#between(from, half), quarter(0.25)) <= this.tolerance &&
      this.error(this.#between(half, to), quarter(0.75)) <= this.tolerance
    );
  }

  /** The midpoint, along the shorter arc for rotations. */
  #between(a: readonly number[], b: readonly number[]): readonly number[] {
    if (!this.#motion.isRotation) return a.map((n, i) => (n + (b[i] ?? 0)) / 2);
    const sign = a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0) < 0 ? -1 : 1;
    const sum = a.map((n, i) => n + sign * (b[i] ?? 0));
    const length = Math.sqrt(sum.reduce((square, n) => square + n * n, 0));
    return length > 0 ? sum.map((n) => n / length) : a;
  }

  error(a: readonly number[], b: readonly number[]): number {
    if (!this.#motion.isRotation) return a.reduce((max, n, i) => Math.max(max, Math.abs(n - (b[i] ?? 0))), 0);
    const sign = a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0) < 0 ? -1 : 1;
    return Math.sqrt(a.reduce((square, n, i) => square + (n - sign * (b[i] ?? 0)) ** 2, 0));
  }

  finish(): BakedKeys {
    return {
      interpolation: 'linear',
      times: ascending(this.#times),
      values: Float32Array.from(this.#values),
      isLimited: this.#isLimited,
    };
  }
}
