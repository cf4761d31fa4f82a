// The value of a curve at a time. Only + − × ÷ and square roots, for equal results on every machine.

import { CUBIC, type Curve, type Extrapolation, HOLD, HOLD_NEXT } from './curve.js';

/** At a jump: the value just before it, or from it on. */
export type Side = 'before' | 'from';

/** Two times this close, relative to a repetition, are the same. */
const SAME = 1e-9;

export function evaluateCurve(curve: Curve, time: number, side: Side = 'from'): number {
  const { times } = curve;
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  if (time < first || (side === 'before' && time === first)) return extrapolate(curve, curve.before, time, side, true);
  if (time > last || (side === 'from' && time === last)) return extrapolate(curve, curve.after, time, side, false);
  return inside(curve, time, side);
}

function extrapolate(curve: Curve, { mode, count }: Extrapolation, time: number, side: Side, isBefore: boolean) {
  const { times, values } = curve;
  const end = isBefore ? 0 : times.length - 1;
  const value = values[end] ?? 0;
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? 0;
  const duration = last - first;
  if (mode === 'slope') return value + slopeAt(curve, isBefore) * (time - (times[end] ?? 0));
  if (mode === 'constant' || duration <= 0 || count === 0) return value;
  const distance = (isBefore ? first - time : time - last) / duration;
  // On the border of two repetitions, the side decides.
  const nearest = Math.round(distance);
  const isOnBorder = Math.abs(distance - nearest) < SAME;
  const belongsToEarlier = isOnBorder && (side === 'before') !== isBefore;
  let cycle = isOnBorder ? (belongsToEarlier ? nearest - 1 : nearest) : Math.floor(distance);
  if (cycle < 0) return value;
  let share = isOnBorder ? (belongsToEarlier ? 1 : 0) : distance - cycle;
  if (count > 0 && cycle >= count) {
    cycle = count - 1;
    share = 1;
  }
  const isReversed = mode === 'mirror' && cycle % 2 === 0;
  const isBackward = isReversed !== isBefore;
  const repeated = inside(
    curve,
    isBackward ? last - share * duration : first + share * duration,
    share === 1 ? (isBackward ? 'from' : 'before') : share === 0 ? (isBackward ? 'before' : 'from') : side,
  );
  if (mode !== 'repeat-relative') return repeated;
  const offset = ((values[values.length - 1] ?? 0) - (values[0] ?? 0)) * (cycle + 1);
  return isBefore ? repeated - offset : repeated + offset;
}

/** The slope of the curve at its first or last key. */
function slopeAt(curve: Curve, isFirst: boolean): number {
  const { times, values, segments, leftSlopes, rightSlopes } = curve;
  const a = isFirst ? 0 : times.length - 2;
  const b = a + 1;
  if (a < 0 || b >= times.length) return (isFirst ? rightSlopes[0] : leftSlopes[times.length - 1]) ?? 0;
  const segment = segments[a] ?? HOLD;
  if (segment === CUBIC) return (isFirst ? rightSlopes[a] : leftSlopes[b]) ?? 0;
  const span = (times[b] ?? 0) - (times[a] ?? 0);
  if (segment === HOLD || segment === HOLD_NEXT || span <= 0) return 0;
  return ((values[b] ?? 0) - (values[a] ?? 0)) / span;
}

/** Between the first and the last key, both included. */
function inside(curve: Curve, time: number, side: Side): number {
  const { times, values, segments } = curve;
  const key = findKey(times, time, side);
  if (key < 0) return values[0] ?? 0;
  const value = values[key] ?? 0;
  if (key + 1 >= times.length) return value;
  const next = values[key + 1] ?? 0;
  const start = times[key] ?? 0;
  const span = (times[key + 1] ?? 0) - start;
  const segment = segments[key] ?? HOLD;
  if (segment === HOLD) return value;
  // At its own time, the key still has its own value.
  if (segment === HOLD_NEXT) return time === start ? value : next;
  if (span <= 0) return value;
  const share = (time - start) / span;
  if (segment !== CUBIC) return value + (next - value) * share;
  const rightWeight = curve.rightWeights[key] ?? 0;
  const leftWeight = curve.leftWeights[key + 1] ?? 0;
  const s = bezierParameter(rightWeight, leftWeight, share);
  const a = value + (curve.rightSlopes[key] ?? 0) * span * rightWeight;
  const b = next - (curve.leftSlopes[key + 1] ?? 0) * span * leftWeight;
  const r = 1 - s;
  return r * r * r * value + 3 * r * r * s * a + 3 * r * s * s * b + s * s * s * next;
}

/** The last key at or before a time, or strictly before it; −1 if there is none. */
function findKey(times: Float64Array, time: number, side: Side): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = times[middle] ?? 0;
    if (at < time || (side === 'from' && at === time)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a Bezier curve of times 0, a, 1 − b, 1 reaches `share`. Newton's steps, kept inside by halving. */
function bezierParameter(a: number, b: number, share: number): number {
  const isEven = Math.abs(a - 1 / 3) < 1e-4 && Math.abs(b - 1 / 3) < 1e-4;
  if (isEven || share <= 0 || share >= 1) return share;
  const c1 = 3 * a;
  const c2 = 3 * (1 - b) - 6 * a;
  const c3 = 1 + 3 * a - 3 * (1 - b);
  let low = 0;
  let high = 1;
  let s = share;
  for (let step = 0; step < 64; step++) {
    const error = ((c3 * s + c2) * s + c1) * s - share;
    if (Math.abs(error) < 1e-14) return s;
    if (error > 0) high = s;
    else low = s;
    const slope = (3 * c3 * s + 2 * c2) * s + c1;
    const newton = s - error / slope;
    s = newton > low && newton < high ? newton : (low + high) / 2;
    if (high - low < 1e-15) return s;
  }
  return s;
}
