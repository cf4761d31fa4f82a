// The end of a build: verify, manifest, removals, pack, cache, in this order. Where an asset failed, only the cache is
// written: the last good manifest and pack stand, and so do the files that they name.

import { join } from 'node:path';
import { type Problem, validatePack } from '@assetc/formats';
import type { Config } from '../config/config.js';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { CacheState, CacheWriter } from './cache/cache-log.js';
import { type AssetRecord, isRacy, type OutputRecord, type ProductRecord } from './cache/record.js';
import { type Committer, MANIFEST_FILE, writeFailed } from './commit.js';
import { digestBytes } from './digest.js';
import type { BuildEvent } from './events.js';
import { isProductIntact } from './facts.js';
import { errorCode, type Host } from './host.js';
import type { InputState } from './input-state.js';
import { makeManifest } from './manifest.js';
import { hostSource, type PackFile, packContents, packPath, writePack } from './pack.js';
import { failure } from './workers/run-job.js';

export type Validate = (path: string, bytes: Uint8Array) => readonly Problem[] | Promise<readonly Problem[]>;

export interface FinishRequest {
  readonly host: Host;
  readonly config: Config;
  readonly cache: CacheState;
  readonly writer: CacheWriter;
  readonly committer: Committer;
  readonly state: InputState;
  readonly renewedOutputs: ReadonlyMap<string, Pick<OutputRecord, 'mtimeMs' | 'inode'>>;
  /** By assetKey: compiled or restored now. */
  readonly made: ReadonlyMap<string, AssetRecord>;
  /** By assetKey: found up to date. */
  readonly kept: ReadonlySet<string>;
  /** Every source was looked at, so what was not seen is gone. */
  readonly complete: boolean;
  readonly succeeded: boolean;
  readonly interrupted: boolean;
  readonly pack: boolean;
  readonly verify: boolean;
  readonly validate: Validate;
  readonly emit: (event: BuildEvent) => void;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

export interface Finished {
  readonly removed: number;
  readonly outputBytes: number;
  readonly packFile: string | undefined;
}

export async function finishBuild(request: FinishRequest): Promise<Finished> {
  const { cache, made, kept, complete, committer } = request;
  let removed = 0;
  let packFile: string | undefined;
  const renewed = request.state.renewed || request.renewedOutputs.size > 0;
  let changed = made.size > 0 || renewed || committer.hasWritten || cache.cold !== undefined;
  const gone = new Set<string>();
  // Every kept asset has a record, so equal numbers mean that nothing is gone.
  if (complete && (made.size > 0 || kept.size !== cache.records.size))
    for (const key of cache.records.keys()) if (!made.has(key) && !kept.has(key)) gone.add(key);
  const recorded = changed || gone.size > 0 || cache.leftovers.size > 0 ? committer.recordedPaths() : undefined;
  for (const [key, record] of made) cache.records.set(key, record);
  const current = () => [...cache.records.entries()].flatMap(([key, record]) => (gone.has(key) ? [] : [record]));

  const sound = !request.verify || request.interrupted || (await verifyOutputs(current(), request));
  if (request.succeeded && sound) {
    try {
      if (await writeManifest(current, made.size === 0 && gone.size === 0, request)) changed = true;
      if (recorded !== undefined) {
        const keep = new Set(
          current().flatMap((record) => record.outputs.map((output) => record.base + output.suffix)),
        );
        const removal = await committer.removeAllBut(recorded, keep);
        request.report(removal.problems);
        for (const path of removal.removed) request.emit({ type: 'removed', path });
        removed = removal.removed.length;
        changed ||= gone.size > 0 || cache.leftovers.size > 0;
        for (const key of gone) cache.records.delete(key);
        recorded.clear();
        cache.leftovers.clear();
      }
      if (request.pack) {
        if (await makePack(current(), request)) changed = true;
        packFile = packPath(request.config.output);
      }
    } catch (error) {
      request.report([failure(error, MANIFEST_FILE)]);
    }
  }
  // What an unfinished or failed build may have written stays known as ours.
  for (const path of recorded ?? []) cache.leftovers.add(path);
  if (cache.leftovers.size > 0) for (const [path] of cache.records.outputs()) cache.leftovers.delete(path);
  if (changed || cache.needsSnapshot) await writeCache(request);
  await request.writer.close().catch(() => undefined);
  let outputBytes = 0;
  for (const [, sizeBytes] of cache.records.outputs()) outputBytes += sizeBytes;
  return { removed, outputBytes, packFile };
}

async function writeCache(request: FinishRequest): Promise<void> {
  const { cache, state, host } = request;
  const nowMs = host.now();
  for (const [path, file] of state.seenFiles()) cache.files.set(path, file);
  for (const [key, record] of [...cache.records.entries()]) {
    const made = request.made.has(key);
    const outputs = record.outputs.map((output) => {
      const renewed = request.renewedOutputs.get(record.base + output.suffix);
      if (made && isRacy(output.mtimeMs, output.mtimeMs, nowMs)) return { ...output, mtimeMs: -1 };
      return renewed === undefined ? output : { ...output, ...renewed };
    });
    if (made || outputs.some((output, i) => output !== record.outputs[i]))
      cache.records.set(key, { ...record, outputs });
  }
  try {
    await request.writer.writeSnapshot(cache);
  } catch (error) {
    request.report([writeFailed(undefined, 'the cache', error).diagnostic]);
  }
}

/** Returns whether every output is sound; what is not has been reported. Assets that failed keep their previous outputs. */
async function verifyOutputs(records: readonly AssetRecord[], request: FinishRequest): Promise<boolean> {
  const { host, config } = request;
  const problems: Diagnostic[] = [];
  let files = 0;
  for (const record of records)
    for (const output of record.outputs) {
      const path = record.base + output.suffix;
      files++;
      problems.push(...(await verifyFile(join(config.output, path), path, output.digest, host, request.validate)));
    }
  request.emit({ type: 'verified', files });
  request.report(problems);
  return problems.length === 0;
}

async function verifyFile(
  file: string,
  path: string,
  digest: string,
  host: Host,
  validate: Validate,
): Promise<readonly Diagnostic[]> {
  const complain = (message: string, offset?: number): Diagnostic => ({
    code: 'build/verify-failed',
    severity: 'error',
    file: path,
    ...(offset !== undefined && { where: { offset } }),
    message,
    hint: 'Build with --no-cache; if it stays, check the disk, then report it',
  });
  let bytes: Uint8Array;
  try {
    bytes = host.readFile(file);
  } catch (error) {
    return [complain(`cannot be read back (${errorCode(error) ?? String(error)})`)];
  }
  if (digestBytes(bytes) !== digest) return [complain('was read back and is not what was written')];
  return (await validate(path, bytes)).map((problem) =>
    complain(`${problem.field}: ${problem.message}`, problem.offset),
  );
}

/** Returns whether it was written. */
async function writeManifest(
  records: () => readonly AssetRecord[],
  untouched: boolean,
  request: FinishRequest,
): Promise<boolean> {
  const { host, config, cache } = request;
  const known = cache.manifest;
  const intact = known !== undefined && isProductIntact(host, config.output, MANIFEST_FILE, known);
  if (intact && untouched && known.madeOf === config.manifest) {
    request.emit({ type: 'manifest', path: MANIFEST_FILE, entries: known.entries, written: false });
    return false;
  }
  const outcome = makeManifest(records(), config.manifest);
  if ('problems' in outcome) {
    request.report(outcome.problems.slice(1));
    const [first] = outcome.problems;
    throw first === undefined ? new Error('a manifest failed without a problem') : new AssetError(first);
  }
  const digest = digestBytes(outcome.bytes);
  const same = intact && known.digest === digest;
  if (!same) {
    try {
      await request.committer.folder.write(MANIFEST_FILE, [outcome.bytes]);
    } catch (error) {
      if (error instanceof AssetError) throw error;
      throw writeFailed(undefined, MANIFEST_FILE, error);
    }
  }
  if (request.verify) {
    const problems = await verifyFile(
      join(config.output, MANIFEST_FILE),
      MANIFEST_FILE,
      digest,
      host,
      request.validate,
    );
    if (problems[0] !== undefined) throw new AssetError(problems[0]);
  }
  cache.manifest = product(host, join(config.output, MANIFEST_FILE), {
    sizeBytes: outcome.bytes.length,
    digest,
    entries: outcome.entries,
    madeOf: config.manifest,
  });
  request.emit({ type: 'manifest', path: MANIFEST_FILE, entries: outcome.entries, written: !same });
  return true;
}

function product(host: Host, path: string, made: Omit<ProductRecord, 'mtimeMs' | 'inode'>): ProductRecord {
  const stat = host.stat(path);
  return { ...made, mtimeMs: stat?.mtimeMs ?? -1, inode: stat?.inode ?? 0 };
}

/** Returns whether it was written. */
async function makePack(records: readonly AssetRecord[], request: FinishRequest): Promise<boolean> {
  const { host, config, cache } = request;
  const { manifest } = cache;
  if (manifest === undefined) throw new Error('a pack is made after the manifest');
  const byPath = new Map<string, PackFile>();
  for (const record of records)
    for (const output of record.outputs) {
      const path = record.base + output.suffix;
      if (!path.toLowerCase().endsWith('.hpack'))
        byPath.set(path, { path, sizeBytes: output.sizeBytes, digest: output.digest });
    }
  byPath.set(MANIFEST_FILE, { path: MANIFEST_FILE, sizeBytes: manifest.sizeBytes, digest: manifest.digest });
  const files = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const madeOf = packContents(files);
  const path = packPath(config.output);
  const known = cache.pack;
  const intact = known?.madeOf === madeOf && isProductIntact(host, '', path, known);
  if (!intact) {
    const written = await writePack(host, config.output, files);
    cache.pack = product(host, path, { ...written, madeOf });
  }
  if (request.verify) await verifyPack(path, request);
  const sizeBytes = cache.pack?.sizeBytes ?? 0;
  request.emit({ type: 'pack', path, entries: files.length, sizeBytes, written: !intact });
  return !intact;
}

async function verifyPack(path: string, request: FinishRequest): Promise<void> {
  const [problem] = await validatePack(hostSource(request.host, path));
  if (
    problem === undefined &&
    request.cache.pack !== undefined &&
    isProductIntact(request.host, '', path, { ...request.cache.pack, mtimeMs: -1 })
  )
    return;
  throw new AssetError({
    code: 'build/verify-failed',
    file: path,
    ...(problem !== undefined && { where: { offset: problem.offset } }),
    message:
      problem === undefined ? 'was read back and is not what was written' : `${problem.field}: ${problem.message}`,
    hint: 'Build with --no-cache; if it stays, check the disk, then report it',
  });
}
