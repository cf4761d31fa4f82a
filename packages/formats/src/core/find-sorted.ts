// Rows of a sorted table, found by bisection.

/** The first row that does not come before what is looked for; `order` is negative for rows that do. */
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

/** The row that is looked for: `order` is 0 for it, negative for those before. */
export function findSorted<T>(rows: readonly T[], order: (row: T) => number): T | undefined {
  const row = rows[firstNotBefore(rows, order)];
  return row !== undefined && order(row) === 0 ? row : undefined;
}
