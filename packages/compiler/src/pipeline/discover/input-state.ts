// What the build knows about the files of the input: digests, vouched for by stat data of earlier builds where those can
// be trusted, hashed anew where they cannot. One answer a file for the whole build.

import type { BytesRef } from '../../model/bytes-ref.js';
import { digestBytes, digestFile, digestRange } from '../cache/digest.js';
import { isRacy, type KnownFile } from '../cache/record.js';
import type { FileTable } from '../cache/record-table.js';
import { cutBytes } from '../execute/cut-bytes.js';
import { BLOCK_BYTES } from '../host/file-blocks.js';
import type { FileStat } from '../host/host.js';
import { isInputUnchanged } from '../plan/stat-unchanged.js';
import type { InputFolder } from './input-folder.js';

/** Equals no digest. */
const UNREADABLE = 'unreadable';

/** Most headers of images are shorter. */
const HEAD_BYTES = 64;

/** Of a file that is kept whole when it is hashed, and of all of them: what compiles them need not read them again. */
export const MAX_PREFETCHED_FILE_BYTES = 1 << 14;
const MAX_PREFETCHED_BYTES = 1 << 24;

/** A file as it was when it was hashed, with the stat data taken just before. */
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
  /** Of files that were hashed in this build. */
  readonly #heads = new Map<string, { readonly stat: FileStat; readonly bytes: Uint8Array }>();
  /** Small ones of them, until they are taken. */
  readonly #kept = new Map<string, PrefetchedFile>();
  #keptBytes = 0;
  readonly #startMs: number;
  /** Stat data were renewed without any content changing: worth writing down. */
  renewed = false;

  constructor(input: InputFolder, known: Pick<FileTable, 'get'>) {
    this.input = input;
    this.#known = known;
    this.#startMs = input.host.now();
  }

  /** The file now; undefined where there is none. A file that cannot be read has a digest that equals no other. */
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
      // Unreadable: the compile that reads it will say why.
      return { sizeBytes: 0, mtimeMs: -1, ctimeMs: -1, inode: 0, digest: UNREADABLE };
    }
    if (stat === undefined) return undefined;
    const known = this.#known.get(path);
    if (known !== undefined && isInputUnchanged(stat, known)) return known;
    let digest: string;
    try {
      this.input.checkInside(path);
      digest = this.#hash(path, stat);
    } catch {
      return { sizeBytes: 0, mtimeMs: -1, ctimeMs: -1, inode: 0, digest: UNREADABLE };
    }
    const file = knownFile(stat, digest, this.#startMs);
    if (known?.digest === digest && file.mtimeMs >= 0) this.renewed = true;
    return file;
  }

  #hash(path: string, stat: FileStat): string {
    const file = this.input.absolute(path);
    if (stat.sizeBytes > BLOCK_BYTES) return digestFile(this.input.host, file, stat.sizeBytes);
    const bytes = this.input.host.readFile(file);
    this.#heads.set(path, { stat, bytes: bytes.slice(0, HEAD_BYTES) });
    const digest = digestBytes(bytes);
    const isKept = bytes.length <= MAX_PREFETCHED_FILE_BYTES && this.#keptBytes + bytes.length <= MAX_PREFETCHED_BYTES;
    // Stat data that cannot vouch for the bytes later are of no use to who asks for them.
    if (isKept && !isRacy(stat.mtimeMs, stat.ctimeMs, this.#startMs)) {
      this.#kept.set(path, { path, stat, digest, bytes: bytes.slice() });
      this.#keptBytes += bytes.length;
    }
    return digest;
  }

  /** All of a small file that was hashed in this build, once; undefined where nobody kept it. */
  take(path: string): PrefetchedFile | undefined {
    const kept = this.#kept.get(path);
    if (kept === undefined) return undefined;
    this.#kept.delete(path);
    this.#keptBytes -= kept.bytes.length;
    return kept;
  }

  /** The first bytes of a file that has not changed since it was hashed, by its stat data now; undefined where nobody kept them. */
  headOf(path: string, now: FileStat | undefined = this.input.statFile(path)): Uint8Array | undefined {
    const head = this.#heads.get(path);
    if (head === undefined) return undefined;
    return now !== undefined && isInputUnchanged(now, { ...head.stat, digest: '' }) ? head.bytes : undefined;
  }

  /** Undefined where it was not hashed in this build. */
  statWhenHashed(path: string): FileStat | undefined {
    return this.#heads.get(path)?.stat;
  }

  /** What a compile read, with the stat data taken just before. */
  learn(path: string, stat: FileStat, digest: string): void {
    const seen = this.#seen.get(path);
    if (seen?.digest === digest && seen.mtimeMs >= 0) return;
    this.#seen.set(path, knownFile(stat, digest, this.#startMs));
  }

  /** Every file that was looked at in this build and is there. */
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

  /** The digest of a part of a file; undefined where it cannot be read or cut. */
  partDigest(ref: BytesRef): string | undefined {
    try {
      if (ref.pointer === undefined) return this.#rangeDigest(ref);
      const file = this.input.read(ref.file);
      return file === undefined ? undefined : digestBytes(cutBytes(file.bytes, ref));
    } catch {
      // Whatever is wrong with it, it is not what it was; compiling will tell the user.
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
