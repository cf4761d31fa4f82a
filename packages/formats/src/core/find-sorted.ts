// Finds rows of a sorted table by bisection.

/** The first row that is not before the target; `order` is negative for rows before it. */
export function firstNotBefore<T>(rows: readonly T[], order: (row: T) => number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && order(row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The target row: `order` is 0 for it and negative for rows before it. */
export function findSorted<T>(rows: readonly T[], order: (row: T) => number): T | undefined {
  const row = rows[firstNotBefore(rows, order)];
  return row !== undefined && order(row) === 0 ? row : undefined;
}
