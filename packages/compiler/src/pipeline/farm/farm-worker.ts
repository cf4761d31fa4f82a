// Runs jobs of the farm: checks them against its own registry, fetches their inputs, compiles, and stores the outputs. It uses no code and
// no path from a job, does not touch the disk, and reads only the inputs of the job.

import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { derivedNames } from '../asset.js';
import { Damaged } from '../cache/untrusted.js';
import { KindIdentities } from '../discover/kind-identities.js';
import { withoutContent } from '../execute/made-output.js';
import type { MemoryBudget } from '../execute/memory-budget.js';
import type { Executor, Job, JobOutput, JobResult } from '../workers/job.js';
import { becauseOf, type FarmBlobs } from './farm-blobs.js';
import { type FarmJob, MAX_TEXT_CHARACTERS, parseFarmJob, UnknownKind } from './farm-job.js';
import type { FarmWork, FarmWorkResult } from './farm-queue.js';
import type { FarmReply } from './farm-reply.js';
import { mapConcurrently } from './map-concurrently.js';

interface FarmWorkerOptions {
  readonly registry: Registry;
  /** Whether to run jobs of projects without plug-ins: then plug-ins of the threads are not used. */
  readonly isPlain: boolean;
  readonly executor: Executor;
  readonly blobs: FarmBlobs;
  readonly budget: MemoryBudget;
}

export function farmWorker(options: FarmWorkerOptions): FarmWork {
  const identities = new KindIdentities(options.registry);
  return async (payload, signal) => {
    let job: FarmJob;
    try {
      job = parseFarmJob(payload, options.registry);
    } catch (error) {
      if (error instanceof UnknownKind) return refused(error.message, false);
      if (error instanceof Damaged) return refused(`the job is from another version of assetc: ${error.message}`, true);
      throw error;
    }
    const strange = await otherVersion(job, identities.named(job.kind), identities);
    if (strange !== undefined) return refused(strange, false);
    const release = await options.budget.take(job.memoryBytes);
    try {
      signal.throwIfAborted();
      return await compile(job, options, signal);
    } finally {
      release();
    }
  };
}

const refused = (why: string, final: boolean): FarmWorkResult => ({ is: 'refused', why, final });

/**
 * The identity of a kind contains everything besides the job that outputs depend on: its version, that of an external compiler, hashes of
 * plug-ins and hooks. So a job that involves a plug-in only runs on workers with exactly this plug-in.
 */
async function otherVersion(job: FarmJob, kind: Kind, identities: KindIdentities): Promise<string | undefined> {
  await identities.learn(kind);
  const names = job.name === null ? [job.source] : derivedNames(job.source, job.name);
  const own = identities.for(kind, names).kindIdentity;
  return own === job.identity ? undefined : `its ${kind.name} compiler is ${own}, but the job needs ${job.identity}`;
}

async function compile(
  job: FarmJob,
  { executor, blobs, isPlain }: FarmWorkerOptions,
  signal: AbortSignal,
): Promise<FarmWorkResult> {
  const fetched = await fetchAll(job, blobs);
  // Another worker may be able to reach it.
  if (fetched === undefined) return refused(`the shared cache lacks the inputs of the job${becauseOf(blobs)}`, false);
  const { kind, source, name, base, params, settings, others, world } = job;
  const here: Job = {
    kind,
    source,
    name: name ?? undefined,
    base,
    params: params?.[0],
    settings,
    otherPresets: others,
    knownFiles: [],
    world: { index: world, blobs: fetched },
    ...(isPlain && { isPlain }),
  };
  const result = await executor.run(here, signal, job.limitMs === 0 ? undefined : job.limitMs);
  if (result.needs !== undefined) return reply({ is: 'needs', needs: result.needs });
  if (result.failed || result.copies.length > 0) return reply({ is: 'unmade' });
  const made = [...result.outputs, ...result.outputsByPreset.flat()];
  const stored = await mapConcurrently(made, (output) => blobs.put(output, output.bytes));
  if (stored.includes(false)) return refused(`the shared cache does not accept the outputs${becauseOf(blobs)}`, false);
  return reply(madeOf(result));
}

/** Undefined if one is not available. */
async function fetchAll({ world }: FarmJob, blobs: FarmBlobs): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const wanted = new Map([...world.files, ...world.parts].map((blob) => [blob.digest, blob]));
  const fetched = new Map<string, Uint8Array>();
  await mapConcurrently([...wanted.values()], async (blob) => {
    const bytes = await blobs.get(blob);
    if (bytes !== undefined) fetched.set(blob.digest, bytes);
  });
  return fetched.size < wanted.size ? undefined : fetched;
}

function madeOf({ ms, outputs, outputsByPreset, derived, dependencies, diagnostics }: JobResult): FarmReply {
  const bare = (all: readonly JobOutput[]) => all.map(withoutContent);
  return {
    is: 'made',
    ms,
    outputs: bare(outputs),
    outputsByPreset: outputsByPreset.map(bare),
    derived,
    dependencies,
    diagnostics,
  };
}

function reply(message: FarmReply): FarmWorkResult {
  const text = JSON.stringify(message);
  return { is: 'reply', text: text.length > MAX_TEXT_CHARACTERS ? JSON.stringify({ is: 'unmade' }) : text };
}
