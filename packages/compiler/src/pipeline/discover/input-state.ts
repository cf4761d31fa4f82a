// Digests of the input's files. Stat data of earlier builds proves that a file is unchanged; otherwise it is hashed again. Each file has
// one answer for the whole build.

import type { BytesRef } from '../../model/kind/bytes-ref.js';
import { digestBytes, digestFile, digestRange } from '../cache/digest.js';
import { isRacy, type KnownFile, NO_TIMES } from '../cache/record.js';
import type { FileTable } from '../cache/record-table.js';
import { cutBytes } from '../execute/cut-bytes.js';
import { BLOCK_BYTES } from '../host/file-blocks.js';
import type { FileStat } from '../host/host.js';
import { isUnchanged } from '../plan/stat-unchanged.js';
import type { InputFolder } from './input-folder.js';

/** Not equal to any digest. */
const UNREADABLE = 'unreadable';
const UNREADABLE_FILE: KnownFile = { ...NO_TIMES, sizeBytes: 0, digest: UNREADABLE };

/** Longer than most image headers. */
const HEAD_BYTES = 64;

/** Small files stay in memory after hashing, up to this size each and in total, so that compiling does not read them again. */
const MAX_PREFETCHED_FILE_BYTES = 1 << 14;
const MAX_PREFETCHED_BYTES = 1 << 24;

/** A file's content at the time of hashing, with the stat data taken just before. */
export interface PrefetchedFile {
  readonly path: string;
  readonly stat: FileStat;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export class InputState {
  readonly input: InputFolder;
  readonly #known: Pick<FileTable, 'get'>;
  readonly #seen = new Map<string, KnownFile | null>();
  readonly #listings = new Map<string, readonly string[] | null>();
  /** The first bytes of files that were hashed in this build. */
  readonly #heads = new Map<string, { readonly stat: FileStat; readonly bytes: Uint8Array }>();
  /** Small files that were hashed in this build, until they are taken. */
  readonly #kept = new Map<string, PrefetchedFile>();
  #keptBytes = 0;
  readonly #startMs: number;
  /** Stat data changed although no content did: worth recording. */
  renewed = false;

  constructor(input: InputFolder, known: Pick<FileTable, 'get'>) {
    this.input = input;
    this.#known = known;
    this.#startMs = input.host.now();
  }

  /** The file now, or undefined. A file that cannot be read has a digest that equals no other. */
  file(path: string): KnownFile | undefined {
    const seen = this.#seen.get(path);
    if (seen !== undefined) return seen ?? undefined;
    const file = this.#look(path);
    this.#seen.set(path, file ?? null);
    return file;
  }

  #look(path: string): KnownFile | undefined {
    let stat: FileStat | undefined;
    try {
      stat = this.input.statFile(path);
    } catch {
      // The job that reads it will report why it cannot be read.
      return UNREADABLE_FILE;
    }
    if (stat === undefined) return undefined;
    const known = this.#known.get(path);
    if (known !== undefined && isUnchanged(stat, known)) return known;
    let digest: string;
    const hash = (): string => {
      this.input.checkInside(path);
      return this.#hash(path, stat);
    };
    try {
      digest = this.#unrecorded(hash);
    } catch {
      return UNREADABLE_FILE;
    }
    const file = knownFile(stat, digest, this.#startMs);
    if (known?.digest === digest && file.mtimeMs >= 0) this.renewed = true;
    return file;
  }

  /** The next build knows the file by its stat data. */
  #unrecorded<T>(act: () => T): T {
    // The root is asked for once, and may have to be known for other reasons.
    this.input.findRealRoot();
    const { recorder } = this.input.host;
    return recorder === undefined ? act() : recorder.without(act);
  }

  #hash(path: string, stat: FileStat): string {
    const file = this.input.absolute(path);
    if (stat.sizeBytes > BLOCK_BYTES) return digestFile(this.input.host, file, stat.sizeBytes);
    const bytes = this.input.host.readFile(file);
    this.#heads.set(path, { stat, bytes: bytes.slice(0, HEAD_BYTES) });
    const digest = digestBytes(bytes);
    const isKept = bytes.length <= MAX_PREFETCHED_FILE_BYTES && this.#keptBytes + bytes.length <= MAX_PREFETCHED_BYTES;
    // Useless if the stat data could not prove later that the bytes are unchanged.
    if (isKept && !isRacy(stat.mtimeMs, stat.ctimeMs, this.#startMs)) {
      this.#kept.set(path, { path, stat, digest, bytes: bytes.slice() });
      this.#keptBytes += bytes.length;
    }
    return digest;
  }

  /** A small file that was hashed in this build. Returned once, otherwise undefined. */
  take(path: string): PrefetchedFile | undefined {
    const kept = this.#kept.get(path);
    if (kept === undefined) return undefined;
    this.#kept.delete(path);
    this.#keptBytes -= kept.bytes.length;
    return kept;
  }

  /** The first bytes of a file that was hashed in this build and has not changed since, or undefined. */
  headOf(path: string, now: FileStat | undefined = this.input.statFile(path)): Uint8Array | undefined {
    const head = this.#heads.get(path);
    if (head === undefined) return undefined;
    return now !== undefined && isUnchanged(now, head.stat) ? head.bytes : undefined;
  }

  /** Undefined if it was not hashed in this build. */
  statWhenHashed(path: string): FileStat | undefined {
    return this.#heads.get(path)?.stat;
  }

  /** Stores what a job read, with the stat data taken just before. */
  learn(path: string, stat: FileStat, digest: string): void {
    const seen = this.#seen.get(path);
    if (seen?.digest === digest && seen.mtimeMs >= 0) return;
    this.#seen.set(path, knownFile(stat, digest, this.#startMs));
  }

  /** Every file that was checked in this build and exists. */
  *seenFiles(): Generator<readonly [string, KnownFile]> {
    for (const [path, file] of this.#seen) if (file !== null && file.digest !== UNREADABLE) yield [path, file];
  }

  exists(path: string): boolean {
    return this.input.exists(path);
  }

  listing(folder: string): readonly string[] | null {
    const known = this.#listings.get(folder);
    if (known !== undefined) return known;
    const names = this.input.list(folder) ?? null;
    this.#listings.set(folder, names);
    return names;
  }

  /** The digest of a part of a file. Undefined if it cannot be read. */
  partDigest(ref: BytesRef): string | undefined {
    try {
      if (ref.pointer === undefined) return this.#rangeDigest(ref);
      const file = this.input.read(ref.file);
      return file === undefined ? undefined : digestBytes(cutBytes(file.bytes, ref));
    } catch {
      // It changed, whatever is wrong with it; compiling will report the problem.
      return undefined;
    }
  }

  #rangeDigest({ file, offset = 0, length }: BytesRef): string | undefined {
    const stat = this.input.statFile(file);
    if (stat === undefined) return undefined;
    this.input.checkInside(file);
    const end = length === undefined ? stat.sizeBytes : offset + length;
    if (!Number.isInteger(offset) || !Number.isInteger(end) || offset < 0 || end < offset) return undefined;
    return digestRange(this.input.host, this.input.absolute(file), offset, end);
  }
}

function knownFile(stat: FileStat, digest: string, seenMs: number): KnownFile {
  const racy = isRacy(stat.mtimeMs, stat.ctimeMs, seenMs);
  const { sizeBytes, ctimeMs, inode } = stat;
  return { sizeBytes, mtimeMs: racy ? -1 : stat.mtimeMs, ctimeMs, inode, digest };
}
