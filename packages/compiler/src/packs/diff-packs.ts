// Makes the patch from one pack to another. Entries are matched by content, so moved and renamed ones cost nothing; changed ones are
// compared with the version of the same path.

import { createHash } from 'node:crypto';
import {
  columnsOf,
  type EncodedSection,
  encodeHpatchHeader,
  encodeHpatchSection,
  FormatError,
  MAX_DATA_BYTES,
  type PackEntry,
  validatePack,
} from '@assetc/formats';
import { loadZstd, type Zstd } from '../encoding/zstd.js';
import { readerSource } from '../inspect/reader-source.js';
import { readFully } from '../model/read-fully.js';
import type { FileReader, Host } from '../pipeline/host/host.js';
import { compressSection, compressTable } from './diff/compress-section.js';
import { DiffContext, diffEntry, type EntryVersion } from './diff/diff-entry.js';
import { BaseFinder } from './diff/find-base.js';
import { type RawSection, SectionBuilder } from './diff/section-builder.js';
import { FileFormatError } from './file-format-error.js';
import { type OpenedPack, openPackAt } from './open-pack.js';
import { type Spool, spooled } from './spool.js';
import type { WriteOptions } from './write-output.js';

/** What `diffPacks` compares, and where it writes. */
export interface DiffRequest extends WriteOptions {
  /** Absolute: the old pack. */
  readonly before: string;
  /** Absolute: the new pack. */
  readonly after: string;
  /** Absolute: the patch. */
  readonly output: string;
}

/** A patch that was written. */
export interface WrittenPatch {
  readonly path: string;
  readonly sizeBytes: number;
  /** Entries that are copied, wherever they are in the old pack. */
  readonly copied: number;
  readonly changed: number;
  readonly newBytes: number;
}

const ALIGNMENT = 16;
const PIECE_BYTES = 1 << 20;
const EMPTY = new Uint8Array(0);

/** Throws AssetError if there is no such file or the patch would replace one, FormatError if one is malformed. */
export async function diffPacks(host: Host, request: DiffRequest): Promise<WrittenPatch> {
  const { before, after, output, signal, onWaiting } = request;
  const old = await openPackAt(host, before);
  try {
    const now = await openPackAt(host, after);
    try {
      for (const { path, reader } of [old, now]) await mustBeValid(path, reader);
      const zstd = await loadZstd();
      return await spooled(host, { path: output, inputs: [before, after], signal, onWaiting }, (spool) =>
        new PackDiff({ zstd, old, now, spool, signal }).write(output),
      );
    } finally {
      now.close();
    }
  } finally {
    old.close();
  }
}

/** Padding that is not zero would be lost. */
async function mustBeValid(path: string, reader: FileReader): Promise<void> {
  const [problem] = await validatePack(readerSource(reader));
  if (problem !== undefined)
    throw new FileFormatError(
      path,
      'pack',
      new FormatError(problem.code, problem.offset, `${problem.field} ${problem.message}`),
    );
}

interface Hashes {
  readonly whole: Uint8Array;
  /** By path. */
  readonly entries: ReadonlyMap<string, string>;
}

interface Differing {
  readonly zstd: Zstd;
  readonly old: OpenedPack;
  readonly now: OpenedPack;
  readonly spool: Spool;
  readonly signal: AbortSignal | undefined;
}

class PackDiff {
  readonly #zstd: Zstd;
  readonly #old: OpenedPack;
  readonly #now: OpenedPack;
  readonly #signal: AbortSignal | undefined;
  readonly #spool: Spool;
  readonly #body = createHash('sha256');
  #bases: BaseFinder | undefined;
  #sections = 0;
  #copied = 0;
  #changed = 0;

  constructor({ zstd, old, now, spool, signal }: Differing) {
    this.#zstd = zstd;
    this.#old = old;
    this.#now = now;
    this.#spool = spool;
    this.#signal = signal;
  }

