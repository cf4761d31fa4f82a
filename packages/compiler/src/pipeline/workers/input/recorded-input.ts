// The input as a job sees it: files, folders, parts of files. Every access is recorded, including failed ones.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import { type ByteSource, sourceOfBytes } from '../../../model/byte-source.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import { canonicalJson } from '../../cache/canonical-json.js';
import { digestBytes } from '../../cache/digest.js';
import { unreadable } from '../../discover/input-folder.js';
import { refuseLfsPointer } from '../../discover/lfs-pointer.js';
import { BLOCK_BYTES } from '../../host/file-blocks.js';
import { errorCode, type FileStat } from '../../host/host.js';
import { changed, checkInsideInput, missing } from '../context-errors.js';
import type { FileRead } from '../job.js';
import type { InputView } from './input-view.js';
import type { RecordedDependencies } from './recorded-dependencies.js';

/** Codes of errors for files that do not exist as far as the input is concerned. */
const ABSENT: readonly string[] = ['build/missing-file', 'build/link-leaves-input'];

/** A larger file is read again instead of being kept. */
const KEPT_BYTES = 1 << 14;

/** A file that is too large to keep. */
interface LargeFile {
  readonly stat: FileStat;
  readonly digest: string;
}

export class RecordedInput {
  readonly #source: string;
  readonly #input: InputView['input'];
  readonly #parts: InputView['parts'];
  readonly #seen: RecordedDependencies;
  readonly #signal: AbortSignal;
  /** The small file that was read last: kinds read its start first, and then all of it. */
  #last: { readonly path: string; readonly bytes: Uint8Array } | undefined;

  /** `source`: the job's source, for diagnostics. */
  constructor(source: string, { input, parts }: InputView, seen: RecordedDependencies, signal: AbortSignal) {
    this.#source = source;
    this.#input = input;
    this.#parts = parts;
    this.#seen = seen;
    this.#signal = signal;
  }

  get reads(): readonly FileRead[] {
    return this.#parts.reads;
  }

  async exists(path: string): Promise<boolean> {
    checkInsideInput(path, this.#source);
    const exists = this.#input.exists(path);
    this.#seen.record(`exists ${path}`, { type: 'existence', path, exists });
    return exists;
  }

  async read(path: string): Promise<Uint8Array> {
    return (await this.tryRead(path)) ?? missing(path, this.#source);
  }

  async tryRead(path: string): Promise<Uint8Array | undefined> {
    this.#signal.throwIfAborted();
    checkInsideInput(path, this.#source);
    // A copy each time, so that a kind's changes do not affect the other.
    if (this.#last?.path === path) return this.#last.bytes.slice();
    const file = this.#orAbsent(path, () => this.#input.read(path));
    if (file === undefined) {
      this.#recordAbsent(path);
      return undefined;
    }
    refuseLfsPointer(path, file.bytes);
    const digest = file.digest ?? digestBytes(file.bytes);
    const before = this.#seen.get(`bytes ${path}`);
    if (before?.type === 'bytes' && before.digest !== digest) throw changed(path);
    this.#seen.record(`bytes ${path}`, { type: 'bytes', path, digest });
    if (before === undefined) this.#parts.noteRead(path, file.stat, digest);
    this.#last = file.bytes.length <= KEPT_BYTES ? { path, bytes: file.bytes.slice() } : undefined;
    return file.bytes;
  }

  #recordAbsent(path: string): void {
    this.#seen.record(`exists ${path}`, { type: 'existence', path, exists: false });
  }

  /** Records that a file is missing, or is a link out of the input: the job depends on that, whether it fails or not. */
  #orAbsent<T>(path: string, look: () => T): T {
    try {
      return look();
    } catch (error) {
      if (error instanceof AssetError && ABSENT.includes(error.diagnostic.code)) this.#recordAbsent(path);
      throw error;
    }
  }

  async list(folder: string): Promise<readonly string[]> {
    checkInsideInput(folder, this.#source);
    const names = this.#input.list(folder);
    this.#seen.record(`list ${folder}`, { type: 'listing', folder, names: names ?? null });
    return names ?? missing(folder, this.#source);
  }

  async readRef(ref: BytesRef): Promise<Uint8Array> {
    if (ref.pointer === undefined && ref.offset === undefined && ref.length === undefined) return this.read(ref.file);
    this.#signal.throwIfAborted();
    checkInsideInput(ref.file, this.#source);
    const { bytes, fileDigest } = this.#orAbsent(ref.file, () => this.#parts.part(ref));
    const digest = digestBytes(bytes);
    this.#seen.record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
    return bytes;
  }

  async readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T> {
    const { file } = ref;
    this.#signal.throwIfAborted();
    checkInsideInput(file, this.#source);
    const pieces = this.#parts.piecesOf(ref);
    if (pieces === undefined) return use(sourceOfBytes(await this.readRef(ref)));
    this.#orAbsent(file, () => this.#input.checkInside(file));
    try {
      const fileDigest = this.#parts.digestOf(file, pieces.stat);
      this.#parts.noteRead(file, pieces.stat, fileDigest);
      if (ref.offset === undefined && ref.length === undefined)
        this.#seen.record(`bytes ${file}`, { type: 'bytes', path: file, digest: fileDigest });
      else {
        const digest = this.#parts.digestOfPieces(file, pieces);
        this.#seen.record(`part ${canonicalJson(ref)}`, { type: 'part', ref, digest, fileDigest });
      }
      return await this.#parts.usePieces(file, pieces, use);
    } catch (error) {
      throw errorCode(error) === undefined ? error : unreadable(file, error);
    }
  }

  /** Undefined for a file of one block, which is better read: copying gains nothing, and the content store can store it. */
  lookAtLarge(path: string): LargeFile | undefined {
    this.#signal.throwIfAborted();
    checkInsideInput(path, this.#source);
    const stat = this.#orAbsent(path, () => this.#input.statFile(path) ?? missing(path, this.#source));
    if (stat.sizeBytes <= BLOCK_BYTES) return undefined;
    this.#orAbsent(path, () => this.#input.checkInside(path));
    const digest = this.#parts.digestOf(path, stat);
    this.#seen.record(`bytes ${path}`, { type: 'bytes', path, digest });
    this.#parts.noteRead(path, stat, digest);
    return { stat, digest };
  }
}
