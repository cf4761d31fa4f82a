// Finds rotations that are not unit quaternions. They are not normalized: other readers use them as they are, too.

import { shortestDecimal } from '@assetc/formats';

/** Quantized rotations differ from unit length by less. */
const TOLERANCE = 0.01;

/** The index of the first quaternion whose length is not 1, or −1. Only every `stride`-th one from `first` on is checked. */
export function firstNonUnit(rotations: ArrayLike<number>, stride = 1, first = 0): number {
  for (let i = first; i * 4 < rotations.length; i += stride)
    if (Math.abs(lengthOf(rotations, i) - 1) > TOLERANCE) return i;
  return -1;
}

export const lengthText = (rotations: ArrayLike<number>, index = 0): string =>
  shortestDecimal(Math.fround(Math.round(lengthOf(rotations, index) * 1000) / 1000));

function lengthOf(rotations: ArrayLike<number>, index: number): number {
  let sum = 0;
  for (let i = index * 4; i < index * 4 + 4; i++) sum += (rotations[i] ?? 0) ** 2;
  return Math.sqrt(sum);
}
