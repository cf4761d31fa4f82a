// A pack on a server: its directory in one or two requests, then files on request, by priority.

import { FormatError } from '../core/format-error.js';
import type { PackEntry } from '../hpack/model.js';
import { openPack, type Pack } from '../hpack/read.js';
import { Ktx2Header } from '../ktx2/layout.js';
import { AssetLibrary, type AssetRef, LibraryError, type LibraryOptions } from '../library/asset-library.js';
import { hashToHex } from '../refs/hash-ref.js';
import type { HttpSourceOptions } from '../source/http-source.js';
import { MemoryBudget } from './memory-budget.js';
import { openRemoteClip, type RemoteClip } from './remote-clip.js';
import { type RemoteSource, type RequestPolicy, remoteSource } from './remote-source.js';
import { RemoteTexture } from './remote-texture.js';
import type { RequestOptions } from './request-queue.js';
import { decodeTextureHead, headByteLength } from './texture-head.js';

/** Options of openRemoteLibrary. */
export interface RemoteLibraryOptions extends HttpSourceOptions, LibraryOptions, RequestPolicy {
  /** Maximum bytes of stored texture levels, over all textures. Default: no limit. */
  readonly memoryBudget?: number;
  /** Bytes of a texture in the first request: its head and smallest levels. 8 KB contain those of up to 64² texels. */
  readonly textureHeadBytes?: number;
}

const TEXTURE_HEAD_BYTES = 8192;

/** A pack on a server; made by `openRemoteLibrary`. */
export class RemoteLibrary {
  /** The directory: `pack.entries()` lists all files. */
  readonly pack: Pack;
  readonly #source: RemoteSource;
  readonly #budget: MemoryBudget;
  readonly #options: RemoteLibraryOptions;
  readonly #life: AbortController;
  #assets: Promise<AssetLibrary> | undefined;

  /** @internal */
  constructor(pack: Pack, source: RemoteSource, options: RemoteLibraryOptions, life: AbortController) {
    this.pack = pack;
    this.#source = source;
    this.#budget = new MemoryBudget(options.memoryBudget);
    this.#options = options;
    this.#life = life;
  }

  /** Bytes of levels counted against the budget. */
  get heldBytes(): number {
    return this.#budget.heldBytes;
  }

  /** Assets that are loaded as a whole: meshes, materials, clips, fonts. Fetches the manifest on first use. */
  assets(): Promise<AssetLibrary> {
    this.#assets ??= AssetLibrary.open(this.pack, this.#options).catch((error: unknown) => {
      this.#assets = undefined;
      throw error;
    });
    return this.#assets;
  }

  /** Reads a whole file. Rejects with a LibraryError if it does not exist. */
  async read(path: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const { offset, size } = this.#entryOf(path);
    return size === 0 ? new Uint8Array(0) : await this.#source.fetchRange(offset, size, options);
  }

  /** Opens a texture: its head and smallest levels, in one request. The first use of a hash also fetches the manifest. */
  async openTexture(ref: AssetRef, options: RequestOptions = {}): Promise<RemoteTexture> {
    const entry = this.#entryOf(typeof ref === 'string' ? ref : await this.#pathOf(ref), '.ktx2');
    const fetch = this.#source.fetchRange;
    const wanted = Math.max(this.#options.textureHeadBytes ?? TEXTURE_HEAD_BYTES, Ktx2Header.size);
    let first = await fetch(entry.offset, Math.min(wanted, entry.size), options);
    try {
      const needed = headByteLength(first, entry.size);
      if (needed > first.byteLength) first = await fetch(entry.offset, needed, options);
      return new RemoteTexture(entry, decodeTextureHead(first, entry.size), first, fetch, this.#budget);
    } catch (cause) {
      if (!(cause instanceof FormatError)) throw cause;
      throw new LibraryError(`${entry.path}: ${cause.message}`, { cause });
    }
  }

  /**
   * Opens one clip of a `.hclip` by its name: only its head. Its pages go to `memory`, which has room for the head and two pages at least; in most cases
   * 64 KB are plenty.
   *
   * @example
   * const dance = await remote.openClip('models/fox', 'Dance', new Uint8Array(65536));
   * await dance.loadAt(time + 1);
   * dance.clip.sample(time, bind, pose);
   */
  async openClip(path: string, name: string, memory: Uint8Array, options: RequestOptions = {}): Promise<RemoteClip> {
    return openRemoteClip(this.#entryOf(path, '.hclip'), name, memory, this.#source.fetchRange, options);
  }

  /** Aborts all requests, waiting and running, and rejects new ones. */
  close(): void {
    this.#life.abort(new LibraryError('the library is closed'));
  }

  #entryOf(path: string, extension = ''): PackEntry {
    const entry = this.pack.find(path) ?? this.pack.find(path + extension);
    if (entry === undefined) throw new LibraryError(`${path} is not in the pack`);
    return entry;
  }

  async #pathOf(hash: bigint): Promise<string> {
    const entry = (await this.assets()).find(hash);
    if (entry === undefined) throw new LibraryError(`${hashToHex(hash)} is not in the manifest`);
    return entry.path;
  }
}

/**
 * Opens a pack on a server with range requests: one request for the directory, two if it is longer than `prefetchBytes`. Rejects with a
 * SourceError if the server does not support ranges, or a request fails and `retry` does not repeat it.
 *
 * @example
 * const remote = await openRemoteLibrary('https://example.org/game.hpack', { maxRequests: 4 });
 * const texture = await remote.openTexture('models/chair/tex_0');
 * for await (const level of texture.stream()) upload(level);
 */
export async function openRemoteLibrary(url: string | URL, options: RemoteLibraryOptions = {}): Promise<RemoteLibrary> {
  const life = new AbortController();
  const signal = options.signal === undefined ? life.signal : AbortSignal.any([life.signal, options.signal]);
  const source = remoteSource(url, { ...options, signal });
  return new RemoteLibrary(await openPack(source), source, options, life);
}
