// Reads parts of input files for one compile: only the range, if the file is known to be unchanged.

import type { ByteSource } from '../../../model/byte-source.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import { readFully } from '../../../model/read-fully.js';
import { digestBytes, digestFile, digestRange } from '../../cache/digest.js';
import type { KnownFile } from '../../cache/record.js';
import { unreadable } from '../../discover/input-folder.js';
import { refuseLfsPointer } from '../../discover/lfs-pointer.js';
import { cutBytes } from '../../execute/cut-bytes.js';
import { BLOCK_BYTES } from '../../host/file-blocks.js';
import type { FileStat } from '../../host/host.js';
import { isUnchanged } from '../../plan/stat-unchanged.js';
import { changed, missing } from '../context-errors.js';
import type { FileRead } from '../job.js';
import type { ViewInput } from './prefetched-input.js';
import { rangeSource } from './range-source.js';

interface Part {
  readonly bytes: Uint8Array;
  readonly fileDigest: string;
}

/** A range of a file that is read piece by piece. */
interface Pieces {
  readonly stat: FileStat;
  readonly offset: number;
  readonly length: number;
}

export class PartReader {
  readonly #input: ViewInput;
  readonly #source: string;
  readonly #known: ReadonlyMap<string, KnownFile>;
  /** Whole files that were read. */
  readonly reads: FileRead[] = [];

  /** `known`: digests that the build already has. `source`: the source of the job. */
  constructor(input: ViewInput, source: string, known: ReadonlyMap<string, KnownFile>) {
    this.#input = input;
    this.#source = source;
    this.#known = known;
  }

  noteRead(path: string, stat: FileStat, digest: string): void {
    if (!this.reads.some((read) => read.path === path)) this.reads.push({ path, stat, digest });
  }

  part(ref: BytesRef): Part {
    return this.#readRange(ref) ?? this.#readAndCut(ref);
  }

  #readAndCut(ref: BytesRef): Part {
    const file = this.#input.read(ref.file) ?? missing(ref.file, this.#source);
    refuseLfsPointer(ref.file, file.bytes);
    const fileDigest = file.digest ?? digestBytes(file.bytes);
    this.noteRead(ref.file, file.stat, fileDigest);
    return { bytes: cutBytes(file.bytes, ref), fileDigest };
  }

  /** Fifty images of one big model are not fifty big reads. */
  #readRange(ref: BytesRef): Part | undefined {
    const stat = ref.pointer === undefined ? this.#input.statFile(ref.file) : undefined;
    const fileDigest = stat === undefined ? undefined : this.#unchangedDigest(ref.file, stat);
    if (stat === undefined || fileDigest === undefined) return undefined;
    const offset = ref.offset ?? 0;
    const length = ref.length ?? stat.sizeBytes - offset;
    if (offset < 0 || length < 0 || offset + length > stat.sizeBytes) return undefined;
    this.#input.checkReadable(ref.file, stat);
    const reader = this.#input.host.openRead(this.#input.absolute(ref.file));
    try {
      const bytes = readFully(reader, offset, length);
      return bytes === undefined ? undefined : { bytes, fileDigest };
    } finally {
      reader.close();
    }
  }

  /** Undefined if reading in pieces gains nothing. A range outside the file is reported when it is read as a whole. */
  piecesOf(ref: BytesRef): Pieces | undefined {
    const stat = ref.pointer === undefined ? this.#input.statFile(ref.file) : undefined;
    const offset = ref.offset ?? 0;
    const length = ref.length ?? (stat === undefined ? 0 : stat.sizeBytes - offset);
    if (stat === undefined || length <= BLOCK_BYTES || offset < 0 || offset + length > stat.sizeBytes) return undefined;
    return { stat, offset, length };
  }

  digestOfPieces(file: string, { offset, length }: Pieces): string {
    const digest = digestRange(this.#input.host, this.#input.absolute(file), offset, offset + length);
    if (digest === undefined) throw changed(file);
    return digest;
  }

  /** Throws if the file changes meanwhile. */
  async usePieces<T>(
    file: string,
    { stat, offset, length }: Pieces,
    use: (source: ByteSource) => Promise<T>,
  ): Promise<T> {
    const reader = this.#input.host.openRead(this.#input.absolute(file));
    const fail = () => {
      throw changed(file);
    };
    try {
      return await use(rangeSource(reader, offset, length, fail));
    } finally {
      reader.close();
      const now = this.#input.statFile(file);
      if (now === undefined || !isUnchanged(now, stat)) fail();
    }
  }

  /** The digest of the whole file, hashed only if the build does not have it. */
  digestOf(file: string, stat: FileStat): string {
    try {
      return (
        this.#unchangedDigest(file, stat) ?? digestFile(this.#input.host, this.#input.absolute(file), stat.sizeBytes)
      );
    } catch (error) {
      throw unreadable(file, error);
    }
  }

  /** Undefined if the file has changed since, or was not read. */
  #unchangedDigest(file: string, stat: FileStat): string | undefined {
    const known = this.#known.get(file);
    return known !== undefined && isUnchanged(stat, known) ? known.digest : undefined;
  }
}
