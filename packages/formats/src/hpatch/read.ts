// Applies `.hpatch` piece by piece: reads ranges of the old pack and the patch from front to back, and yields the new pack. Nothing that the
// patch says is trusted: sizes are limited, ranges are checked. Hashes are the caller's: check the old pack before and the new one after.

import { FormatError } from '../core/format-error.js';
import { alignUp } from '../core/struct.js';
import { toNumber } from '../core/wide.js';
import { HpackHeader, PAYLOAD_ALIGNMENT } from '../hpack/layout.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { HpatchHeader, HpatchSection, MAX_DATA_BYTES, SECTION_TABLE } from './layout.js';
import type { DecompressWith, HpatchHead, OldRange, PatchCommand } from './model.js';
import { decodePlan } from './plan.js';
import { columnsOf, headOf } from './table-columns.js';

const EMPTY = new Uint8Array(0);
const PIECE_BYTES = 1 << 20;

/** What `applyHpatch` needs. */
export interface ApplyRequest {
  /** A pack with the size and SHA-256 that the patch states. */
  readonly old: RandomAccessSource;
  readonly patch: RandomAccessSource;
  readonly decompress: DecompressWith;
}

/** The head of a patch, which states what it applies to. Throws FormatError. */
export async function readHpatchHead(patch: RandomAccessSource): Promise<HpatchHead> {
  const size = await patch.size();
  const head = HpatchHeader.read(await patch.read(0, Math.min(HpatchHeader.size, size)));
  return {
    oldBytes: toNumber(head.oldBytes, 8, 'the size of the old pack'),
    newBytes: toNumber(head.newBytes, 16, 'the size of the new pack'),
    oldSha256: Uint8Array.from(head.oldSha256),
    newSha256: Uint8Array.from(head.newSha256),
    bodySha256: Uint8Array.from(head.bodySha256),
    sections: head.sections,
  };
}

/** Yields the new pack in pieces. Throws FormatError as soon as something is wrong: what was yielded is then worthless. */
export async function* applyHpatch({ old, patch, decompress }: ApplyRequest): AsyncGenerator<Uint8Array> {
  const head = await readHpatchHead(patch);
  const patchBytes = await patch.size();
  if ((await old.size()) !== head.oldBytes)
    throw new FormatError('bad-value', 8, `the patch is for a pack of ${head.oldBytes} bytes`);
  let at = HpatchHeader.size;
  let written = 0;
  for (let i = 0; i < head.sections; i++) {
    const section = HpatchSection.read(await patch.read(at, Math.min(HpatchSection.size, patchBytes - at)));
    const read = async (byteLength: number, stored: number, dictionary: Uint8Array): Promise<Uint8Array> => {
      if (stored > byteLength || stored > patchBytes - at)
        throw new FormatError('truncated', at, `section ${i} does not have its bytes`);
      const bytes = await patch.read(at, stored);
      at += stored;
      return stored === byteLength ? bytes : decompress(bytes, byteLength, dictionary);
    };
    at += HpatchSection.size;
    const { planBytes, planStored, literalBytes, literalStored, differenceBytes, differenceStored } = section;
    if (section.kind === SECTION_TABLE) {
      if (i > 0 || planBytes > 0 || differenceBytes > 0)
        throw new FormatError('bad-value', at, 'a table is the first section, and has only literals');
      const dictionary = await oldColumns(old, head.oldBytes, section.dictionaryBytes);
      const table = headOf(await read(literalBytes, literalStored, dictionary));
      written += table.byteLength;
      if (written > head.newBytes) throw tooLong(at);
      yield table;
      const padding = Math.min(alignUp(written, PAYLOAD_ALIGNMENT), head.newBytes) - written;
      written += padding;
      if (padding > 0) yield new Uint8Array(padding);
      continue;
    }
    const plan = decodePlan(await read(planBytes, planStored, EMPTY), head.oldBytes);
    const dictionary = await readRanges(old, plan.dictionary, section.dictionaryBytes);
    const literals = new Slices(await read(literalBytes, literalStored, dictionary));
    const differences = new Slices(await read(differenceBytes, differenceStored, EMPTY));
    for (const command of plan.commands) {
      for await (const piece of run(command, old, literals, differences)) {
        written += piece.byteLength;
        if (written > head.newBytes) throw tooLong(at);
        yield piece;
      }
      const padding = command.isPadded ? alignUp(written, PAYLOAD_ALIGNMENT) - written : 0;
      written += padding;
      if (written > head.newBytes) throw tooLong(at);
      if (padding > 0) yield new Uint8Array(padding);
    }
    if (!literals.isUsed || !differences.isUsed)
      throw new FormatError('bad-value', at, `section ${i} has more bytes than its plan uses`);
  }
  if (at !== patchBytes) throw new FormatError('trailing-bytes', at, 'bytes follow the last section');
  if (written !== head.newBytes) throw new FormatError('bad-value', 16, 'the sections make a pack of another size');
}

const tooLong = (at: number): FormatError =>
  new FormatError('bad-value', at, 'the sections make more bytes than the new pack has');

/** The bytes of a section, taken from front to back. */
class Slices {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isUsed(): boolean {
    return this.#at === this.#bytes.byteLength;
  }

  take(length: number): Uint8Array {
    if (length > this.#bytes.byteLength - this.#at)
      throw new FormatError('truncated', 0, 'a plan uses more bytes than its section has');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

async function* run(
  { is, length, offset }: PatchCommand,
  old: RandomAccessSource,
  literals: Slices,
  differences: Slices,
): AsyncGenerator<Uint8Array> {
  if (is === 'literal') {
    yield literals.take(length);
    return;
  }
  for (let done = 0; done < length; done += PIECE_BYTES) {
    const bytes = await old.read(offset + done, Math.min(PIECE_BYTES, length - done));
    yield is === 'copy' ? bytes : added(bytes, differences.take(bytes.byteLength));
  }
}

function added(bytes: Uint8Array, differences: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.byteLength);
  for (let i = 0; i < out.length; i++) out[i] = (bytes[i] ?? 0) + (differences[i] ?? 0);
  return out;
}

async function readRanges(
  old: RandomAccessSource,
  ranges: readonly OldRange[],
  byteLength: number,
): Promise<Uint8Array> {
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  if (total !== byteLength) throw new FormatError('bad-value', 0, 'a dictionary does not have its size');
  const out = new Uint8Array(total);
  let at = 0;
  for (const { offset, length } of ranges) {
    out.set(await old.read(offset, length), at);
    at += length;
  }
  return out;
}

/** The columns of the old pack's table, which are the dictionary of the new one's. */
async function oldColumns(old: RandomAccessSource, oldBytes: number, byteLength: number): Promise<Uint8Array> {
  if (byteLength === 0) return EMPTY;
  const start = await old.read(0, Math.min(HpackHeader.size, oldBytes));
  const tocBytes = Number(HpackHeader.read(start).tocBytes);
  const headBytes = HpackHeader.size + tocBytes;
  if (headBytes > oldBytes || headBytes > 2 * MAX_DATA_BYTES)
    throw new FormatError('bad-value', 0, 'the table of the old pack is too long');
  const columns = columnsOf(await old.read(0, headBytes));
  if (columns?.byteLength !== byteLength)
    throw new FormatError(
      'bad-value',
      0,
      'the table of the old pack is not the dictionary that the patch was made with',
    );
  return columns;
}
