// Artifacts and traces of earlier builds, of any project, in the user's cache folder. Only ever an accelerator: whatever it
// answers is verified, whatever it lacks is compiled, and its failures are nobody's error.

import { join } from 'node:path';
import { temporaryPath } from '../atomic-write.js';
import { digestBytes } from '../digest.js';
import type { Host } from '../host.js';

/** artifact: an output's bytes, by their SHA-256 · trace: how an asset was made, by its content key. */
export type StoreSpace = 'artifact' | 'trace';

/** What a store of any sort offers; a network store implements these three. Keys are SHA-256 in lowercase hex. */
export interface ContentStore {
  has(space: StoreSpace, key: string): Promise<boolean>;
  get(space: StoreSpace, key: string): Promise<Uint8Array | undefined>;
  put(space: StoreSpace, key: string, bytes: Uint8Array): Promise<void>;
}

/** In the folder's path, so that another version of what is stored never meets this one. */
const STORE_VERSION = 'v1';

/** Files used within this time are not marked again: marking costs a write. */
const TOUCH_AFTER_MS = 24 * 3600 * 1000;

/** Part of a path, so never anything else. */
const KEY = /^[0-9a-f]{64}$/;

/** `<dir>/v1/<space>/<two digits>/<key>`, each file written beside its place and renamed, so that builds may share it. */
export class DiskStore implements ContentStore {
  readonly #host: Host;
  readonly #root: string;
  readonly #maxBytes: number;
  #addedBytes = 0;
  #serial = 0;

  constructor(host: Host, dir: string, maxBytes: number) {
    this.#host = host;
    this.#root = join(dir, STORE_VERSION);
    this.#maxBytes = maxBytes;
  }

  #path(space: StoreSpace, key: string): string {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of the content store`);
    return join(this.#root, space, key.slice(0, 2), key);
  }

  async has(space: StoreSpace, key: string): Promise<boolean> {
    return attempt(() => this.#host.stat(this.#path(space, key))?.type === 'file') ?? false;
  }

  async get(space: StoreSpace, key: string): Promise<Uint8Array | undefined> {
    const path = this.#path(space, key);
    const stat = attempt(() => this.#host.stat(path));
    if (stat?.type !== 'file') return undefined;
    const bytes = attempt(() => this.#host.readFile(path));
    if (bytes === undefined) return undefined;
    if (space === 'artifact' && digestBytes(bytes) !== key) {
      await this.#host.remove(path).catch(() => false);
      return undefined;
    }
    if (this.#host.now() - stat.mtimeMs > TOUCH_AFTER_MS) attempt(() => this.#host.touch(path));
    return bytes;
  }

  async put(space: StoreSpace, key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#maxBytes) return;
    const path = this.#path(space, key);
    // Not synced: an artifact that a power cut tears is found out by its digest, a torn trace by its check sum.
    const temporary = `${temporaryPath(path)}-${this.#host.process.pid}-${this.#serial++}`;
    try {
      if (space === 'artifact' && this.#host.stat(path)?.sizeBytes === bytes.length) return;
      this.#host.makeFolder(join(this.#root, space, key.slice(0, 2)));
      const writer = await this.#host.create(temporary);
      try {
        await writer.write(bytes);
      } finally {
        await writer.close();
      }
      await this.#host.rename(temporary, path);
      this.#addedBytes += bytes.length;
    } catch {
      // A full or read-only cache folder makes builds slower, not wrong.
      await this.#host.remove(temporary).catch(() => false);
    }
  }

  /** Drops the least recently used files when this build added a notable part of what the store may hold. */
  async evict(): Promise<void> {
    if (this.#addedBytes < this.#maxBytes / 20) return;
    this.#addedBytes = 0;
    const files: { path: string; sizeBytes: number; usedMs: number }[] = [];
    let total = 0;
    for (const space of ['artifact', 'trace'])
      for (const folder of this.#names(join(this.#root, space)))
        for (const name of this.#names(join(this.#root, space, folder))) {
          const path = join(this.#root, space, folder, name);
          const stat = attempt(() => this.#host.stat(path));
          if (stat?.type !== 'file') continue;
          files.push({ path, sizeBytes: stat.sizeBytes, usedMs: stat.mtimeMs });
          total += stat.sizeBytes;
        }
    if (total <= this.#maxBytes) return;
    files.sort((a, b) => a.usedMs - b.usedMs || (a.path < b.path ? -1 : 1));
    for (const file of files) {
      if (total <= this.#maxBytes * 0.9) return;
      if (await this.#host.remove(file.path).catch(() => false)) total -= file.sizeBytes;
    }
  }

  #names(folder: string): readonly string[] {
    return attempt(() => this.#host.readFolder(folder))?.map((entry) => entry.name) ?? [];
  }
}

/** The store is an accelerator: where the disk refuses, it knows nothing. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
