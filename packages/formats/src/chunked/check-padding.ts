// Bytes outside of chunks must be zero: equal contents give equal files, and nothing hides between chunks.

import type { Problems } from '../core/problem.js';
import type { ChunkTable } from './chunk-table.js';

export function checkPadding(
  bytes: Uint8Array,
  { inFileOrder, endOfTable }: Pick<ChunkTable<string>, 'inFileOrder' | 'endOfTable'>,
  problems: Problems,
): void {
  let end = endOfTable;
  for (const chunk of inFileOrder) {
    for (let at = end; at < chunk.offset; at++)
      if (bytes[at] !== 0) {
        problems.add('bad-value', at, `padding before ${chunk.name}`, 'must be zero');
        break;
      }
    end = Math.max(end, chunk.offset + chunk.size);
  }
}
