// A long clip of which only some segments are in memory. The caller's memory begins with the body up to the first segment; loaded segments
// follow in slots of equal size. The offsets in the table of segments lead to these slots, so that the sampler works as in a whole file.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { FormatError } from '../core/format-error.js';
import { alignUp, viewOf } from '../core/struct.js';
import { type ClipRow, type Counts, inspectHead, inspectRow, minHeadBytes } from './inspect.js';
import { animatedTracks, inspectPage } from './inspect-tracks.js';
import { HCLIP_MAGIC, HCLIP_TAIL_BYTES, HCLIP_VERSION, HclipClip, HclipHeader, HclipSegment } from './layout.js';
import type { CompressedClip } from './model.js';
import { sampleHclip, sampleHclipWeights } from './sample.js';
import { clampTime, newSamples, placeSamples } from './sample-place.js';

/** A part of a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The start of an `.hclip`: what is needed to find the parts of its clips. */
export interface HclipTable extends Counts {
  /** The body of each clip. */
  readonly bodies: readonly ByteRange[];
  /** @internal */
  readonly rows: readonly ClipRow[];
}

/** Bytes of the table at the start of a file, from its first 24 bytes. Throws FormatError. */
export function hclipTableBytes(start: Uint8Array): number {
  const { magic, version, clipCount } = HclipHeader.read(start);
  if (magic !== HCLIP_MAGIC) throw new FormatError('bad-magic', 0, 'not a .hclip');
  if (version !== HCLIP_VERSION) throw new FormatError('bad-version', 4, `version ${version} is not supported`);
  return HclipHeader.size + clipCount * HclipClip.size;
}

/** Reads the table of a file of `fileBytes`. `start`: at least as many bytes as `hclipTableBytes` returns. Throws FormatError. */
export function decodeHclipTable(start: Uint8Array, fileBytes: number): HclipTable {
  const bytes = hclipTableBytes(start);
  if (bytes > start.length || bytes > fileBytes)
    throw new FormatError('truncated', HclipHeader.offsetOf('clipCount'), `the table has ${bytes} bytes`);
  const { clipCount, jointCount, targetCount } = decoded(HclipHeader.inspect(start, 0, new FirstProblem()));
  const rows: ClipRow[] = [];
  let end = bytes;
  for (let i = 0; i < clipCount; i++) {
    const counts = { jointCount, targetCount };
    const row = decoded(inspectRow(start, i, end, fileBytes, counts, new FirstProblem()));
    rows.push(row);
    end = alignUp(end + row.size, 4);
  }
  const bodies = rows.map(({ offset, size }) => ({ offset, length: size }));
  return { jointCount, targetCount, bodies, rows };
}

/** Bytes of a body before its segments, from its first 8 bytes. Throws FormatError. */
export function clipHeadBytes(table: HclipTable, index: number, body: Uint8Array): number {
  const row = rowOf(table, index);
  if (row.segmentCount === 0) return row.size;
  const { offset } = HclipSegment.read(body, 0);
  if (offset > row.size || offset < minHeadBytes(row, table))
    throw new FormatError('bad-value', row.offset, `clip[${index}].segment[0].offset is damaged`);
  return offset;
}

/** A clip whose segments are loaded one by one, into memory of the caller. */
export class StreamedClip {
  /** What the head contains: name, duration, error and counts. To sample, use the methods of this class. */
  readonly clip: CompressedClip;
  /** The segments in the file. */
  readonly pages: readonly ByteRange[];
  readonly #memory: Uint8Array;
  readonly #animated: readonly number[];
  /** Page in each slot, or -1. */
  readonly #slots: Int32Array;
  readonly #slotBytes: number;
  readonly #firstSlot: number;
  readonly #samples = newSamples();
  #nextSlot = 0;

