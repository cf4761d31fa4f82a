// The output as the page knows it: its entries, their bytes, and listeners for changes. Views read only through it.

import type { UiFile, UiIndex, UiStatus } from '../api.js';
import { type Kind, kindOf } from '../kinds.js';
import { NO_STATUS } from '../status/problems.js';
import { ByteCache } from './byte-cache.js';
import { fetchData } from './fetch-data.js';
import { type Files, folderFiles } from './files.js';
import { ReadError } from './read-error.js';

export interface Entry {
  readonly path: string;
  readonly size: number;
  /** Changes with the content. */
  readonly version: string;
  readonly kind: Kind;
  /** A failed asset without a file. */
  readonly isMissing?: boolean;
}

/** The changes between two states of the output. */
interface StoreChange {
  /** Changed and new paths. */
  readonly changed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

const CACHE_BYTES = 64 * 1024 * 1024;

export class Store {
  readonly #cache = new ByteCache(CACHE_BYTES);
  readonly #pending = new Map<string, Promise<Uint8Array>>();
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #statusListeners = new Set<() => void>();
  #index: UiIndex;
  #status: UiStatus = NO_STATUS;
  #files: Files;
  #entries: readonly Entry[] = [];
  #byPath: ReadonlyMap<string, Entry> = new Map();
  #generation = 0;
  #reportCount = 0;
  /** Where it is, relative to the page: empty, or `trial/<id>/`. */
  readonly base: string;

  private constructor(base: string, index: UiIndex, files: Files) {
    this.base = base;
    this.#index = index;
    this.#files = files;
    this.#list();
  }

  /** `base`: of another output than the page's own. */
  static async open(base = ''): Promise<Store> {
    const [index, status] = await Promise.all([fetchIndex(base), fetchApi<UiStatus>(`${base}api/`, 'status.json')]);
    const store = new Store(base, index, await openFiles(base, index, 0));
    store.#status = status ?? NO_STATUS;
    return store;
  }

  /** Title, and the server's abilities. */
  get index(): UiIndex {
    return this.#index;
  }

  /** How the last build ended. */
  get status(): UiStatus {
    return this.#status;
  }

  /** Reads the status again. */
  async refreshStatus(): Promise<void> {
    this.#status = (await this.api<UiStatus>('status.json')) ?? NO_STATUS;
    for (const listener of [...this.#statusListeners]) listener();
  }

  /** Adds a listener for a new status. Returns a function that removes it. */
  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** Sorted by path. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  find(path: string): Entry | undefined {
    return this.#byPath.get(path);
  }

  /** Reads a whole file. Rejects with a ReadError if it does not exist or the server fails. */
  async read(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    const entry = this.#entry(path);
    const key = keyOf(entry);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    // Requests without a signal are shared by concurrent callers.
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

  /** Reads a part of a file, limited to its end. */
  async readRange(path: string, start: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    const entry = this.#entry(path);
    const known = this.#cache.get(keyOf(entry));
    const end = Math.min(entry.size, start + length);
    if (known !== undefined) return known.subarray(start, end);
    return this.#files.readRange(entry, start, Math.max(0, end - start), signal);
  }

  /** Data of the server or the export: `api/<name>`. Undefined if it does not exist. */
  api<T>(name: string, signal?: AbortSignal): Promise<T | undefined> {
    return fetchApi(`${this.base}api/`, name, signal);
  }

  /** Adds a listener for changes. Returns a function that removes it. */
  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the index again, and reports changes. */
  async refresh(): Promise<void> {
    const reportCount = this.#reportCount;
    const index = await fetchIndex(this.base);
    // The index may be older than a report that arrived meanwhile.
    if (reportCount !== this.#reportCount) return this.refresh();
    if (index.pack !== undefined) this.#generation++;
    const files = await openFiles(this.base, index, this.#generation);
    const hasNews = index.isFailed !== this.#index.isFailed;
    this.#index = index;
    this.#replace(files, hasNews);
  }

  /** Applies what a watch reported about its last build: files of a folder, in the format of the index. */
  take(changed: readonly UiFile[], removed: readonly string[]): void {
    this.#reportCount++;
    const files = new Map(this.#index.files.map((file) => [file.path, file]));
    for (const file of changed) files.set(file.path, file);
    for (const path of removed) files.delete(path);
    this.#index = { ...this.#index, files: [...files.values()] };
    this.#replace(folderFiles(this.base, this.#index.files));
  }

  /** `hasNews`: listeners are called even if no file changed. */
  #replace(files: Files, hasNews = false): void {
    this.#files = files;
    const before = this.#byPath;
    this.#list();
    const changed = this.#entries.filter((entry) => before.get(entry.path)?.version !== entry.version);
    const removed = [...before.keys()].filter((path) => !this.#byPath.has(path));
    if (changed.length + removed.length === 0 && !hasNews) return;
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
    if (entry === undefined) throw new ReadError(`${path} is not there`);
    return entry;
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    this.#cache.set(key, bytes);
    return bytes;
  }
}

const keyOf = ({ path, version }: Entry): string => `${version} ${path}`;

async function openFiles(base: string, { pack, files }: UiIndex, generation: number): Promise<Files> {
  if (pack === undefined) return folderFiles(base, files);
  return (await import('./pack-files.js')).packFiles(base, pack, generation);
}

async function fetchIndex(base: string): Promise<UiIndex> {
  const index = await fetchApi<UiIndex>(`${base}api/`, 'index.json');
  if (index === undefined) throw new ReadError(`${base}api/index.json: the server answered 404`);
  return index;
}

async function fetchApi<T>(under: string, name: string, signal?: AbortSignal): Promise<T | undefined> {
  const response = await fetchData(`${under}${name.split('/').map(encodeURIComponent).join('/')}`, {
    cache: 'no-cache',
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return (await response.json()) as T;
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new ReadError(`${under}${name}: the server answered ${response.status} ${response.statusText}`);
}
