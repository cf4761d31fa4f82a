// Writes outputs: announced in the cache log, written next to their targets, synced, renamed. Tracks which
// asset owns which file, so that two assets never write the same one, and only recorded files are deleted.

import { join } from 'node:path';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import { CACHE_FILE, type CacheState } from '../cache/cache-state.js';
import type { CacheWriter } from '../cache/cache-writer.js';
import { NO_TIMES, type OutputRecord, timesOf } from '../cache/record.js';
import { type MadeOutput, withoutContent } from '../execute/made-output.js';
import { fittingWrites } from '../host/descriptor-limit.js';
import { whenDescriptorsAreFree } from '../host/free-descriptors.js';
import { errorCode, type Host } from '../host/host.js';
import { isInside } from '../host/is-inside.js';
import { collisionKey } from '../host/source-path.js';
import { LimitedConcurrency } from './limited-concurrency.js';
import type { Lock } from './lock.js';
import { OutputFolder } from './output-folder.js';
import { outputPathOf } from './output-path.js';
import { removalFailure, writeFailure } from './write-failure.js';

interface Removal {
  readonly removed: readonly string[];
  /** Files of ours that could not be removed. */
  readonly failed: readonly string[];
  /** Errors about these, and warnings about files that were not removed. */
  readonly problems: readonly Diagnostic[];
}

export interface NewOutput extends MadeOutput {
  /** Its content, from the beginning each time. */
  readonly chunks: () => Iterable<Uint8Array>;
}

/** Each has a file and its folder open. More are not faster, because Node has four threads for the disk. */
const MAX_WRITES = 8;

export class Committer {
  readonly #host: Host;
  readonly #output: string;
  /** Every write and delete below the output goes through it. */
  readonly folder: OutputFolder;
  readonly #cache: CacheState;
  readonly #writer: CacheWriter;
  /** By collisionKey: the asset that writes it in this build. */
  readonly #owners = new Map<string, { readonly asset: Asset; readonly path: string; digest: string | undefined }>();
  readonly #written = new Map<string, OutputRecord>();
  readonly #byDigest = new Map<string, string>();
  readonly #folders = new Set<string>();
  /** Derived assets may share an output: one at a time writes it. */
  readonly #intended = new Set<string>();
  readonly #placing = new Map<string, Promise<void>>();
  readonly #writes = new LimitedConcurrency(fittingWrites(MAX_WRITES));

  constructor(host: Host, output: string, cache: CacheState, writer: CacheWriter, { check }: Pick<Lock, 'check'>) {
    this.#host = host;
    this.#output = output;
    this.folder = new OutputFolder(host, output, { check });
    this.#cache = cache;
    this.#writer = writer;
  }

