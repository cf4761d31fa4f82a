// Collects the inputs of a job on the building machine: one answer to each question, and the positions of the bytes that answers refer to.
// A job is not sent if a worker could not see the same input (a link out of the input, a file that changes meanwhile).

import type { Layer } from '../../config/config.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { digestBytes } from '../cache/digest.js';
import type { Dependency } from '../cache/record.js';
import type { InputState } from '../discover/input-state.js';
import type { SourceFinder } from '../discover/source-finder.js';
import { errorCode } from '../host/host.js';
import { compareText } from '../host/source-path.js';
import { PartReader } from '../workers/input/part-reader.js';
import type { Blob, Need, RemoteFile, RemoteInputIndex, RemotePart } from '../workers/input/remote-inputs.js';
import { MAX_WORLD_BYTES } from './farm-job.js';

/** Where the bytes of an answer are stored. Undefined if they have changed. */
export type FindBytes = () => Uint8Array | undefined;

interface WorldOptions {
  readonly state: InputState;
  /** Only of this job. */
  readonly finder: SourceFinder;
  readonly layers: readonly Layer[];
  readonly source: string;
}

export class InputCollector {
  readonly #options: WorldOptions;
  readonly #files = new Map<string, RemoteFile>();
  readonly #parts = new Map<string, RemotePart>();
  readonly #existence = new Map<string, boolean>();
  readonly #listings = new Map<string, readonly string[] | null>();
  readonly #mentions = new Map<string, RemoteInputIndex['mentions'][number]['claim']>();
  #layers: readonly Layer[] | null = null;
  #bytes = 0;
  /** By digest: all bytes of the remote inputs. */
  readonly blobs = new Map<string, { readonly blob: Blob; readonly find: FindBytes }>();

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  get tellsSettings(): boolean {
    return this.#layers !== null;
  }

  /** False if it cannot be answered, or is already answered: then sending the job again gains nothing. */
  answer(need: Need): boolean {
    try {
      return this.#answer(need);
    } catch (error) {
      // Compiling on this machine will report the problem.
      if (error instanceof AssetError || errorCode(error) !== undefined) return false;
      throw error;
    }
  }

  #answer(need: Need): boolean {
    const { state, finder, layers } = this.#options;
    switch (need.type) {
      case 'file':
        return this.#addFile(need.path);
      case 'part':
        return this.#addPart(need.ref);
      case 'existence':
        return this.#addExistence(need.path);
      case 'listing':
        if (this.#listings.has(need.folder)) return false;
        this.#listings.set(need.folder, state.listing(need.folder));
        return true;
      case 'mention': {
        if (this.#mentions.has(need.path)) return false;
        const found = finder.find(need.path);
        this.#mentions.set(need.path, found === undefined ? null : { kind: found.kind.name, source: found.path });
        return true;
      }
      case 'settings':
        if (this.#layers !== null) return false;
        // Positions in the file are only for diagnostics.
        this.#layers = layers.map(({ match, values }) => ({ origin: '', match, values }));
        return true;
    }
  }

  /** A job that reads one file whose existence it checked will read the others too: all images of a model, for example. */
  answerFilesThatAreThere(): void {
    for (const [path, exists] of [...this.#existence]) if (exists) this.answer({ type: 'file', path });
  }

  /** A compile probably reads the same inputs as the last one. */
  answerLike(dependency: Dependency): void {
    switch (dependency.type) {
      case 'bytes':
        this.answer({ type: 'file', path: dependency.path });
        break;
      case 'part':
        this.answer({ type: 'part', ref: dependency.ref });
        break;
      case 'settings-for':
      case 'settings-of':
        this.answer({ type: 'settings' });
        break;
      case 'existence':
      case 'mention':
        this.answer({ type: dependency.type, path: dependency.path });
        break;
      case 'listing':
        this.answer({ type: 'listing', folder: dependency.folder });
        break;
    }
  }

  #addExistence(path: string): boolean {
    if (this.#existence.has(path) || this.#files.has(path)) return false;
    const { input } = this.#options.state;
    const exists = input.exists(path);
    // A link out of the input neither exists nor is missing: reading it fails.
    if (!exists && input.statFile(path) !== undefined) return false;
    this.#existence.set(path, exists);
    return true;
  }

  #addFile(path: string): boolean {
    if (this.#files.has(path)) return false;
    const { state } = this.#options;
    const known = state.file(path);
    if (known === undefined) return this.#addExistence(path);
    if (!/^[0-9a-f]{64}$/.test(known.digest) || !state.input.exists(path)) return false;
    const { digest, sizeBytes } = known;
    this.#files.set(path, { path, digest, sizeBytes });
    this.#existence.delete(path);
    return this.#addBlob({ digest, sizeBytes }, () => state.input.read(path)?.bytes);
  }

  #addPart(ref: BytesRef): boolean {
    const { file, pointer, offset, length } = ref;
    if (pointer === undefined && offset === undefined && length === undefined) return this.#addFile(file);
    const key = canonicalJson(ref);
    if (this.#parts.has(key) || this.#files.has(file)) return false;
    const { state, source } = this.#options;
    const known = state.file(file);
    if (known === undefined) return this.#addExistence(file);
    const read = () => new PartReader(state.input, source, new Map([[file, known]])).part(ref);
    const { bytes, fileDigest } = read();
    if (fileDigest !== known.digest) return false;
    const blob = { digest: digestBytes(bytes), sizeBytes: bytes.length };
    this.#parts.set(key, { ref, ...blob, fileDigest });
    return this.#addBlob(blob, () => read().bytes);
  }

  #addBlob(blob: Blob, find: FindBytes): boolean {
    this.#bytes += blob.sizeBytes;
    this.blobs.set(blob.digest, { blob, find: () => sameBytes(blob, find) });
    return true;
  }

  /** In a fixed order. Undefined if it is more than a worker accepts. */
  index(): RemoteInputIndex | undefined {
    if (this.#bytes > MAX_WORLD_BYTES) return undefined;
    const sorted = <T>(all: ReadonlyMap<string, T>) => [...all].sort(([a], [b]) => compareText(a, b));
    return {
      files: sorted(this.#files).map(([, file]) => file),
      parts: sorted(this.#parts).map(([, part]) => part),
      existence: sorted(this.#existence).map(([path, exists]) => ({ path, exists })),
      listings: sorted(this.#listings).map(([folder, names]) => ({ folder, names })),
      mentions: sorted(this.#mentions).map(([path, claim]) => ({ path, claim })),
      layers: this.#layers,
    };
  }
}

function sameBytes({ digest }: Blob, find: FindBytes): Uint8Array | undefined {
  try {
    const bytes = find();
    return bytes !== undefined && digestBytes(bytes) === digest ? bytes : undefined;
  } catch (error) {
    if (error instanceof AssetError || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
