// What the page knows of the output: its entries, their bytes, and who wants to hear when they change. Views read through this alone.

import { type FileProvider, SourceError } from '@assetc/formats';
import type { UiFile, UiIndex } from '../api.js';
import { type Kind, kindOf } from '../kinds.js';
import { ByteCache } from './byte-cache.js';
import { type Files, folderFiles, packFiles } from './files.js';

export interface Entry {
  readonly path: string;
  readonly size: number;
  /** Changes with the content. */
  readonly version: string;
  readonly kind: Kind;
}

/** What another state of the output changed. */
interface StoreChange {
  /** Paths whose bytes are others now, and those that are new. */
  readonly changed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

const CACHE_BYTES = 64 * 1024 * 1024;

export class Store {
  readonly #cache = new ByteCache(CACHE_BYTES);
  readonly #pending = new Map<string, Promise<Uint8Array>>();
  readonly #listeners = new Set<(change: StoreChange) => void>();
  #index: UiIndex;
  #files: Files;
  #entries: readonly Entry[] = [];
  #byPath: ReadonlyMap<string, Entry> = new Map();
  #generation = 0;
  #told = 0;

  private constructor(index: UiIndex, files: Files) {
    this.#index = index;
    this.#files = files;
    this.#list();
  }

  static async open(): Promise<Store> {
    const index = await fetchIndex();
    return new Store(index, await openFiles(index, 0));
  }

  /** Title, and what the server can do. */
  get index(): UiIndex {
    return this.#index;
  }

  /** Sorted by path. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  find(path: string): Entry | undefined {
    return this.#byPath.get(path);
  }

  /** The whole file. SourceError where there is none or the server fails. */
  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    const entry = this.#entry(path);
    const key = keyOf(entry);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    // Without a signal of its own a request is shared by all who ask meanwhile.
    if (signal !== undefined) return this.#keep(key, await this.#files.read(entry, signal));
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const made = this.#files
      .read(entry)
      .then((bytes) => this.#keep(key, bytes))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  /** A part of a file; what is beyond its end is not asked for. */
  async readRange(path: string, start: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    const entry = this.#entry(path);
    const known = this.#cache.get(keyOf(entry));
    const end = Math.min(entry.size, start + length);
    if (known !== undefined) return known.subarray(start, end);
    return this.#files.readRange(entry, start, Math.max(0, end - start), signal);
  }

  /** For `AssetLibrary` and `AssetcLoader`. */
  readonly provider: FileProvider = {
    read: async (path) => (this.find(path) === undefined ? undefined : this.read(path)),
  };

  /** Data of the server or the export: `api/<name>`. Undefined where there is none of that name. */
  async api<T>(name: string, signal?: AbortSignal): Promise<T | undefined> {
    const response = await fetch(`api/${name.split('/').map(encodeURIComponent).join('/')}`, {
      cache: 'no-cache',
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return (await response.json()) as T;
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new SourceError(`api/${name}: the server answered ${response.status} ${response.statusText}`);
  }

  /** Calls back after every change; gives what ends that. */
  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks what there is now, and tells what changed. */
  async refresh(): Promise<void> {
    const told = this.#told;
    const index = await fetchIndex();
    // Older, perhaps, than what was told meanwhile.
    if (told !== this.#told) return this.refresh();
    if (index.pack !== undefined) this.#generation++;
    const files = await openFiles(index, this.#generation);
    this.#index = index;
    this.#replace(files);
  }

  /** What a watch told of its last build: files of a folder, as the index would have them. */
  take(changed: readonly UiFile[], removed: readonly string[]): void {
    this.#told++;
    const files = new Map(this.#index.files.map((file) => [file.path, file]));
    for (const file of changed) files.set(file.path, file);
    for (const path of removed) files.delete(path);
    this.#index = { ...this.#index, files: [...files.values()] };
    this.#replace(folderFiles(this.#index.files));
  }

  #replace(files: Files): void {
    this.#files = files;
    const before = this.#byPath;
    this.#list();
    const changed = this.#entries.filter((entry) => before.get(entry.path)?.version !== entry.version);
    const removed = [...before.keys()].filter((path) => !this.#byPath.has(path));
    if (changed.length + removed.length === 0) return;
    const change = { changed: new Set(changed.map(({ path }) => path)), removed: new Set(removed) };
    for (const listener of [...this.#listeners]) listener(change);
  }

  #list(): void {
    this.#entries = this.#files.listed
      .map(({ path, size, version }) => ({ path, size, version, kind: kindOf(path) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#byPath = new Map(this.#entries.map((entry) => [entry.path, entry]));
  }

  #entry(path: string): Entry {
    const entry = this.find(path);
    if (entry === undefined) throw new SourceError(`${path} is not there`);
    return entry;
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    this.#cache.set(key, bytes);
    return bytes;
  }
}

const keyOf = ({ path, version }: Entry): string => `${version} ${path}`;

const openFiles = ({ pack, files }: UiIndex, generation: number): Promise<Files> =>
  pack === undefined ? Promise.resolve(folderFiles(files)) : packFiles(pack, generation);

async function fetchIndex(): Promise<UiIndex> {
  const response = await fetch('api/index.json', { cache: 'no-cache' });
  if (!response.ok) throw new SourceError(`api/index.json: the server answered ${response.status}`);
  return (await response.json()) as UiIndex;
}
