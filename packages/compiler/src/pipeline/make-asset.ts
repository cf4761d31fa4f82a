// Makes one stale asset: takes it from its twin in this build or from the content store where a trace holds, compiles it
// otherwise, and commits the outputs. Failures become diagnostics; nothing of a failed asset is remembered.

import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Asset } from './asset.js';
import type { CacheState, CacheWriter } from './cache/cache-log.js';
import type { ContentStore } from './cache/content-store.js';
import type { AssetRecord, Dependency, OutputRecord } from './cache/record.js';
import { loadTraces, makeTrace, saveTrace, type Trace, type TracedOutput, traceHolds } from './cache/trace.js';
import type { Committer, NewOutput } from './commit.js';
import { contentKey, isCoveredByKey } from './content-key.js';
import { digestBytes } from './digest.js';
import { errorCode, type Host } from './host.js';
import type { InputState } from './input-state.js';
import type { Facts } from './staleness.js';
import type { Executor, JobResult } from './workers/job.js';
import { failure } from './workers/run-job.js';

export interface Workshop {
  readonly host: Host;
  readonly cache: CacheState;
  readonly writer: CacheWriter;
  readonly committer: Committer;
  readonly state: InputState;
  readonly facts: Facts;
  /** Undefined with --no-cache. */
  readonly store: ContentStore | undefined;
  readonly executorFor: (asset: Asset) => Executor;
  readonly signal: AbortSignal;
  /** Content keys that are being compiled; later twins wait for the first. */
  readonly inflight: Map<string, Promise<Trace | undefined>>;
  /** False: records are not consulted. */
  readonly trustRecords: boolean;
}

export type Made =
  | { readonly status: 'built' | 'restored'; readonly record: AssetRecord; readonly ms?: number }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[]; readonly ms?: number };

/** Rejects only when the build is aborted. */
export async function makeAsset(asset: Asset, shop: Workshop): Promise<Made> {
  try {
    return await make(asset, shop);
  } catch (error) {
    shop.signal.throwIfAborted();
    return { status: 'failed', diagnostics: [failure(error, asset.source)] };
  }
}

