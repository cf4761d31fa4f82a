// Checks arrays for values that are not finite. Many primitives may share one large accessor, so results are cached by array: the cost must
// depend on the data, not on the number of its users.

const firstBadIndices = new WeakMap<Float32Array, number>();
const repairedArrays = new WeakMap<Float32Array, RepairedArray>();

interface RepairedArray {
  readonly values: Float32Array;
  /** How many numbers were replaced. */
  readonly count: number;
}

/** Index of the first value that is NaN or infinite; −1 if there is none. */
export function firstNotFinite(values: Float32Array): number {
  const cached = firstBadIndices.get(values);
  if (cached !== undefined) return cached;
  const found = search(values);
  firstBadIndices.set(values, found);
  return found;
}

function search(values: Float32Array): number {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    // x − x is 0 exactly if x is finite.
    if (value - value !== 0) return i;
  }
  return -1;
}

/** A copy with zeros instead of values that are not finite; the array itself if all are finite. */
export function replaceNonFinite(values: Float32Array): RepairedArray {
  if (firstNotFinite(values) < 0) return { values, count: 0 };
  const cached = repairedArrays.get(values);
  if (cached !== undefined) return cached;
  const copy = values.slice();
  let count = 0;
  for (let i = 0; i < copy.length; i++) {
    if (Number.isFinite(copy[i])) continue;
    copy[i] = 0;
    count++;
  }
  const result = { values: copy, count };
  repairedArrays.set(values, result);
  return result;
}