  /**
   * `head`: the bytes of the body before its segments, at least. `memory`: where head and pages go; as many pages fit as there is room for, and two must.
   * Throws FormatError if the head is damaged, RangeError if the memory is too small.
   */
  constructor(table: HclipTable, index: number, head: Uint8Array, memory: Uint8Array) {
    const row = rowOf(table, index);
    const headBytes = clipHeadBytes(table, index, head);
    if (head.length < headBytes)
      throw new RangeError(`the head of the clip has ${headBytes} bytes, not ${head.length}`);
    this.pages = pagesOf(row, index, head);
    this.#slotBytes = this.pages.reduce((most, { length }) => Math.max(most, length), 0);
    this.#firstSlot = headBytes;
    const slots = Math.floor((memory.length - headBytes - HCLIP_TAIL_BYTES) / Math.max(1, this.#slotBytes));
    const least = Math.min(2, this.pages.length);
    if (memory.length < headBytes + HCLIP_TAIL_BYTES || slots < least)
      throw new RangeError(
        `the clip needs at least ${headBytes + least * this.#slotBytes + HCLIP_TAIL_BYTES} bytes of memory`,
      );
    this.#slots = new Int32Array(Math.min(slots, this.pages.length)).fill(-1);
    this.#memory = memory;
    memory.set(head.subarray(0, headBytes));
    const inMemory = { ...row, offset: 0, size: headBytes };
    this.clip = decoded(inspectHead(memory, inMemory, table, index, new FirstProblem()));
    if (row.segmentCount > 0 && this.clip.parts.data !== headBytes)
      throw new FormatError(
        'bad-value',
        row.offset,
        `clip[${index}].segment[0].offset must be ${this.clip.parts.data}`,
      );
    this.#animated = animatedTracks(this.clip);
  }

  /** The page before a time and the one after it; in most cases they are the same. A clip without samples needs none. */
  pagesAt(time: number): readonly number[] {
    if (this.pages.length === 0) return [];
    this.#place(time);
    const { segment0, segment1 } = this.#samples;
    return segment0 === segment1 ? [segment0] : [segment0, segment1];
  }

  isLoaded(page: number): boolean {
    return this.#slots.includes(page);
  }

  /** Stores a page. If all slots are taken, it replaces the page that was loaded the longest time ago. Throws FormatError if it is damaged. */
  load(page: number, bytes: Uint8Array): void {
    const length = this.pages[page]?.length;
    if (length === undefined) throw new RangeError(`there is no page ${page}`);
    if (bytes.length !== length) throw new RangeError(`page ${page} has ${length} bytes, not ${bytes.length}`);
    if (this.isLoaded(page)) return;
    const free = this.#slots.indexOf(-1);
    const slot = free < 0 ? this.#nextSlot : free;
    this.#nextSlot = (slot + 1) % this.#slots.length;
    this.#slots[slot] = -1;
    const start = this.#firstSlot + slot * this.#slotBytes;
    this.#memory.set(bytes, start);
    inspectPage(this.clip, page, start, start + length, this.#animated, new FirstProblem());
    this.clip.view.setUint32(page * HclipSegment.size, start, true);
    this.#slots[slot] = page;
  }

  /** Frees the slot of a page. */
  unload(page: number): void {
    const slot = this.#slots.indexOf(page);
    if (slot >= 0) this.#slots[slot] = -1;
  }

  /** As `sampleHclip`. Returns false, and sets nothing, if a page is not loaded. */
  sample(time: number, bind: Float32Array, pose: Float32Array): boolean {
    if (!this.#isReady(time)) return false;
    sampleHclip(this.clip, time, bind, pose);
    return true;
  }

  /** As `sampleHclipWeights`. Returns false, and sets nothing, if a page is not loaded. */
  sampleWeights(time: number, defaults: Float32Array, weights: Float32Array): boolean {
    if (!this.#isReady(time)) return false;
    sampleHclipWeights(this.clip, time, defaults, weights);
    return true;
  }

  #isReady(time: number): boolean {
    if (this.pages.length === 0) return true;
    this.#place(time);
    return this.isLoaded(this.#samples.segment0) && this.isLoaded(this.#samples.segment1);
  }

  #place(time: number): void {
    clampTime(this.clip, time, this.#samples);
    placeSamples(this.clip, this.#samples);
  }
}

function rowOf({ rows }: HclipTable, index: number): ClipRow {
  const row = rows[index];
  if (row === undefined) throw new RangeError(`there is no clip ${index}`);
  return row;
}

function pagesOf({ offset, size, segmentCount }: ClipRow, index: number, head: Uint8Array): readonly ByteRange[] {
  const view = viewOf(head);
  const startOf = (i: number): number => (i < segmentCount ? view.getUint32(i * HclipSegment.size, true) : size);
  return Array.from({ length: segmentCount }, (_, i) => {
    const length = startOf(i + 1) - startOf(i);
    if (length <= 0 || startOf(i) + length > size)
      throw new FormatError(
        'bad-value',
        offset + i * HclipSegment.size,
        `clip[${index}].segment[${i}].offset is damaged`,
      );
    return { offset: offset + startOf(i), length };
  });
}
