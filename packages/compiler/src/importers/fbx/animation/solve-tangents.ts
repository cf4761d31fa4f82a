// Slopes that a file does not store because the program computes them: automatic tangents, and those by tension, continuity and bias.

/** Neighbors of a key; undefined before the first and after the last. */
export interface KeyNeighbors {
  readonly time: number;
  readonly value: number;
  readonly previous: { readonly time: number; readonly value: number } | undefined;
  readonly next: { readonly time: number; readonly value: number } | undefined;
  /** Shares of the segments before and after the key that its handles cover. */
  readonly leftWeight: number;
  readonly rightWeight: number;
}

export interface AutoOptions {
  /** From the previous key to the next; otherwise the mean of the slopes on both sides. */
  readonly isTimeIndependent: boolean;
  /** Flat if the value equals that of a neighbor. */
  readonly clamps: boolean;
  /** Never beyond the values of the neighbors. */
  readonly clampsProgressively: boolean;
  /** Percent toward the slope of the right side (positive) or left side (negative). */
  readonly bias: number;
}

/** Values this close are equal for clamping. */
const FLAT = 0.001;
/** Past this percentage, a bias adds a slope of its own. */
const ABSOLUTE_BIAS = 5;
/** The slope that each squared hundred percent past it adds. */
const ABSOLUTE_SLOPE = 40;

/** The slope of an automatic tangent. Keys at the ends are flat. */
export function autoSlope(key: KeyNeighbors, options: AutoOptions): number {
  const { previous, next, value, time } = key;
  if (previous === undefined || next === undefined) return 0;
  const before = time - previous.time;
  const after = next.time - time;
  if (!(before > 0 && after > 0)) return 0;
  const left = (value - previous.value) / before;
  const right = (next.value - value) / after;
  if (options.clamps && Math.min(Math.abs(previous.value - value), Math.abs(next.value - value)) <= FLAT) return 0;
  const slope = options.isTimeIndependent ? (next.value - previous.value) / (before + after) : (left + right) / 2;
  const biased = addBias(slope, left, right, options.bias);
  return options.clampsProgressively ? limitSlope(biased, key, before, after) : biased;
}

function addBias(slope: number, left: number, right: number, bias: number): number {
  const amount = Math.abs(bias) / 100;
  if (!(amount > 1e-4)) return slope;
  const target = bias > 0 ? right : left;
  const biased = slope + (target - slope) * amount;
  const rest = amount - ABSOLUTE_BIAS;
  if (!(rest > 0)) return biased;
  const direction = Math.abs(target - slope) > 1e-5 ? target - slope : bias;
  return biased + rest * rest * ABSOLUTE_SLOPE * (direction > 0 ? 1 : -1);
}

/** No handle reaches beyond the value of the neighbor on its side. */
function limitSlope(slope: number, key: KeyNeighbors, before: number, after: number): number {
  const sign = slope < 0 ? -1 : 1;
  const limit = (difference: number, reach: number): number =>
    reach > 0 ? Math.max(0, (sign * difference) / reach) : 0;
  const left = limit(key.value - (key.previous?.value ?? key.value), key.leftWeight * before);
  const right = limit((key.next?.value ?? key.value) - key.value, key.rightWeight * after);
  return sign * Math.min(Math.abs(slope), left, right);
}

export interface Tcb {
  readonly tension: number;
  readonly continuity: number;
  readonly bias: number;
}

/** Kochanek–Bartels tangents. At the ends, the only slope that exists counts for both. */
export function tcbSlopes(
  { time, value, previous, next }: KeyNeighbors,
  { tension, continuity, bias }: Tcb,
): { readonly left: number; readonly right: number } {
  const slope = (from: { time: number; value: number }, to: { time: number; value: number }): number =>
    to.time > from.time ? (to.value - from.value) / (to.time - from.time) : 0;
  const before = previous === undefined ? 0 : slope(previous, { time, value });
  const after = next === undefined ? 0 : slope({ time, value }, next);
  const factor = (1 - tension) * (previous === undefined || next === undefined ? 1 : 0.5);
  return {
    left: factor * ((1 + bias) * (1 - continuity) * before + (1 - bias) * (1 + continuity) * after),
    right: factor * ((1 + bias) * (1 + continuity) * before + (1 - bias) * (1 - continuity) * after),
  };
}
