// Builds a curve from keys as files store them: sorts them, and solves the slopes that the file leaves to the program.

import { CUBIC, type Curve, DEFAULT_WEIGHT, type Extrapolation } from './curve.js';
import { type AutoOptions, autoSlope, type KeyNeighbors, type Tcb, tcbSlopes } from './solve-tangents.js';

/** How the slopes at a key are found. `given`: as stored. */
export type Tangent =
  | { readonly is: 'given' }
  | ({ readonly is: 'auto' } & Omit<AutoOptions, 'bias'>)
  | ({ readonly is: 'tcb' } & Tcb);

export const GIVEN: Tangent = { is: 'given' };

/** A key with what the file stores about the segment after it. */
export interface StoredKey {
  /** Seconds. */
  readonly time: number;
  readonly value: number;
  readonly segment: number;
  readonly tangent: Tangent;
  /** The slope after the key, and the one before the next key. If the tangent of that key is automatic: its bias in percent. */
  readonly right: number;
  readonly nextLeft: number;
  /** Of the handle after the key, and of the one before the next key. */
  readonly rightWeight: number;
  readonly nextLeftWeight: number;
}

/** Larger numbers are damage; what follows from these is finite as 32-bit floats. */
const MAX_NUMBER = 1e12;
const isUsable = (n: number): boolean => Math.abs(n) < MAX_NUMBER;

/** Undefined without a key that is finite. */
export function buildCurve(
  stored: readonly StoredKey[],
  before: Extrapolation,
  after: Extrapolation,
): Curve | undefined {
  const finite = stored.filter(({ time, value }) => isUsable(time) && isUsable(value));
  const isSorted = finite.every(({ time }, i) => i === 0 || time >= (finite[i - 1]?.time ?? 0));
  const keys = isSorted ? finite : finite.toSorted((a, b) => a.time - b.time);
  const count = keys.length;
  if (count === 0) return undefined;
  const curve = {
    times: Float64Array.from(keys, ({ time }) => time),
    values: Float64Array.from(keys, ({ value }) => value),
    segments: Uint8Array.from(keys, ({ segment }) => segment),
    leftSlopes: new Float64Array(count),
    rightSlopes: new Float64Array(count),
    leftWeights: new Float64Array(count).fill(DEFAULT_WEIGHT),
    rightWeights: new Float64Array(count).fill(DEFAULT_WEIGHT),
    before,
    after,
  };
  if (!keys.some(({ segment }) => segment === CUBIC)) return curve;
  for (const [i, key] of keys.entries()) {
    curve.rightWeights[i] = validWeight(key.rightWeight);
    if (i + 1 < count) curve.leftWeights[i + 1] = validWeight(key.nextLeftWeight);
  }
  for (const i of keys.keys()) setSlopes(curve, keys, i);
  return curve;
}

/** Zero is a handle without length: the slope does not matter then. Above 1, time would run back. */
const validWeight = (weight: number): number =>
  Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : DEFAULT_WEIGHT;

const finiteOr0 = (n: number | undefined): number => (n !== undefined && isUsable(n) ? n : 0);

function setSlopes(
  curve: Pick<Curve, 'leftSlopes' | 'rightSlopes' | 'leftWeights' | 'rightWeights'>,
  keys: readonly StoredKey[],
  i: number,
): void {
  const key = keys[i];
  if (key === undefined) return;
  const { tangent } = key;
  const left = finiteOr0(keys[i - 1]?.nextLeft);
  const right = finiteOr0(key.right);
  if (tangent.is === 'given') {
    curve.leftSlopes[i] = left;
    curve.rightSlopes[i] = right;
    return;
  }
  const neighbors: KeyNeighbors = {
    time: key.time,
    value: key.value,
    previous: keys[i - 1],
    next: keys[i + 1],
    leftWeight: curve.leftWeights[i] ?? DEFAULT_WEIGHT,
    rightWeight: curve.rightWeights[i] ?? DEFAULT_WEIGHT,
  };
  if (tangent.is === 'tcb') {
    const slopes = tcbSlopes(neighbors, tangent);
    curve.leftSlopes[i] = slopes.left;
    curve.rightSlopes[i] = slopes.right;
    return;
  }
  curve.leftSlopes[i] = autoSlope(neighbors, { ...tangent, bias: left });
  curve.rightSlopes[i] = autoSlope(neighbors, { ...tangent, bias: right });
}
