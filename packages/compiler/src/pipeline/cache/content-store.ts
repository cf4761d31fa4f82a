// Artifacts and traces of earlier builds, of any project, in the user's cache folder. Only an accelerator: everything that it
// returns is verified (artifacts by their digest, traces by their seal), what it lacks is compiled, and its failures are
// nobody's error. It is the user's alone: where others have a say over a folder of it, that folder is as if empty.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { isTemporaryName, temporaryPath } from '../commit/atomic-write.js';
import { OutputFolder } from '../commit/output-folder.js';
import type { FolderEntry, Host } from '../host/host.js';
import { digestBytes } from './digest.js';
import { openSeal, SEAL_DIGITS, type Seal } from './seal.js';
import { isWritableByOthers } from './writable-by-others.js';

/** artifact: an output's bytes, by their SHA-256 · trace: how an asset was made, by its content key. */
type StoreSpace = 'artifact' | 'trace';

const SPACES = ['artifact', 'trace'] as const;

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

/** Age of a temporary file that a killed build left. Younger ones may belong to a running build. */
const LEFT_AFTER_MS = 24 * 3600 * 1000;

/** A trace that is not whole, and was not written just now, is damaged. */
const DAMAGED_AFTER_MS = 60_000;

/** What the system takes in one write. */
const AT_ONCE_BYTES = 1 << 16;

/** Part of a path, so never anything else. */
const KEY = /^[0-9a-f]{64}$/;

/**
 * `<dir>/v1/<space>/<two digits>/<key>`. Builds may share it: writing a file replaces an existing one atomically. A short trace is
 * written where nothing is: who reads half of it takes it for absent, by its seal, and leaves it alone.
 */
export class DiskStore implements ContentStore {
  readonly #host: Host;
  readonly #root: string;
  readonly #folder: OutputFolder;
  readonly #maxBytes: number;
  readonly #seal: Seal;
  readonly #usable = new Map<string, boolean>();
  /** Folders that stand, unless somebody has removed them meanwhile. */
  readonly #made = new Set<string>();
  /** A warning where the store is not used at all. */
  readonly problems: readonly Diagnostic[];
  #addedBytes = 0;
  /** Process numbers repeat, in containers that share the folder above all. */
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

  /** The folder that the user chose may be a link; none below it is, unless somebody else made it. */
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
    const bytes = space === 'trace' ? this.#unseal(key, stored) : digestBytes(stored) === key ? stored : undefined;
    if (bytes === undefined) {
      // A young trace may be another build's, which is just writing it; whoever makes it anew replaces it.
      if (space === 'artifact' || this.#host.now() - stat.mtimeMs > DAMAGED_AFTER_MS)
        await this.#folder.remove(`${space}/${key.slice(0, 2)}/${key}`).catch(() => false);
      return undefined;
    }
    if (this.#host.now() - stat.mtimeMs > TOUCH_AFTER_MS) attempt(() => this.#host.touch(path));
    return bytes;
  }

  /** A trace is believed without another look, so only one that a build of this user wrote, and for this very key. */
  #unseal(key: string, stored: Uint8Array): Uint8Array | undefined {
    const bytes = stored.subarray(SEAL_DIGITS);
    const seal = Buffer.from(stored.subarray(0, SEAL_DIGITS)).toString('latin1');
    return this.#seal.holds(seal, 'trace', bytes, key) ? bytes : undefined;
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
        space === 'trace' ? Buffer.concat([Buffer.from(this.#seal.of('trace', bytes, key)), bytes]) : bytes;
      // Moving a file that is written in one go into its place is a third of what it costs.
      const isNew = space === 'trace' && content.length <= AT_ONCE_BYTES && this.#host.stat(path) === undefined;
      await (isNew ? this.#write(path, content) : this.#place(path, content));
      this.#addedBytes += bytes.length;
    } catch {
      // A full or read-only cache folder makes builds slower, not wrong.
      this.#made.delete(folder);
    }
  }

  /** Next to its place, and moved there: what was there is good until then. */
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

  /** Nothing is synced: what a power cut tears is found out, by digest or seal. */
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

  /** Drops the least recently used files when this build added a notable part of what the store may hold. */
  async evict(): Promise<void> {
    if (this.#addedBytes < this.#maxBytes / 20) return;
    this.#addedBytes = 0;
    const files: { path: string; sizeBytes: number; usedMs: number }[] = [];
    let total = 0;
    // Only what has the shape of ours: `cache.dir` comes from a configuration, and may lead to anything.
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

/** The store is an accelerator: where the disk refuses, it knows nothing. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
