// Reads `.hpackz` as the pack that it contains: any range, by decompressing the frames that hold it. So everything that reads packs reads
// compressed ones, over HTTP too. Sizes in the file are not trusted.

import { FormatError } from '../core/format-error.js';
import { toNumber } from '../core/wide.js';
import { PAYLOAD_ALIGNMENT } from '../hpack/layout.js';
import { PackTable } from '../hpack/pack-table.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { FrameBytes } from './frame-bytes.js';
import { FILTER_NONE, HpackzEntry, HpackzFrame, HpackzHeader, MAX_FRAME_RATIO } from './layout.js';
import type { DecompressFrame, PackedFrame, PackzHead } from './model.js';

/** Reads header and directory. Throws FormatError. */
async function readHpackzHead(source: RandomAccessSource, decompress: DecompressFrame): Promise<PackzHead> {
  const fileBytes = await source.size();
  const header = HpackzHeader.read(await source.read(0, Math.min(HpackzHeader.size, fileBytes)));
  const { directoryBytes, directoryStored, headBytes } = header;
  const expected = header.frames * HpackzFrame.size + header.entries * HpackzEntry.size + headBytes;
  if (directoryBytes !== expected || directoryStored > directoryBytes)
    throw new FormatError('bad-value', HpackzHeader.offsetOf('directoryBytes'), 'the directory does not have its size');
  if (directoryStored > fileBytes - HpackzHeader.size)
    throw new FormatError('truncated', HpackzHeader.size, 'the directory is cut off');
  const stored = await source.read(HpackzHeader.size, directoryStored);
  const directory = directoryStored === directoryBytes ? stored : decompress(stored, directoryBytes);
  const frames: PackedFrame[] = [];
  let offset = HpackzHeader.size + directoryStored;
  let at = 0;
  for (let i = 0; i < header.frames; i++, at += HpackzFrame.size) {
    const frame = HpackzFrame.read(directory, at);
    const isPossible = frame.stored <= frame.frameBytes && frame.frameBytes <= frame.stored * MAX_FRAME_RATIO;
    if (!isPossible || frame.stored === 0 || (frame.filter === FILTER_NONE) !== (frame.stride === 0))
      throw new FormatError('bad-value', at, `frame ${i} is impossible`);
    frames.push({ ...frame, offset });
    offset += frame.stored;
  }
  if (offset !== fileBytes)
    throw new FormatError(
      offset > fileBytes ? 'truncated' : 'trailing-bytes',
      fileBytes,
      'the frames do not fill the file',
    );
  const entries: { frame: number; at: number }[] = [];
  for (let i = 0; i < header.entries; i++, at += HpackzEntry.size) entries.push(HpackzEntry.read(directory, at));
  const packBytes = toNumber(header.packBytes, HpackzHeader.offsetOf('packBytes'), 'the size of the pack');
  return { packBytes, packSha256: Uint8Array.from(header.packSha256), head: directory.subarray(at), frames, entries };
}

/** Where an entry is, in the pack and in the run of all frames. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly position: number;
}

/** A compressed pack as a source of its pack. */
export interface PackzSource extends RandomAccessSource {
  readonly packSha256: Uint8Array;
}

/**
 * Opens a compressed pack; what it returns reads like the pack. Verifies no hash: whoever decompresses the whole compares `packSha256`.
 *
 * @example
 * const pack = await openPack(await openHpackz(httpSource('https://example.org/game.hpackz'), decompress));
 */
export async function openHpackz(source: RandomAccessSource, decompress: DecompressFrame): Promise<PackzSource> {
  const { packBytes, packSha256, head, frames, entries } = await readHpackzHead(source, decompress);
  const table = new PackTable(head, packBytes);
  if (table.count !== entries.length)
    throw new FormatError('bad-value', HpackzHeader.offsetOf('entries'), 'the pack has another number of entries');
  const bytes = new FrameBytes(source, frames, decompress);
  const spans: Span[] = [];
  let lastEnd = head.length;
  for (const [i, { offset, size }] of [...table.entries()].entries()) {
    lastEnd = Math.max(lastEnd, offset + size);
    const { frame = 0, at = 0 } = entries[i] ?? {};
    if (size > 0) spans.push({ start: offset, end: offset + size, position: bytes.positionOf(frame, at, size) });
  }
  spans.sort((a, b) => a.start - b.start);
  mustBeDense(spans, head.length, lastEnd, packBytes);
  return {
    packSha256,
    size: async () => packBytes,
    async read(offset, length) {
      const out = new Uint8Array(length);
      const end = offset + length;
      if (offset < head.length) out.set(head.subarray(offset, Math.min(head.length, end)));
      for (let i = firstEndingAfter(spans, offset); i < spans.length; i++) {
        const span = spans[i];
        if (span === undefined || span.start >= end) break;
        const [from, to] = [Math.max(offset, span.start), Math.min(end, span.end)];
        await bytes.copy(span.position + from - span.start, out.subarray(from - offset, to - offset));
      }
      return out;
    },
  };
}

/** A pack has at most 15 zeros before a payload and none at its end, so a short file cannot claim a huge pack. */
function mustBeDense(spans: readonly Span[], headBytes: number, lastEnd: number, packBytes: number): void {
  let end = headBytes;
  for (const span of spans) {
    if (span.start - end >= PAYLOAD_ALIGNMENT) throw new FormatError('bad-range', 0, 'the pack has a gap');
    end = span.end;
  }
  if (lastEnd !== packBytes || packBytes - end >= PAYLOAD_ALIGNMENT)
    throw new FormatError('bad-value', HpackzHeader.offsetOf('packBytes'), 'the pack has another size');
}

function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