async function make(asset: Asset, shop: Workshop): Promise<Made> {
  const key = contentKey(asset, shop.facts);
  const unmoved = key === undefined ? undefined : keepUnmoved(asset, key, shop);
  if (unmoved !== undefined) return unmoved;
  if (key === undefined) return (await compile(asset, undefined, shop)).made;

  const twin = shop.inflight.get(key);
  if (twin !== undefined) {
    const trace = await twin;
    const restored = trace === undefined ? undefined : await restore(asset, key, [trace], shop);
    if (restored !== undefined) return restored;
  }
  let finish: (trace: Trace | undefined) => void = () => {};
  if (!shop.inflight.has(key))
    shop.inflight.set(
      key,
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
  try {
    const traces = shop.store === undefined ? [] : await loadTraces(shop.store, key);
    const restored = await restore(asset, key, traces, shop);
    if (restored !== undefined) {
      finish(traces.find((trace) => traceHolds(trace, asset, shop.facts)));
      return restored;
    }
    const { made, trace } = await compile(asset, key, shop);
    finish(trace);
    return made;
  } finally {
    finish(undefined);
  }
}

/** A derived asset whose bytes only lie elsewhere now (its model was exported again): outputs stand, the record moves. */
function keepUnmoved(asset: Asset, key: string, shop: Workshop): Made | undefined {
  const record = shop.cache.records.get(asset.key);
  if (!shop.trustRecords || record?.contentKey !== key || record.base !== asset.base) return undefined;
  if (!record.outputs.every((output) => shop.facts.output(record.base + output.suffix, output) === 'intact'))
    return undefined;
  if (claimAll(asset, record.outputs, shop) !== undefined) return undefined;
  const dependencies = inputDependencies(asset, shop);
  if (dependencies === undefined) return undefined;
  return {
    status: 'restored',
    record: { ...record, params: asset.params, settings: asset.settings.json, dependencies },
  };
}

function inputDependencies(asset: Asset, shop: Workshop): readonly Dependency[] | undefined {
  if (asset.params === undefined || asset.kind.describe === undefined) return undefined;
  const dependencies: Dependency[] = [];
  for (const ref of asset.kind.describe(asset.params).inputs) {
    const fileDigest = shop.facts.digest(ref.file);
    const digest = shop.facts.partDigest(ref);
    if (fileDigest === undefined || digest === undefined) return undefined;
    dependencies.push({ type: 'part', ref, digest, fileDigest });
  }
  return dependencies;
}

async function restore(asset: Asset, key: string, traces: readonly Trace[], shop: Workshop): Promise<Made | undefined> {
  for (const trace of traces) {
    if (!traceHolds(trace, asset, shop.facts)) continue;
    const outputs = await fetchOutputs(trace.outputs, shop);
    if (outputs === undefined) continue;
    const dependencies = translateDependencies(asset, trace, shop);
    if (dependencies === undefined) continue;
    const diagnostics = trace.diagnostics.map((diagnostic) =>
      diagnostic.file === trace.source ? { ...diagnostic, file: asset.source } : diagnostic,
    );
    const record = await commit(asset, key, { outputs, dependencies, derived: trace.derived, diagnostics }, shop);
    return { status: 'restored', record };
  }
  return undefined;
}

/** A trace from another path speaks of that path; what the content key covers is the same at this one. */
function translateDependencies(asset: Asset, trace: Trace, shop: Workshop): readonly Dependency[] | undefined {
  if (asset.params !== undefined) {
    const others = trace.dependencies.filter((dependency) => dependency.type === 'settings-for');
    const inputs = inputDependencies(asset, shop);
    if (inputs !== undefined && trace.anywhere) return [...inputs, ...others];
  }
  if (trace.source === asset.source) return trace.dependencies;
  const move = (path: string): string => asset.source + path.slice(trace.source.length);
  return trace.dependencies.map((dependency): Dependency => {
    switch (dependency.type) {
      case 'bytes':
      case 'existence':
        return { ...dependency, path: move(dependency.path) };
      case 'part':
        return { ...dependency, ref: { ...dependency.ref, file: move(dependency.ref.file) } };
      case 'listing':
        return { ...dependency, folder: move(dependency.folder) };
      default:
        return dependency;
    }
  });
}

async function fetchOutputs(outputs: readonly TracedOutput[], shop: Workshop): Promise<NewOutput[] | undefined> {
  const fetched: NewOutput[] = [];
  for (const output of outputs) {
    const bytes = readPlaced(output.digest, shop) ?? (await shop.store?.get('artifact', output.digest));
    if (bytes === undefined) return undefined;
    fetched.push({ ...output, bytes });
  }
  return fetched;
}

/** An output of this build with the same content, if nobody has touched it since. */
function readPlaced(digest: string, shop: Workshop): Uint8Array | undefined {
  const place = shop.committer.placeOf(digest);
  if (place === undefined) return undefined;
  try {
    const bytes = shop.host.readFile(place);
    return digestBytes(bytes) === digest ? bytes : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

async function compile(
  asset: Asset,
  key: string | undefined,
  shop: Workshop,
): Promise<{ readonly made: Made; readonly trace: Trace | undefined }> {
  const { source, name, base, params, kind, settings } = asset;
  const parts = params === undefined ? [] : (kind.describe?.(params).inputs ?? []);
  const knownFiles = [...new Set(parts.map((ref) => ref.file))].flatMap((path) => {
    const file = shop.state.file(path);
    return file === undefined || file.mtimeMs < 0 ? [] : [[path, file] as const];
  });
  const job = { kind: kind.name, source, name, base, params, settings: settings.values, knownFiles };
  const result = await shop.executorFor(asset).run(job, shop.signal);
  shop.signal.throwIfAborted();
  const { ms } = result;
  if (result.failed) return { made: { status: 'failed', diagnostics: result.diagnostics, ms }, trace: undefined };

  const dependencies = withSource(asset, result, shop);
  // A file that changed between the look and the compile: the outcome is right for what was read, but not for the key.
  const keyHolds = key !== undefined && dependencies.every((d) => !isCoveredByKey(asset, d) || seesSame(d, shop));
  for (const read of result.reads) shop.state.learn(read.path, read.stat, read.digest);
  const { derived, diagnostics } = result;
  const outputs = result.outputs.map((output) => ({ ...output, sizeBytes: output.bytes.length }));
  const record = await commit(asset, keyHolds ? key : undefined, { outputs, dependencies, derived, diagnostics }, shop);
  if (!keyHolds) return { made: { status: 'built', record, ms }, trace: undefined };
  const traced = outputs.map(({ bytes: _, ...output }): TracedOutput => output);
  const trace = makeTrace(asset, { dependencies, outputs: traced, derived, diagnostics });
  if (shop.store !== undefined) {
    for (const output of outputs) await shop.store.put('artifact', output.digest, output.bytes);
    await saveTrace(shop.store, key, trace);
  }
  return { made: { status: 'built', record, ms }, trace };
}

/** A source is always a dependency of its asset, whether its kind looked at the bytes or not. */
function withSource(asset: Asset, result: JobResult, shop: Workshop): readonly Dependency[] {
  const { source } = asset;
  if (asset.isFolder || asset.name !== undefined) return result.dependencies;
  if (result.dependencies.some((d) => d.type === 'bytes' && d.path === source)) return result.dependencies;
  const digest = shop.facts.digest(source);
  return digest === undefined ? result.dependencies : [{ type: 'bytes', path: source, digest }, ...result.dependencies];
}

function seesSame(dependency: Dependency, shop: Workshop): boolean {
  switch (dependency.type) {
    case 'bytes':
      return shop.facts.digest(dependency.path) === dependency.digest;
    case 'part':
      return shop.facts.digest(dependency.ref.file) === dependency.fileDigest;
    case 'listing':
      return shop.facts.listing(dependency.folder)?.join('\0') === dependency.names?.join('\0');
    default:
      return true;
  }
}

function claimAll(
  asset: Asset,
  outputs: readonly Pick<OutputRecord, 'suffix' | 'digest'>[],
  shop: Workshop,
): { readonly path: string; readonly owner: Asset } | undefined {
  for (const { suffix, digest } of outputs) {
    const path = asset.base + suffix;
    const owner = shop.committer.claim(asset, path, digest);
    if (owner !== undefined) return { path, owner };
  }
  return undefined;
}

async function commit(
  asset: Asset,
  key: string | undefined,
  made: { outputs: readonly NewOutput[] } & Pick<AssetRecord, 'dependencies' | 'derived' | 'diagnostics'>,
  shop: Workshop,
): Promise<AssetRecord> {
  for (const output of made.outputs) shop.committer.checkPath(asset.base + output.suffix, asset);
  const clash = claimAll(asset, made.outputs, shop);
  if (clash !== undefined) throw collision(asset, clash.owner, clash.path);
  const isIntact = (path: string, record: OutputRecord) => shop.facts.output(path, record) === 'intact';
  const outputs = await shop.committer.write(asset, made.outputs, isIntact);
  const covered = made.dependencies.every((d) => d.type === 'settings-for' || isCoveredByKey(asset, d));
  const record: AssetRecord = {
    source: asset.source,
    name: asset.name,
    kind: asset.kind.name,
    kindIdentity: asset.kindIdentity,
    settings: asset.settings.json,
    base: asset.base,
    // A source's own params follow from its path and its kind, which are recorded already.
    params: asset.name === undefined ? undefined : asset.params,
    contentKey: asset.name !== undefined && covered ? key : undefined,
    dependencies: made.dependencies,
    outputs,
    derived: made.derived,
    diagnostics: made.diagnostics,
  };
  shop.writer.noteAsset({ ...record, outputs: outputs.map((o) => ({ ...o, mtimeMs: -1 })) }, (path) =>
    shop.state.file(path),
  );
  return record;
}

export function collision(asset: Asset, owner: Asset, path: string): AssetError {
  const [first, second] = [asset, owner].sort((a, b) => (a.id < b.id ? -1 : 1));
  const shared = asset.name !== undefined && owner.name !== undefined;
  return new AssetError({
    code: shared ? 'build/derived-conflict' : 'build/output-collision',
    file: asset.source,
    message: `${first?.id} and ${second?.id} would both write ${path}${shared ? ', with different content' : ''}`,
    hint: shared ? 'Give both the same settings' : 'Rename one of the two sources',
  });
}
