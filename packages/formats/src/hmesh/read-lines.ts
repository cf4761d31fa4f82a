// LNPT: points and lines. Checks ranges, not indices.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { rowsAt, sectionsOf } from '../chunked/chunk-sections.js';
import { typedSection } from '../core/typed-section.js';
import { type ChunkName, NO_MATERIAL } from './layout.js';
import { LINE_MODES, LineRange, type LineRangeRow, LinesHeader } from './optional-layout.js';
import type { Lines } from './optional-model.js';

/** Offset of the indices from the start of the chunk. */
export const lineIndicesPlace = ({ ranges }: Lines): number => LinesHeader.size + ranges.length * LineRange.size;

export function readLines(reader: ChunkReader<ChunkName>, materialCount: number): Lines | undefined {
  const chunk = reader.get('LNPT');
  const head = chunk && reader.head(chunk, LinesHeader);
  if (chunk === undefined || head === undefined) return undefined;
  const { rangeCount, indexCount } = head;
  const offsets = sectionsOf(reader, chunk, [LinesHeader.size, rangeCount * LineRange.size, indexCount * 4]);
  if (offsets === undefined) return undefined;
  const [, rangesAt = 0, indicesAt = 0] = offsets;
  const rows = rowsAt(reader.bytes, rangesAt, rangeCount, LineRange, 'LNPT.range', reader.problems);
  const covered = checkRanges(reader, rows, rangesAt, indexCount, materialCount);
  if (covered < indexCount) {
    const place = chunk.offset + LinesHeader.offsetOf('indexCount');
    reader.problems.add('bad-range', place, 'LNPT.indexCount', `is ${indexCount}, ranges cover ${covered}`);
  }
  return {
    ranges: rows.map(({ mode, ...range }) => ({ mode: LINE_MODES[mode] ?? 'points', ...range })),
    indices: typedSection(Uint32Array, reader.bytes, indicesAt, indexCount),
  };
}

/** Checks that ranges tile the indices in order. Returns the end of the last. */
function checkRanges(
  { problems }: ChunkReader<ChunkName>,
  ranges: readonly LineRangeRow[],
  at: number,
  indexCount: number,
  materialCount: number,
): number {
  let next = 0;
  for (const [i, range] of ranges.entries()) {
    const complain = (
      field: Parameters<typeof LineRange.offsetOf>[0],
      message: string,
      code: 'bad-range' | 'bad-value' = 'bad-range',
    ) => problems.add(code, at + i * LineRange.size + LineRange.offsetOf(field), `LNPT.range[${i}].${field}`, message);
    if (range.first !== next) complain('first', `must be ${next}, where the last ended`);
    next = range.first + range.count;
    if (next > indexCount) complain('count', `reaches past the ${indexCount} indices`);
    if (LINE_MODES[range.mode] === 'lines' && range.count % 2 !== 0)
      complain('count', 'must be even for lines', 'bad-value');
    if (range.materialSlot !== NO_MATERIAL && range.materialSlot >= materialCount)
      complain('materialSlot', `must be below ${materialCount}`);
  }
  return next;
}
