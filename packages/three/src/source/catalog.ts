// The files of a source, and the manifest that maps names and hashes to them. Lives as long as its loader.

import { AssetLibrary, type AssetRef, hashToHex, LibraryError, type Manifest } from '@assetc/formats';
import { type AssetcSource, type AssetFiles, addressOf, openFiles, type RequestSettings } from './asset-files.js';
import { orAborted } from './shared-assets.js';

interface CatalogSettings extends RequestSettings {
  /** Path of the manifest in the source. */
  readonly manifest?: string | undefined;
}

export class Catalog {
  readonly #source: AssetcSource;
  readonly #files: AssetFiles;
  readonly #manifestPath: string | undefined;
  readonly #life = new AbortController();
  #manifest: Promise<Manifest> | undefined;

  constructor(source: AssetcSource, settings: CatalogSettings) {
    this.#source = source;
    this.#files = openFiles(source, settings, settings.manifest);
    this.#manifestPath = settings.manifest;
  }

  /** Aborts with the caller's signal or with the loader. */
  signal(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#life.signal : AbortSignal.any([this.#life.signal, signal]);
  }

  async read(path: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const bytes = await orAborted(this.#files.read(path, signal), signal);
    if (bytes === undefined) {
      const address = addressOf(this.#source);
      throw new LibraryError(address === undefined ? `${path} is not there` : `${path} is not in ${address}`);
    }
    return bytes;
  }

  /** The files, read with a signal. The manifest is read once. */
  async library(signal: AbortSignal | undefined): Promise<AssetLibrary> {
    const life = this.signal(signal);
    life.throwIfAborted();
    this.#manifest ??= this.#openManifest();
    const manifest = await orAborted(this.#manifest, life);
    return new AssetLibrary({ read: (path) => orAborted(this.#files.read(path, life), life) }, manifest);
  }

  /** Resolves a name (by adding the extension) or a hash of one of these kinds (by the manifest). */
  async pathOf(
    ref: AssetRef,
    kinds: readonly ('mesh' | 'texture' | 'lut' | 'font')[],
    extension: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    if (typeof ref === 'string') return ref.endsWith(extension) ? ref : ref + extension;
    const entry = (await this.library(signal)).find(ref);
    if (entry === undefined) throw new LibraryError(`${hashToHex(ref)} is not in the manifest`);
    const isWanted = kinds.some((kind) => kind === entry.kind);
    if (!isWanted) throw new LibraryError(`${entry.path} is of kind ${entry.kind}, not ${kinds.join(' or ')}`);
    return entry.path;
  }

  /** Forgets what was read, after a build. */
  async refresh(): Promise<void> {
    await this.#files.refresh();
    this.#manifest = undefined;
  }

  /** Aborts running reads. */
  close(): void {
    this.#life.abort(new LibraryError('the loader is disposed'));
    this.#files.close();
  }

  async #openManifest(): Promise<Manifest> {
    const options = this.#manifestPath === undefined ? {} : { manifest: this.#manifestPath };
    try {
      return (await AssetLibrary.open(this.#files, options)).manifest;
    } catch (cause) {
      this.#manifest = undefined;
      const address = addressOf(this.#source);
      if (!(cause instanceof LibraryError) || address === undefined) throw cause;
      throw new LibraryError(`${address}: ${cause.message}`, { cause });
    }
  }
}

/** The path of the texture with this hash. */
export function textureFile(library: AssetLibrary, texture: bigint): string {
  const entry = library.find(texture);
  if (entry === undefined) throw new LibraryError(`texture ${hashToHex(texture)} is not in the manifest`);
  return entry.path;
}
