// Every rule of `.hpack`: the table from its bytes, the padding through a reader, so that a pack larger than memory can
// be checked as well.

import { type Problem, Problems } from '../core/problem.js';
import { pathProblem } from '../core/relative-path.js';
import { compareBytes, readText } from '../core/text.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { HpackEntryHead, HpackHeader, PACK_KINDS, PAYLOAD_ALIGNMENT, packKindOf } from './layout.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Payload extends Span {
  readonly index: number;
  /** Of the entry in the table. */
  readonly at: number;
}

/** Returns every rule of docs/formats/hpack.md that the pack breaks; does not check the contents of its files. */
export function validateHpack(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const gaps = checkTable(bytes, bytes.byteLength, problems);
  for (const gap of gaps) checkZero(bytes.subarray(gap.start, gap.end), gap.start, problems);
  return problems.list();
}

/** Like `validateHpack` over a source: reads only the header, the table and the padding. */
export async function validatePack(source: RandomAccessSource): Promise<readonly Problem[]> {
  const problems = new Problems();
  const fileBytes = await source.size();
  const start = await source.read(0, Math.min(HpackHeader.size, fileBytes));
  const tocBytes = Number(HpackHeader.inspect(start, 0, new Problems())?.tocBytes ?? 0);
  // A table that does not fit is reported from the header, without reading the rest of the file.
  const fits = HpackHeader.size + tocBytes <= fileBytes;
  const head = fits ? await source.read(0, HpackHeader.size + tocBytes) : start;
  for (const gap of checkTable(head, fileBytes, problems)) {
    checkZero(await source.read(gap.start, gap.end - gap.start), gap.start, problems);
  }
  return problems.list();
}

function checkZero(padding: Uint8Array, start: number, problems: Problems): void {
  const at = padding.findIndex((byte) => byte !== 0);
  if (at >= 0) problems.add('bad-value', start + at, 'padding', 'must be zero');
}

/** Returns the gaps that must be zero. `bytes` reaches at least to the end of the table or of the file. */
function checkTable(bytes: Uint8Array, fileBytes: number, problems: Problems): readonly Span[] {
  const header = HpackHeader.inspect(bytes, 0, problems);
  if (header === undefined) return [];
  const tocEnd = HpackHeader.size + Number(header.tocBytes);
  if (tocEnd > fileBytes) {
    problems.add('truncated', 16, 'HpackHeader.tocBytes', `a table of ${header.tocBytes} bytes does not fit`);
    return [];
  }
  const table = bytes.subarray(0, tocEnd);
  const payloads: Payload[] = [];
  let at = HpackHeader.size;
  let before: Uint8Array | undefined;
  for (let i = 0; i < header.count; i++) {
    const field = `entries[${i}]`;
    const head = HpackEntryHead.inspect(table, at, problems, field);
    if (head === undefined) return [];
    const nameStart = at + HpackEntryHead.size;
    const nameEnd = nameStart + head.pathLen;
    if (nameEnd > tocEnd) {
      problems.add('truncated', nameStart, `${field}.path`, `needs ${head.pathLen} bytes of the table`);
      return [];
    }
    const name = table.subarray(nameStart, nameEnd);
    const order = before === undefined ? -1 : compareBytes(before, name);
    if (order === 0) problems.add('duplicate', nameStart, `${field}.path`, 'occurs twice');
    if (order > 0) problems.add('bad-order', nameStart, `${field}.path`, 'must sort after the one before');
    before = name;
    checkPath(table, nameStart, nameEnd, head.kind, field, problems);
    const start = Number(head.offset);
    const end = start + Number(head.size);
    if (head.offset % BigInt(PAYLOAD_ALIGNMENT) !== 0n) {
      problems.add('bad-alignment', at, `${field}.offset`, `must be a multiple of ${PAYLOAD_ALIGNMENT}`);
    }
    if (start < tocEnd) problems.add('bad-range', at, `${field}.offset`, 'is inside the header or the table');
    if (end > fileBytes) problems.add('bad-range', at + 8, `${field}.size`, `ends at ${end}, the file at ${fileBytes}`);
    payloads.push({ start, end, index: i, at });
    at = nameEnd;
  }
  if (at !== tocEnd) problems.add('bad-value', 16, 'HpackHeader.tocBytes', `must be ${at - HpackHeader.size}`);
  return checkPayloads(payloads, tocEnd, fileBytes, problems);
}

function checkPath(
  table: Uint8Array,
  start: number,
  end: number,
  kind: number,
  field: string,
  problems: Problems,
): void {
  const path = problems.attempt(`${field}.path`, () => readText(table, start, end, 'path'));
  if (path === undefined) return;
  const wanted = pathProblem(path);
  if (wanted !== undefined)
    problems.add('bad-value', start, `${field}.path`, `${JSON.stringify(path)} must be ${wanted}`);
  const right = PACK_KINDS.indexOf(packKindOf(path));
  // An unknown kind (of a later version) is valid only for an unknown extension.
  const isLater = right === 0 && kind >= PACK_KINDS.length;
  if (kind !== right && !isLater) {
    problems.add('bad-value', start - 3, `${field}.kind`, `must be ${right} (${packKindOf(path)}) for ${path}`);
  }
}

function checkPayloads(payloads: Payload[], tocEnd: number, fileBytes: number, problems: Problems): readonly Span[] {
  payloads.sort((a, b) => a.start - b.start || a.end - b.end);
  const gaps: Span[] = [];
  let end = tocEnd;
  let last: Payload | undefined;
  for (const payload of payloads) {
    if (last !== undefined && payload.start < end && payload.end > payload.start) {
      problems.add('bad-range', payload.at, `entries[${payload.index}].offset`, `overlaps entries[${last.index}]`);
    }
    if (payload.start > end && payload.start <= fileBytes) {
      if (payload.start - end >= PAYLOAD_ALIGNMENT) {
        problems.add('bad-range', payload.at, `entries[${payload.index}].offset`, 'leaves a gap before it');
      } else gaps.push({ start: end, end: payload.start });
    }
    if (payload.end >= end) {
      end = payload.end;
      last = payload;
    }
  }
  if (end < fileBytes) problems.add('trailing-bytes', end, 'file', `${fileBytes - end} bytes follow the last payload`);
  return gaps;
}