  async write(output: string): Promise<WrittenPatch> {
    const [old, now] = [this.#hash(this.#old), this.#hash(this.#now)];
    const byHash = new Map(this.#old.entries.map((entry) => [old.entries.get(entry.path) ?? '', entry]));
    const out = new SectionBuilder(0, (section) => this.#emit(section));
    const context = new DiffContext(this.#zstd, out);
    await this.#writeTable(out);
    for (const entry of this.#now.entries.toSorted((a, b) => a.offset - b.offset || a.size - b.size)) {
      this.#signal?.throwIfAborted();
      await out.padTo(entry.offset);
      const same = byHash.get(now.entries.get(entry.path) ?? '');
      if (same !== undefined) {
        this.#copied++;
        if (entry.size > 0) await out.copy(same.offset, same.size);
        continue;
      }
      this.#changed++;
      const base = this.#baseOf(entry);
      await diffEntry(context, version(this.#now, entry), base && version(this.#old, base));
    }
    await out.padTo(this.#now.reader.sizeBytes);
    await out.finish();
    const head = encodeHpatchHeader({
      oldBytes: this.#old.reader.sizeBytes,
      newBytes: this.#now.reader.sizeBytes,
      oldSha256: old.whole,
      newSha256: now.whole,
      bodySha256: new Uint8Array(this.#body.digest()),
      sections: this.#sections,
    });
    const sizeBytes = await this.#spool.finish(head);
    const counts = { copied: this.#copied, changed: this.#changed };
    return { path: output, sizeBytes, ...counts, newBytes: this.#now.reader.sizeBytes };
  }

  /** The version of the same path, or what it resembles. */
  #baseOf(entry: PackEntry): PackEntry | undefined {
    this.#bases ??= new BaseFinder(this.#old.entries.filter(({ path }) => this.#now.pack.find(path) === undefined));
    return this.#old.pack.find(entry.path) ?? this.#bases.find(entry);
  }

  /** Header and table as columns, or as literals if that is impossible. */
  async #writeTable(out: SectionBuilder): Promise<void> {
    const [oldHead, newHead] = [headBytes(this.#old), headBytes(this.#now)];
    const columns = columnsOf(newHead);
    const known = oldHead.length > 2 * MAX_DATA_BYTES ? undefined : columnsOf(oldHead);
    const end = Math.min(Math.ceil(newHead.length / ALIGNMENT) * ALIGNMENT, this.#now.reader.sizeBytes);
    if (Buffer.compare(oldHead, newHead) === 0) {
      await out.copy(0, newHead.length);
      await out.padTo(end);
      return;
    }
    if (columns === undefined || columns.length > MAX_DATA_BYTES) {
      await out.literal(newHead);
      await out.padTo(end);
      return;
    }
    const dictionary = known === undefined || known.length > MAX_DATA_BYTES ? EMPTY : known;
    await this.#add(compressTable(this.#zstd, columns, dictionary));
    out.position = end;
  }

  async #emit(section: RawSection): Promise<void> {
    const parts = section.dictionary.map(({ offset, length }) => rangeOf(this.#old.reader, offset, length));
    const dictionary = new Uint8Array(Buffer.concat(parts));
    await this.#add(compressSection(this.#zstd, section, dictionary));
  }

  async #add(section: EncodedSection): Promise<void> {
    const bytes = encodeHpatchSection(section);
    this.#sections++;
    this.#body.update(bytes);
    await this.#spool.add(bytes);
  }

  /** Of the whole pack and of each entry, reading every byte once. */
  #hash({ reader, entries }: OpenedPack): Hashes {
    const whole = createHash('sha256');
    const hashes = new Map<string, string>();
    let at = 0;
    const readTo = (end: number, also?: ReturnType<typeof createHash>): void => {
      while (at < end) {
        this.#signal?.throwIfAborted();
        const piece = rangeOf(reader, at, Math.min(PIECE_BYTES, end - at));
        whole.update(piece);
        also?.update(piece);
        at += piece.length;
      }
    };
    for (const { path, offset, size } of entries.toSorted((a, b) => a.offset - b.offset || a.size - b.size)) {
      readTo(offset);
      const own = createHash('sha256');
      readTo(offset + size, own);
      hashes.set(path, own.digest('hex'));
    }
    readTo(reader.sizeBytes);
    return { whole: new Uint8Array(whole.digest()), entries: hashes };
  }
}

function version({ reader }: OpenedPack, { offset, size }: PackEntry): EntryVersion {
  return { offset, size, read: async (start, length) => rangeOf(reader, offset + start, length) };
}

function headBytes({ reader, entries }: OpenedPack): Uint8Array {
  const paths = entries.reduce((sum, { path }) => sum + 19 + Buffer.byteLength(path), 24);
  return rangeOf(reader, 0, paths);
}

function rangeOf(reader: FileReader, offset: number, length: number): Uint8Array {
  const bytes = readFully(reader, offset, length);
  if (bytes === undefined) throw new Error(`the pack ends before ${offset + length}: it changed meanwhile`);
  return bytes;
}
