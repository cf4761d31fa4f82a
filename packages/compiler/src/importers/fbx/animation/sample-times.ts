// The times at which a curve must be sampled: its keys, those of its repetitions, and enough in between where it turns far.

import { CUBIC, type Curve, type Extrapolation, HOLD, HOLD_NEXT } from './curve.js';
import { evaluateCurve } from './evaluate-curve.js';

/** Times of one curve at most: more cannot be seen. */
const MAX_TIMES = 50_000;

/** Seconds after a key at which the value of the next one holds. */
const RIGHT_AFTER = 2 ** -19;

/** Sorted, without duplicates, in `begin` … `end`, both included. `maxStep`: the largest change between two times, for angles. */
export function sampleTimes(curves: Iterable<Curve>, begin: number, end: number, maxStep: number): Float64Array {
  const times = [begin, end];
  for (const curve of curves) for (const time of timesOf(curve, begin, end, maxStep)) times.push(time);
  const sorted = Float64Array.from(times).sort();
  return sorted.filter((time, i) => time >= begin && time <= end && (i === 0 || time !== sorted[i - 1]));
}

function timesOf(curve: Curve, begin: number, end: number, maxStep: number): readonly number[] {
  const { times } = curve;
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  const points = pointsOf(curve, maxStep);
  return [
    ...(begin < first ? outside(curve, curve.before, points, begin, Math.min(first, end), maxStep, true) : []),
    ...points,
    ...(end > last ? outside(curve, curve.after, points, Math.max(last, begin), end, maxStep, false) : []),
  ];
}

/** The keys, and points between them so that no step is too large. */
function pointsOf(curve: Curve, maxStep: number): readonly number[] {
  const { times, values, segments } = curve;
  const points: number[] = [];
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? 0;
    points.push(time);
    const span = (times[i + 1] ?? time) - time;
    if (span <= 0 || points.length > MAX_TIMES) continue;
    if (segments[i] === HOLD_NEXT) points.push(time + Math.min(RIGHT_AFTER, span / 2));
    let way = Math.abs((values[i + 1] ?? 0) - (values[i] ?? 0));
    if ((segments[i] ?? HOLD) === CUBIC) {
      const right = (curve.rightSlopes[i] ?? 0) * span * (curve.rightWeights[i] ?? 0);
      const left = (curve.leftSlopes[i + 1] ?? 0) * span * (curve.leftWeights[i + 1] ?? 0);
      way = Math.abs(right) + Math.abs(left) + Math.abs((values[i + 1] ?? 0) - left - (values[i] ?? 0) - right);
    }
    const parts = Math.min(MAX_TIMES, Math.ceil(way / maxStep));
    for (let part = 1; part < parts; part++) points.push(time + (span * part) / parts);
  }
  return points;
}

/** Between `from` and `to`, which are outside the keys. */
function outside(
  curve: Curve,
  { mode, count }: Extrapolation,
  points: readonly number[],
  from: number,
  to: number,
  maxStep: number,
  isBefore: boolean,
): readonly number[] {
  const first = points[0] ?? 0;
  const duration = (points[points.length - 1] ?? 0) - first;
  if (mode === 'slope') {
    const way = Math.abs(evaluateCurve(curve, to) - evaluateCurve(curve, from));
    return evenTimes(from, to, Math.min(MAX_TIMES, Math.ceil(way / maxStep)));
  }
  if (mode === 'constant' || duration <= 0) return [];
  const last = first + duration;
  const needed = Math.ceil((isBefore ? first - from : to - last) / duration);
  const cycles = count >= 0 ? Math.min(count, needed) : needed;
  if (cycles * points.length > MAX_TIMES) return evenTimes(from, to, MAX_TIMES);
  const times: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle++) {
    const isReversed = mode === 'mirror' && cycle % 2 === 0;
    const start = isBefore ? first - (cycle + 1) * duration : last + cycle * duration;
    for (const point of points) times.push(isReversed ? start + duration - (point - first) : start + (point - first));
  }
  return times;
}

function evenTimes(from: number, to: number, parts: number): readonly number[] {
  return Array.from({ length: Math.max(0, parts - 1) }, (_, i) => from + ((to - from) * (i + 1)) / parts);
}
