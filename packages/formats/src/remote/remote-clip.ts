// A long clip on a server: its head in one or two requests, then the pages around a time.

import { FormatError } from '../core/format-error.js';
import {
  clipHeadBytes,
  decodeHclipTable,
  type HclipTable,
  hclipTableBytes,
  StreamedClip,
} from '../hclip/streamed-clip.js';
import type { PackEntry } from '../hpack/model.js';
import { LibraryError } from '../library/asset-library.js';
import type { RequestOptions } from './request-queue.js';

/** Reads a part of the pack. */
type FetchRange = (offset: number, length: number, options?: RequestOptions) => Promise<Uint8Array>;

/** Bytes of a table or a head in the first request. */
const FIRST_BYTES = 4096;

/** An open clip; made by `RemoteLibrary.openClip`. */
export class RemoteClip {
  /** Samples what is loaded. */
  readonly clip: StreamedClip;
  readonly #entry: PackEntry;
  readonly #fetch: FetchRange;

  /** @internal */
  constructor(entry: PackEntry, fetch: FetchRange, clip: StreamedClip) {
    this.#entry = entry;
    this.#fetch = fetch;
    this.clip = clip;
  }

  /** Loads the pages that a time needs, unless they are there. Call it ahead of time. */
  async loadAt(time: number, options: RequestOptions = {}): Promise<void> {
    const { clip } = this;
    await Promise.all(
      clip.pagesAt(time).map(async (page) => {
        const range = clip.pages[page];
        if (range === undefined || clip.isLoaded(page)) return;
        const bytes = await this.#fetch(this.#entry.offset + range.offset, range.length, options);
        decoding(this.#entry, () => clip.load(page, bytes));
      }),
    );
  }
}

/** `name`: of the clip. Rejects with a LibraryError if there is none, or the file is damaged. */
export async function openRemoteClip(
  entry: PackEntry,
  name: string,
  memory: Uint8Array,
  fetch: FetchRange,
  options: RequestOptions,
): Promise<RemoteClip> {
  const read = (offset: number, length: number) =>
    fetch(entry.offset + offset, Math.min(length, entry.size - offset), options);
  const table = await readTable(entry, read);
  for (const [index, body] of table.bodies.entries()) {
    let head = await read(body.offset, Math.min(FIRST_BYTES, body.length));
    const needed = decoding(entry, () => clipHeadBytes(table, index, head));
    if (needed > head.length) head = await read(body.offset, needed);
    const clip = decoding(entry, () => new StreamedClip(table, index, head, memory));
    if (clip.clip.name === name) return new RemoteClip(entry, fetch, clip);
  }
  throw new LibraryError(`${entry.path} has no clip ${name}`);
}

async function readTable(entry: PackEntry, read: FetchRange): Promise<HclipTable> {
  let start = await read(0, FIRST_BYTES);
  const needed = decoding(entry, () => hclipTableBytes(start));
  if (needed > start.length) start = await read(0, needed);
  return decoding(entry, () => decodeHclipTable(start, entry.size));
}

function decoding<T>({ path }: PackEntry, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new LibraryError(`${path}: ${cause.message}`, { cause });
  }
}
