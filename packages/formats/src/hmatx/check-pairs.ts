// Checks tables that are sorted by one or two numbers without duplicates, so that a row is found by bisection, and their range.

import type { Chunk } from '../chunked/chunk-table.js';
import type { Problems } from '../core/problem.js';
import type { Struct } from '../core/struct.js';

/** The chunk, and the field of reported problems. */
interface Place<V> {
  readonly chunk: Chunk;
  readonly layout: Struct<V>;
  readonly field: keyof V & string;
}

export function checkPairs<V>(
  rows: readonly V[],
  first: (row: V) => number,
  second: ((row: V) => number) | undefined,
  { chunk, layout, field }: Place<V>,
  problems: Problems,
): void {
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before === undefined) continue;
    const step = first(row) - first(before) || (second === undefined ? 0 : second(row) - second(before));
    if (step > 0) continue;
    problems.add(
      step === 0 ? 'duplicate' : 'bad-order',
      chunk.offset + i * layout.size + layout.offsetOf(field),
      `${chunk.name}[${i}].${field}`,
      step === 0 ? 'repeats the row before' : 'must not go back',
    );
  }
}

export function checkBelow<V>(
  rows: readonly V[],
  numberIn: (row: V) => number,
  limit: number,
  { chunk, layout, field }: Place<V>,
  problems: Problems,
): void {
  for (const [i, row] of rows.entries())
    if (numberIn(row) >= limit)
      problems.add(
        'bad-range',
        chunk.offset + i * layout.size + layout.offsetOf(field),
        `${chunk.name}[${i}].${field}`,
        `is ${numberIn(row)}, must be below ${limit}`,
      );
}
