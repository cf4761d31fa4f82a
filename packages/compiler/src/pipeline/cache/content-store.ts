// Artifacts and traces of earlier builds, of any project, in the user's cache folder. Only an accelerator: everything that it
// returns is verified (artifacts by their digest, traces by their seal), missing results are compiled, and its failures are not
// reported. It belongs to the user: a folder that others can write is treated as empty.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { isTemporaryName, temporaryPath } from '../commit/atomic-write.js';
import { OutputFolder } from '../commit/output-folder.js';
import type { FolderEntry, Host } from '../host/host.js';
import { digestBytes } from './digest.js';
import { openSeal, SEAL_DIGITS, type Seal } from './seal.js';
import { isWritableByOthers } from './writable-by-others.js';

/**
 * artifact: an output's bytes, by their SHA-256 · trace: how an asset was made, by its content key · part: what a job made of a part of its
 * inputs, by the digest of these.
 */
type StoreSpace = 'artifact' | 'trace' | 'part';

const SPACES = ['artifact', 'trace', 'part'] as const;

/** The interface of every store; a network store implements these three methods. Keys are SHA-256 in lowercase hex. */
export interface ContentStore {
  has(space: StoreSpace, key: string): Promise<boolean>;
  get(space: StoreSpace, key: string): Promise<Uint8Array | undefined>;
  put(space: StoreSpace, key: string, bytes: Uint8Array): Promise<void>;
}

/** In the folder's path, so that versions never read each other's files. */
const STORE_VERSION = 'v1';

/** Files used within this time are not marked again: marking costs a write. */
const TOUCH_AFTER_MS = 24 * 3600 * 1000;

/** Age of a temporary file that a killed build left. Younger ones may belong to a running build. */
const LEFT_AFTER_MS = 24 * 3600 * 1000;

/** An incomplete trace that is older than this is damaged. */
const DAMAGED_AFTER_MS = 60_000;

/** The size that the system writes in one call. */
const AT_ONCE_BYTES = 1 << 16;

/** Used in a path, so nothing else is allowed. */
const KEY = /^[0-9a-f]{64}$/;

/**
 * `<dir>/v1/<space>/<two digits>/<key>`. Builds may share it: a file is replaced atomically. A new short trace or part is written in place: a
 * reader that sees only a part of it treats it as absent, because the seal does not match.
 */
export class DiskStore implements ContentStore {
  readonly #host: Host;
  readonly #root: string;
  readonly #folder: OutputFolder;
  readonly #maxBytes: number;
  readonly #seal: Seal;
  readonly #usable = new Map<string, boolean>();
  /** Folders that exist, unless they were removed meanwhile. */
  readonly #made = new Set<string>();
  /** A warning if the store is not used at all. */
  readonly problems: readonly Diagnostic[];
  #addedBytes = 0;
  /** Process ids repeat, especially in containers that share the folder. */
  readonly #ownName = randomBytes(6).toString('hex');
  #serial = 0;

  constructor(host: Host, dir: string, maxBytes: number) {
    this.#host = host;
    this.#root = join(dir, STORE_VERSION);
    this.#folder = new OutputFolder(host, this.#root);
    this.#maxBytes = maxBytes;
    this.#seal = openSeal(host);
    const barred = [dir, this.#root, ...SPACES.map((space) => join(this.#root, space))].find((folder) =>
      this.#isBarred(folder, folder === dir),
    );
    this.problems = barred === undefined ? [] : [notTheUsers(barred)];
  }

  /** The folder that the user chose may be a link. Folders below it are never links of ours. */
  #isBarred(folder: string, isChosen = false): boolean {
    try {
      return isWritableByOthers(this.#host, folder) || (!isChosen && this.#host.entryType(folder) === 'link');
    } catch {
      return true;
    }
  }

  #inFolder(space: StoreSpace, key: string): string | undefined {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of the content store`);
    if (this.problems.length > 0) return undefined;
    const folder = join(this.#root, space, key.slice(0, 2));
    let usable = this.#usable.get(folder);
    if (usable === undefined) {
      usable = !this.#isBarred(folder);
      this.#usable.set(folder, usable);
    }
    return usable ? folder : undefined;
  }

