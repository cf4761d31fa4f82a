// Whether arrays hold finite numbers only. Many primitives may share one large accessor, so answers are remembered by array:
// the cost must follow the data and not the number of its users.

const firstBad = new WeakMap<Float32Array, number>();
const repaired = new WeakMap<Float32Array, Repaired>();

interface Repaired {
  readonly values: Float32Array;
  /** How many numbers were replaced. */
  readonly count: number;
}

/** Index of the first number that is NaN or infinite, −1 for none. */
export function firstNotFinite(values: Float32Array): number {
  const known = firstBad.get(values);
  if (known !== undefined) return known;
  const found = search(values);
  firstBad.set(values, found);
  return found;
}

function search(values: Float32Array): number {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    // x − x is 0 exactly for finite x.
    if (value - value !== 0) return i;
  }
  return -1;
}

/** A copy with zeros where numbers are not finite; the array itself where all are. */
export function withZeros(values: Float32Array): Repaired {
  if (firstNotFinite(values) < 0) return { values, count: 0 };
  const known = repaired.get(values);
  if (known !== undefined) return known;
  const copy = values.slice();
  let count = 0;
  for (let i = 0; i < copy.length; i++) {
    if (Number.isFinite(copy[i])) continue;
    copy[i] = 0;
    count++;
  }
  const result = { values: copy, count };
  repaired.set(values, result);
  return result;
}
