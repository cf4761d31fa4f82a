// Opens a pack over any random-access source: the header and the table are read once, payloads on request. Or decodes bytes to all entries
// with views of their payloads.

import { FormatError } from '../core/format-error.js';
import { toNumber } from '../core/wide.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { HpackHeader } from './layout.js';
import type { Hpack, PackEntry } from './model.js';
import { PackTable } from './pack-table.js';

/** An open pack; made by `openPack`. */
export class Pack {
  readonly #source: RandomAccessSource;
  readonly #table: PackTable;

  constructor(source: RandomAccessSource, table: PackTable) {
    this.#source = source;
    this.#table = table;
  }

  get count(): number {
    return this.#table.count;
  }

  /** Finds an entry by bisection; undefined if there is no such path. */
  find(path: string): PackEntry | undefined {
    return this.#table.find(path);
  }

  /** Sorted by path. */
  entries(): IterableIterator<PackEntry> {
    return this.#table.entries();
  }

  /** Reads a payload; undefined if there is no such path. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const entry = this.find(path);
    return entry === undefined ? undefined : await this.readEntry(entry);
  }

  async readEntry(entry: PackEntry): Promise<Uint8Array> {
    return await readExactly(this.#source, entry.offset, entry.size, entry.path);
  }

  /** Reads a part of a payload, for example the first levels of a texture. */
  async readRange(entry: PackEntry, start: number, length: number): Promise<Uint8Array> {
    if (start < 0 || length < 0 || start + length > entry.size) {
      throw new RangeError(`${entry.path} has ${entry.size} bytes, not [${start}, ${start + length})`);
    }
    return await readExactly(this.#source, entry.offset + start, length, entry.path);
  }
}

/**
 * Opens a pack: reads header and table. Payloads are read on request.
 *
 * @example
 * const pack = await openPack(httpSource('https://example.org/game.hpack'));
 * const bytes = await pack.read('models/chair.hmesh');
 */
export async function openPack(source: RandomAccessSource): Promise<Pack> {
  const { head, fileBytes } = await readPackHead(source);
  return new Pack(source, new PackTable(head, fileBytes));
}

/** Header and table as bytes, up to the end of the file: the table's length may be wrong. */
async function readPackHead(
  source: RandomAccessSource,
): Promise<{ readonly head: Uint8Array; readonly fileBytes: number }> {
  const fileBytes = await source.size();
  if (fileBytes < HpackHeader.size)
    throw new FormatError('truncated', 0, `HpackHeader needs ${HpackHeader.size} bytes`);
  const header = HpackHeader.read(await readExactly(source, 0, HpackHeader.size, 'the header'));
  const headBytes = HpackHeader.size + toNumber(header.tocBytes, 16, 'tocBytes');
  if (headBytes > fileBytes) throw new FormatError('truncated', 16, `a table of ${header.tocBytes} bytes does not fit`);
  return { head: await readExactly(source, 0, headBytes, 'the table'), fileBytes };
}

async function readExactly(source: RandomAccessSource, at: number, length: number, what: string): Promise<Uint8Array> {
  if (length === 0) return new Uint8Array(0);
  const bytes = await source.read(at, length);
  if (bytes.byteLength !== length) {
    throw new FormatError('truncated', at, `${what} needs ${length} bytes, the source gave ${bytes.byteLength}`);
  }
  return bytes;
}

/** Decodes every entry with a view of its payload. Throws only FormatError. */
export function decodeHpack(bytes: Uint8Array): Hpack {
  const header = HpackHeader.read(bytes);
  const headBytes = HpackHeader.size + toNumber(header.tocBytes, 16, 'tocBytes');
  if (headBytes > bytes.byteLength) throw new FormatError('truncated', 16, 'the table does not fit');
  const table = new PackTable(bytes.subarray(0, headBytes), bytes.byteLength);
  const entries: (PackEntry & { readonly bytes: Uint8Array })[] = [];
  for (const entry of table.entries()) {
    entries.push({ ...entry, bytes: bytes.subarray(entry.offset, entry.offset + entry.size) });
  }
  return { entries };
}