  async has(space: StoreSpace, key: string): Promise<boolean> {
    const folder = this.#inFolder(space, key);
    if (folder === undefined) return false;
    return attempt(() => this.#host.stat(join(folder, key))?.type === 'file') ?? false;
  }

  async get(space: StoreSpace, key: string): Promise<Uint8Array | undefined> {
    const folder = this.#inFolder(space, key);
    if (folder === undefined) return undefined;
    const path = join(folder, key);
    const stat = attempt(() => this.#host.stat(path));
    if (stat?.type !== 'file') return undefined;
    const stored = attempt(() => this.#host.readFile(path));
    if (stored === undefined) return undefined;
    const bytes =
      space !== 'artifact' ? this.#unseal(space, key, stored) : digestBytes(stored) === key ? stored : undefined;
    if (bytes === undefined) {
      // Another build may be writing a young trace right now. A build that makes it again replaces it.
      if (space === 'artifact' || this.#host.now() - stat.mtimeMs > DAMAGED_AFTER_MS)
        await this.#folder.remove(`${space}/${key.slice(0, 2)}/${key}`).catch(() => false);
      return undefined;
    }
    if (this.#host.now() - stat.mtimeMs > TOUCH_AFTER_MS) attempt(() => this.#host.touch(path));
    return bytes;
  }

  /** A trace or a part is not verified again, so only one that a build of this user wrote for exactly this key is accepted. */
  #unseal(space: 'trace' | 'part', key: string, stored: Uint8Array): Uint8Array | undefined {
    const bytes = stored.subarray(SEAL_DIGITS);
    const seal = Buffer.from(stored.subarray(0, SEAL_DIGITS)).toString('latin1');
    return this.#seal.holds(seal, space, bytes, key) ? bytes : undefined;
  }

  async put(space: StoreSpace, key: string, bytes: Uint8Array): Promise<void> {
    const folder = this.#inFolder(space, key);
    if (folder === undefined || bytes.length > this.#maxBytes) return;
    const path = join(folder, key);
    try {
      if (space === 'artifact' && this.#host.stat(path)?.sizeBytes === bytes.length) return;
      if (!this.#made.has(folder)) this.#host.makeFolder(folder, { private: true });
      this.#made.add(folder);
      const content =
        space === 'artifact' ? bytes : Buffer.concat([Buffer.from(this.#seal.of(space, bytes, key)), bytes]);
      // For a file that is written in one call, the rename would be a third of the cost.
      const isNew = space !== 'artifact' && content.length <= AT_ONCE_BYTES && this.#host.stat(path) === undefined;
      await (isNew ? this.#write(path, content) : this.#place(path, content));
      this.#addedBytes += bytes.length;
    } catch {
      // A full or read-only cache folder makes builds slower, not wrong.
      this.#made.delete(folder);
    }
  }

  /** Written next to its target and renamed, so that the old file stays valid until then. */
  async #place(path: string, content: Uint8Array): Promise<void> {
    const temporary = `${temporaryPath(path)}-${this.#ownName}-${this.#serial++}`;
    await this.#write(temporary, content);
    try {
      await this.#host.rename(temporary, path);
    } catch (error) {
      await this.#host.remove(temporary).catch(() => false);
      throw error;
    }
  }

  /** Nothing is synced: files torn by a power cut are detected by digest or seal. */
  async #write(path: string, content: Uint8Array): Promise<void> {
    const writer = await this.#host.create(path, { private: true });
    try {
      try {
        await writer.write(content);
      } finally {
        await writer.close();
      }
    } catch (error) {
      await this.#host.remove(path).catch(() => false);
      throw error;
    }
  }

  /** Drops the least recently used files if this build added a notable part of the store's maximum size. */
  async evict(): Promise<void> {
    if (this.#addedBytes < this.#maxBytes / 20) return;
    this.#addedBytes = 0;
    const files: { path: string; sizeBytes: number; usedMs: number }[] = [];
    let total = 0;
    // Only names that look like ours: `cache.dir` comes from a configuration and may be any folder.
    for (const space of SPACES)
      for (const folder of this.#names(space, 'folder', (name) => /^[0-9a-f]{2}$/.test(name)))
        for (const name of this.#names(`${space}/${folder}`, 'file', isOurs)) {
          const path = `${space}/${folder}/${name}`;
          const stat = attempt(() => this.#host.stat(join(this.#root, path)));
          if (stat?.type !== 'file') continue;
          if (!KEY.test(name)) {
            if (this.#host.now() - stat.mtimeMs > LEFT_AFTER_MS) await this.#folder.remove(path).catch(() => false);
            continue;
          }
          files.push({ path, sizeBytes: stat.sizeBytes, usedMs: stat.mtimeMs });
          total += stat.sizeBytes;
        }
    if (total <= this.#maxBytes) return;
    files.sort((a, b) => a.usedMs - b.usedMs || (a.path < b.path ? -1 : 1));
    for (const file of files) {
      if (total <= this.#maxBytes * 0.9) return;
      if (await this.#folder.remove(file.path).catch(() => false)) total -= file.sizeBytes;
    }
  }

  #names(folder: string, type: FolderEntry['type'], isOne: (name: string) => boolean): readonly string[] {
    const entries = attempt(() => this.#host.readFolder(join(this.#root, folder))) ?? [];
    return entries.filter((entry) => entry.type === type && isOne(entry.name)).map((entry) => entry.name);
  }
}

const isOurs = (name: string): boolean => KEY.test(name) || isTemporaryName(name);

function notTheUsers(folder: string): Diagnostic {
  return {
    code: 'build/foreign-store',
    severity: 'notice',
    message: `the content store is not used: ${folder} belongs to another user, is a link, or can be changed by other users`,
  };
}

/** The store is an accelerator: on a disk error it has no answer. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