  /** The path of an artifact that this build has already written. */
  placeOf(digest: string): string | undefined {
    const path = this.#byDigest.get(digest);
    return path === undefined ? undefined : join(this.#output, path);
  }

  /**
   * Reserves an output for an asset; returns the asset that already has it. Derived assets may share one if the content is the same. If
   * `digest` is undefined, that is not known yet.
   */
  claim(asset: Asset, path: string, digest: string | undefined): Asset | undefined {
    const key = collisionKey(path);
    const owner = this.#owners.get(key);
    if (owner === undefined) {
      this.#owners.set(key, { asset, path, digest });
      return undefined;
    }
    if (owner.asset.key === asset.key) {
      if (owner.path === path) {
        owner.digest = digest ?? owner.digest;
        return undefined;
      }
      return owner.asset;
    }
    const shareable = asset.name !== undefined && owner.asset.name !== undefined && owner.path === path;
    if (!shareable) return owner.asset;
    return digest === undefined || owner.digest === undefined || digest === owner.digest ? undefined : owner.asset;
  }

  /** Writes outputs that do not exist yet. Throws AssetError; then the previous files still exist. */
  async write(
    asset: Asset,
    outputs: readonly NewOutput[],
    isIntact: (path: string, record: OutputRecord) => boolean,
  ): Promise<readonly OutputRecord[]> {
    const known = this.#cache.records.get(asset.key);
    const before = new Map(known?.outputs.map((output) => [outputPathOf(known, output), output]));
    const records = new Map<string, OutputRecord>();
    const todo: NewOutput[] = [];
    for (const output of outputs) {
      const path = outputPathOf(asset, output);
      const old = this.#written.get(path) ?? before.get(path);
      if (old !== undefined && old.digest === output.digest && isIntact(path, old))
        records.set(path, { ...withoutContent(output), ...timesOf(old) });
      else todo.push(output);
    }
    try {
      for (const output of todo) this.#intended.add(outputPathOf(asset, output));
      if (todo.length > 0) await this.#writer.intend(todo.map((output) => outputPathOf(asset, output)));
      for (const output of todo) {
        const path = outputPathOf(asset, output);
        await this.#placeAlone(path, output.chunks);
        this.#cache.foreign.delete(path);
        const stat = this.#host.stat(join(this.#output, path));
        records.set(path, { ...withoutContent(output), ...timesOf(stat) });
      }
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw writeFailure(asset.source, todo.map((output) => outputPathOf(asset, output)).join(', '), error);
    }
    for (const [path, record] of records) {
      this.#written.set(path, record);
      this.#byDigest.set(record.digest, path);
    }
    return outputs.map(
      (output) => records.get(outputPathOf(asset, output)) ?? { ...withoutContent(output), ...NO_TIMES },
    );
  }

  async #placeAlone(path: string, chunks: NewOutput['chunks']): Promise<void> {
    const before = this.#placing.get(path);
    const place = () => this.#place(path, chunks);
    const placed = before === undefined ? place() : before.then(place, place);
    this.#placing.set(path, placed);
    try {
      await placed;
    } finally {
      if (this.#placing.get(path) === placed) this.#placing.delete(path);
    }
  }

  async #place(path: string, chunks: NewOutput['chunks']): Promise<void> {
    const attempt = () =>
      this.#writes.run(() =>
        whenDescriptorsAreFree(async () => {
          this.#checkFolder(path);
          await this.folder.write(path, chunks());
        }),
      );
    try {
      await attempt();
    } catch (error) {
      // A file of ours is where a folder is needed, or the other way round, and its source is gone: remove it first.
      if (!(await this.#clearWay(path))) throw error;
      await attempt();
    }
  }

  #checkFolder(path: string): void {
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    if (this.#folders.has(folder)) return;
    for (let at = folder.indexOf('/'); folder !== ''; at = folder.indexOf('/', at + 1)) {
      const above = at < 0 ? folder : folder.slice(0, at);
      if (this.#host.stat(join(this.#output, above, CACHE_FILE)) !== undefined)
        throw new AssetError({
          code: 'build/reserved-output',
          message: `would write ${path}, but ${above} is the output folder of another build`,
          hint: 'Give the presets output folders that do not contain each other.',
        });
      if (at < 0) break;
    }
    this.#folders.add(folder);
  }

  async #clearWay(path: string): Promise<boolean> {
    const ours = this.recordedPaths();
    let cleared = false;
    for (const other of ours) {
      if (this.#owners.has(collisionKey(other)) || this.#cache.foreign.has(other)) continue;
      if (!isInside(path, other) && !isInside(other, path)) continue;
      if (await this.folder.remove(other)) cleared = true;
      this.removeEmptyFolders(other);
    }
    this.#folders.clear();
    return cleared;
  }

  /** Whether this build announced to write anything. */
  get hasWritten(): boolean {
    return this.#intended.size > 0;
  }

  /** Everything that earlier builds recorded writing and this one announced, except manifest and pack. */
  recordedPaths(): Set<string> {
    const paths = new Set([...this.#cache.leftovers, ...this.#intended]);
    for (const [path] of this.#cache.records.outputs()) paths.add(path);
    return paths;
  }

  /** Deletes recorded files that are not in `keep`. */
  async removeAllBut(recorded: Iterable<string>, keep: ReadonlySet<string>): Promise<Removal> {
    const keptKeys = new Map<string, string>();
    for (const path of keep) keptKeys.set(collisionKey(path), path);
    const gone = [...recorded].filter((path) => {
      if (keep.has(path)) return false;
      const twin = keptKeys.get(collisionKey(path));
      // On a file system that ignores case or Unicode form, the old name may be the new file.
      return twin === undefined || !this.#isSameFile(path, twin);
    });
    return this.removeAll(gone, () => {});
  }

  /** Deletes recorded files, leftovers of killed writes next to them, and the folders that are then empty. */
  async removeAll(paths: readonly string[], onRemove: (path: string) => void): Promise<Removal> {
    const removed: string[] = [];
    const strays: string[] = [];
    const failed: string[] = [];
    const problems: Diagnostic[] = [];
    for (const path of [...paths].sort()) {
      if (this.#cache.foreign.has(path)) {
        if (this.#host.entryType(join(this.#output, path)) !== undefined) strays.push(path);
        continue;
      }
      try {
        onRemove(path);
        if (await this.folder.remove(path)) removed.push(path);
        await this.folder.removeTemporary(path);
        this.removeEmptyFolders(path);
      } catch (error) {
        if (!(error instanceof AssetError)) {
          if (errorCode(error) === undefined) throw error;
          failed.push(path);
          problems.push(removalFailure(path, error));
          continue;
        }
        // The target of the link is not ours, so there is nothing to do. This is not an error.
        problems.push({ ...error.diagnostic, message: `is not removed: it ${error.message}`, severity: 'warning' });
      }
    }
    if (strays.length > 0) problems.push(notOurs(strays));
    return { removed, failed, problems };
  }

  #isSameFile(a: string, b: string): boolean {
    const first = this.#host.stat(join(this.#output, a));
    const second = this.#host.stat(join(this.#output, b));
    return (
      first !== undefined && second !== undefined && first.inode === second.inode && first.mtimeMs === second.mtimeMs
    );
  }

  /** Folders above a file of ours that are empty now; the output folder itself stays. */
  removeEmptyFolders(path: string): void {
    for (const folder of this.folder.removeEmptyFolders(path)) this.#folders.delete(folder);
  }
}

const MAX_NAMED = 5;

function notOurs(paths: readonly string[]): Diagnostic {
  const named = paths.slice(0, MAX_NAMED).join(', ');
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return {
    code: 'build/foreign-leftover',
    severity: 'warning',
    message: `no source makes ${named}${more} any more, but no build on this machine wrote that, so it is kept`,
  };
}
