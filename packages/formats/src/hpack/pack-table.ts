// The table of contents of a pack, kept as bytes: a lookup bisects over them and decodes only what it finds.
// Making one checks bounds, order, alignment and overlap of all entries; a path's own rules are checked when it is read.

import { FormatError } from '../core/format-error.js';
import { pathProblem } from '../core/relative-path.js';
import { viewOf } from '../core/struct.js';
import { compareBytes, readText, writeText } from '../core/text.js';
import { HpackEntryHead, HpackHeader, PACK_KINDS, PAYLOAD_ALIGNMENT } from './layout.js';
import type { PackEntry } from './model.js';

const KIND = HpackEntryHead.offsetOf('kind');
const PATH_LENGTH = HpackEntryHead.offsetOf('pathLen');

const wide = (view: DataView, at: number): number => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** Like compareBytes, without creating views: opening a large pack compares every entry with the one before. */
function compareRanges(bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): number {
  const shared = Math.min(aEnd - a, bEnd - b);
  for (let i = 0; i < shared; i++) {
    const difference = (bytes[a + i] ?? 0) - (bytes[b + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aEnd - a - (bEnd - b);
}

export class PackTable {
  readonly #head: Uint8Array;
  readonly #view: DataView;
  readonly #starts: Float64Array;

  /** `head` is header and table; `fileBytes` the size of the whole pack. */
  constructor(head: Uint8Array, fileBytes: number) {
    const { count } = HpackHeader.read(head);
    const room = Math.floor((head.byteLength - HpackHeader.size) / HpackEntryHead.size);
    if (count > room) throw new FormatError('truncated', 8, `${count} entries do not fit into the table`);
    this.#head = head;
    this.#view = viewOf(head);
    this.#starts = new Float64Array(count);
    this.#scan(fileBytes);
  }

  get count(): number {
    return this.#starts.length;
  }

  at(index: number): PackEntry | undefined {
    const start = this.#starts[index];
    if (start === undefined) return undefined;
    const view = this.#view;
    // A kind of a later version has an unknown extension.
    const kind = PACK_KINDS[view.getUint8(start + KIND)] ?? 'other';
    const path = readText(this.#head, start + HpackEntryHead.size, this.#end(start), 'path');
    const wanted = pathProblem(path);
    if (wanted !== undefined) {
      throw new FormatError('bad-value', start + HpackEntryHead.size, `${JSON.stringify(path)} must be ${wanted}`);
    }
    return { path, kind, offset: wide(view, start), size: wide(view, start + 8) };
  }

  find(path: string): PackEntry | undefined {
    if (pathProblem(path) !== undefined) return undefined;
    const name = writeText(path);
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#name(middle), name) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.#starts.length && compareBytes(this.#name(low), name) === 0 ? this.at(low) : undefined;
  }

  *entries(): IterableIterator<PackEntry> {
    for (let i = 0; i < this.#starts.length; i++) {
      const entry = this.at(i);
      if (entry !== undefined) yield entry;
    }
  }

  #end(start: number): number {
    return start + HpackEntryHead.size + this.#view.getUint16(start + PATH_LENGTH, true);
  }

  #name(index: number): Uint8Array {
    const start = this.#starts[index] ?? 0;
    return this.#head.subarray(start + HpackEntryHead.size, this.#end(start));
  }

  #scan(fileBytes: number): void {
    const view = this.#view;
    const bytes = this.#head;
    let at = HpackHeader.size;
    let previousEnd = bytes.byteLength;
    let previousName = 0;
    let previousNameEnd = 0;
    let inOrder = true;
    for (let i = 0; i < this.#starts.length; i++) {
      if (at + HpackEntryHead.size > bytes.byteLength) throw new FormatError('truncated', at, `entry ${i} is cut off`);
      this.#starts[i] = at;
      const end = this.#end(at);
      if (end > bytes.byteLength) throw new FormatError('truncated', at, `the path of entry ${i} is cut off`);
      if (i > 0) {
        const order = compareRanges(bytes, previousName, previousNameEnd, at + HpackEntryHead.size, end);
        if (order === 0) throw new FormatError('duplicate', at, `entry ${i} has the path of the one before`);
        if (order > 0) throw new FormatError('bad-order', at, `entry ${i} must sort after the one before`);
      }
      const offset = wide(view, at);
      const size = wide(view, at + 8);
      if (offset % PAYLOAD_ALIGNMENT !== 0) throw new FormatError('bad-alignment', at, `entry ${i} is misaligned`);
      if (offset < bytes.byteLength || offset + size > fileBytes) {
        throw new FormatError('bad-range', at, `entry ${i} is outside the payloads`);
      }
      if (offset < previousEnd && i > 0) inOrder = false;
      previousEnd = offset + size;
      previousName = at + HpackEntryHead.size;
      previousNameEnd = end;
      at = end;
    }
    if (at !== bytes.byteLength) throw new FormatError('trailing-bytes', at, 'the table is longer than its entries');
    if (!inOrder) this.#checkOverlap();
  }

  /** Payloads may be in any order, so overlaps are found by sorting. */
  #checkOverlap(): void {
    const view = this.#view;
    const byOffset = this.#starts
      .slice()
      .sort((a, b) => wide(view, a) - wide(view, b) || wide(view, a + 8) - wide(view, b + 8));
    for (let i = 1; i < byOffset.length; i++) {
      const before = byOffset[i - 1] ?? 0;
      const start = byOffset[i] ?? 0;
      if (wide(view, before) + wide(view, before + 8) > wide(view, start)) {
        throw new FormatError('bad-range', start, 'the payload overlaps another');
      }
    }
  }
}
