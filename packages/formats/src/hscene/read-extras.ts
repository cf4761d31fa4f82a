// EXTR: owners and text of extras. The JSON is parsed on request.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { type Chunk, SIZE_FIELD } from '../chunked/chunk-table.js';
import type { Problems } from '../core/problem.js';
import type { Infer } from '../core/struct.js';
import { readText } from '../core/text.js';
import {
  EXTRAS_TARGETS,
  type HsceneChunkName,
  type HsceneDesc,
  HsceneExtrasHeader,
  HsceneExtrasRow,
} from './layout.js';
import type { HsceneExtras } from './model.js';

type Row = Infer<typeof HsceneExtrasRow>;

export function readExtras(
  reader: ChunkReader<HsceneChunkName>,
  desc: Infer<typeof HsceneDesc>,
): readonly HsceneExtras[] {
  const chunk = reader.get('EXTR');
  const head = chunk && reader.head(chunk, HsceneExtrasHeader);
  if (!chunk || !head) return [];
  const text = HsceneExtrasHeader.size + head.count * HsceneExtrasRow.size;
  const { problems, bytes } = reader;
  reader.expectSize(chunk, text + head.textBytes);
  if (text + head.textBytes > chunk.size) return [];
  const rows: Row[] = [];
  for (let i = 0; i < head.count; i++) {
    const at = chunk.offset + HsceneExtrasHeader.size + i * HsceneExtrasRow.size;
    const row = HsceneExtrasRow.inspect(bytes, at, problems, `EXTR[${i}]`);
    if (row !== undefined) rows.push(row);
  }
  if (!checkRows(rows, head.textBytes, desc, chunk, problems)) return [];
  return rows.map(({ target, index, offset, length }, i) => {
    const start = chunk.offset + text + offset;
    const name = `EXTR[${i}]`;
    const json = problems.attempt(name, () => readText(bytes, start, start + length, name));
    return { target: EXTRAS_TARGETS[target] ?? 'scene', index, json: json ?? 'null' };
  });
}

/** The number of objects of a target in this file. Materials are in another file. */
const countOf = ({ nodeCount, cameraCount, lightCount }: Infer<typeof HsceneDesc>): readonly number[] => [
  1,
  nodeCount,
  nodeCount,
  Number.POSITIVE_INFINITY,
  cameraCount,
  lightCount,
  1,
];

/** Returns false if the text cannot be assigned. */
function checkRows(
  rows: readonly Row[],
  textBytes: number,
  desc: Infer<typeof HsceneDesc>,
  chunk: Chunk,
  problems: Problems,
): boolean {
  const counts = countOf(desc);
  let end = 0;
  for (const [i, row] of rows.entries()) {
    const at = chunk.offset + HsceneExtrasHeader.size + i * HsceneExtrasRow.size;
    const before = rows[i - 1];
    const step = before === undefined ? 1 : row.target - before.target || row.index - before.index;
    if (step === 0) problems.add('duplicate', at, `EXTR[${i}].target`, 'repeats the row before');
    if (step < 0) problems.add('bad-order', at, `EXTR[${i}].target`, 'must not go back');
    const count = counts[row.target] ?? 0;
    if (row.index >= count && row.target < counts.length)
      problems.add('bad-range', at + 4, `EXTR[${i}].index`, `is ${row.index}, must be below ${count}`);
    if (row.offset !== end || row.offset + row.length > textBytes) {
      problems.add('bad-range', at + 8, `EXTR[${i}].offset`, `must be ${end}, and end inside the text`);
      return false;
    }
    end += row.length;
  }
  if (end !== textBytes)
    problems.add('bad-range', chunk.entryOffset + SIZE_FIELD, 'EXTR', `covers ${end} of ${textBytes} bytes of text`);
  return true;
}
