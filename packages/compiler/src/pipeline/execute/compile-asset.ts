// Compiles an asset, commits its outputs, and stores a trace in the content store.

import { type Asset, recordedParams } from '../asset.js';
import type { Attempt, Failure } from '../cache/failures.js';
import type { Dependency } from '../cache/record.js';
import { makeTrace, type Trace } from '../cache/trace.js';
import type { NewOutput } from '../commit/commit.js';
import { commitAsset } from '../commit/commit-asset.js';
import type { PrefetchedFile } from '../discover/input-state.js';
import { isCoveredByKey } from '../plan/content-key.js';
import type { LaterAsset } from '../preset-run.js';
import type { AskedQuestions } from '../remote/result-keys.js';
import { collectAfter } from '../workers/collect-garbage.js';
import type { Job, JobResult } from '../workers/job.js';
import { bindDiagnostics, placesOf } from './bind-diagnostics.js';
import type { JobServices } from './compute.js';
import { copyInput } from './copy-input.js';
import { jobMemory } from './job-memory.js';
import { withoutContent } from './made-output.js';
import type { Made } from './make-asset.js';
import { MemoryHold } from './memory-budget.js';
import { shareResult } from './share-result.js';

/** What was already fetched for this content key: traces of the store, questions of the shared cache. */
interface Earlier {
  readonly traces?: readonly Trace[];
  readonly asked?: readonly AskedQuestions[] | undefined;
}

interface Compiled {
  readonly made: Made;
  readonly trace: Trace | undefined;
}

/** Starts when there is enough memory, and holds it until the outputs are written. */
export async function compileAsset(
  asset: Asset,
  key: string | undefined,
  services: JobServices,
  earlier: Earlier = {},
): Promise<Compiled> {
  if (asset.kind.light === true) return compile(asset, key, services, earlier);
  const later =
    (key === undefined ? undefined : await services.presetSharing?.inLaterPresets(asset, services.facts)) ?? [];
  const hold = new MemoryHold(services.budget);
  try {
    if (services.executorFor(asset).takesMemory !== true) await hold.take(jobMemory(asset, services, later.length));
    services.signal.throwIfAborted();
    const compiled = await compile(asset, key, services, earlier, later, hold);
    if (compiled.made.status === 'built')
      collectAfter(compiled.made.record.outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    return compiled;
  } finally {
    hold.release();
  }
}

/** The job that a thread runs to compile an asset. */
export function jobOf(
  { source, name, base, params, kind, settings }: Asset,
  { state }: Pick<JobServices, 'state'>,
): Job {
  const parts = params === undefined ? [] : (kind.contentOf?.(params).inputs ?? []);
  // A folder is not a file, so it has no stat data.
  const knownFiles = [...new Set([source, ...parts.map((ref) => ref.file)])].flatMap((path) => {
    const file = state.file(path);
    return file === undefined || file.mtimeMs < 0 ? [] : [[path, file] as const];
  });
  return { kind: kind.name, source, name, base, params, settings: settings.values, knownFiles };
}

/** A prefetched file need not be listed among the known files. */
function withKept(job: Job, kept: PrefetchedFile | undefined): Job {
  if (kept === undefined) return job;
  return { ...job, knownFiles: job.knownFiles.filter(([path]) => path !== kept.path), kept };
}

async function compile(
  asset: Asset,
  key: string | undefined,
  services: JobServices,
  { traces = [], asked }: Earlier,
  later: readonly LaterAsset[] = [],
  hold?: MemoryHold,
): Promise<Compiled> {
  const others = later.map((other) => other.asset.settings.values);
  const kept = asset.name === undefined ? services.state.take(asset.source) : undefined;
  const job = withKept({ ...jobOf(asset, services), otherPresets: others }, kept);
  const result = await services.executorFor(asset).run(job, services.signal, undefined, hold);
  services.signal.throwIfAborted();
  const { ms } = result;
  const places = placesOf(asset);
  const bound = bindDiagnostics(result.diagnostics, places, places);
  if (result.failed) {
    const failure = failureOf(asset, { ...result, diagnostics: bound }, services);
    return { made: { status: 'failed', ...failure, ms }, trace: undefined };
  }

  const dependencies = withSource(asset, result, services);
  // If a file changed between planning and compiling, the result is right for what was read, but not for the key.
  const keyHolds = key !== undefined && dependencies.every((d) => !isCoveredByKey(asset, d) || seesSame(d, services));
  for (const read of result.reads) services.state.learn(read.path, read.stat, read.digest);
  const { derived, diagnostics } = result;
  const made = result.outputs.map((output): NewOutput => ({ ...withoutContent(output), chunks: () => [output.bytes] }));
  const copied = result.copies.map(
    (copy): NewOutput => ({
      ...withoutContent(copy),
      chunks: () => copyInput(services.state.input, copy.file, copy.digest),
    }),
  );
  const outputs = [...made, ...copied];
  const keptKey = keyHolds ? key : undefined;
  const isProven = result.byWorker === undefined;
  const record = await commitAsset(
    asset,
    keptKey,
    { outputs, dependencies, derived, diagnostics: bound },
    services,
    isProven,
  );
  const traced = { dependencies, outputs: made.map(withoutContent), derived, diagnostics };
  // Copying from the input is as fast as from a twin.
  const trace = keyHolds && copied.length === 0 ? makeTrace(asset, traced) : undefined;
  if (!isProven) services.workerResults?.add(asset.key, trace);
  if (keyHolds) await shareResult({ asset, key, dependencies, result, later, traces, asked }, services);
  return { made: { status: 'built', record, ms }, trace };
}

function failureOf(
  asset: Asset,
  result: JobResult,
  services: JobServices,
): Pick<Failure, 'diagnostics'> & { attempt?: Attempt } {
  const { diagnostics } = result;
  if (result.dependencies.length === 0) return { diagnostics };
  const { kind, kindIdentity, settings, base } = asset;
  const dependencies = withSource(asset, result, services);
  const params = recordedParams(asset);
  return {
    diagnostics,
    attempt: { kind: kind.name, kindIdentity, settings: settings.json, base, params, dependencies },
  };
}

/** A source is always a dependency of its asset, whether its kind read the bytes or not. */
function withSource(asset: Asset, result: JobResult, services: JobServices): readonly Dependency[] {
  const { source } = asset;
  if (asset.isFolder || asset.name !== undefined) return result.dependencies;
  if (result.dependencies.some((d) => d.type === 'bytes' && d.path === source)) return result.dependencies;
  const digest = services.facts.digest(source);
  return digest === undefined ? result.dependencies : [{ type: 'bytes', path: source, digest }, ...result.dependencies];
}

function seesSame(dependency: Dependency, services: JobServices): boolean {
  switch (dependency.type) {
    case 'bytes':
      return services.facts.digest(dependency.path) === dependency.digest;
    case 'part':
      return services.facts.digest(dependency.ref.file) === dependency.fileDigest;
    case 'listing':
      return services.facts.listing(dependency.folder)?.join('\0') === dependency.names?.join('\0');
    default:
      return true;
  }
}
