// What making assets takes: where to look, where to write, and what is shared among the assets of one build.

import type { Registry } from '../model/registry.js';
import type { Asset } from './asset.js';
import type { RunningBuild } from './build.js';
import { CacheWriter } from './cache/cache-writer.js';
import { type ContentStore, DiskStore } from './cache/content-store.js';
import type { Trace } from './cache/trace.js';
import { Committer } from './commit/commit.js';
import { MemoryBudget } from './execute/memory-budget.js';
import { defaultMemory } from './host/machine-memory.js';
import type { HandOver } from './preset-run.js';
import type { Project } from './project.js';
import type { RemoteSession } from './remote/session.js';
import type { Executor } from './workers/job.js';

export interface Workshop extends Pick<Project, 'host' | 'cache' | 'state' | 'facts' | 'kinds'> {
  readonly writer: CacheWriter;
  readonly committer: Committer;
  /** Undefined with --no-cache. */
  readonly store: ContentStore | undefined;
  readonly executorFor: (asset: Asset) => Executor;
  readonly budget: MemoryBudget;
  readonly signal: AbortSignal;
  /** Of a run of several presets. */
  readonly handOver: HandOver | undefined;
  /** Content keys that are being compiled; later twins wait for the first. */
  readonly inflight: Map<string, Promise<Trace | undefined>>;
  /** The shared cache, where one is used. */
  readonly remote?: RemoteSession | undefined;
  /** False: records are not consulted. */
  readonly trustRecords: boolean;
}

export interface Tools extends Omit<Workshop, 'executorFor' | 'remote'> {
  readonly store: DiskStore | undefined;
}

/** `overheadBytes`: of the memory that the build may use, what is not for jobs. Where nothing is left they run one by one. */
export function openBuildServices(
  project: Project,
  { noCache = false, signal, run }: Pick<RunningBuild, 'noCache' | 'signal' | 'run'>,
  registry: Registry,
  overheadBytes: number,
): Tools {
  const { config, host, cache, state, facts, kinds } = project;
  const writer = new CacheWriter(host, config.output);
  const store = noCache ? undefined : new DiskStore(host, config.cache.dir, config.cache.maxSizeBytes);
  return {
    host,
    cache,
    state,
    facts,
    kinds,
    writer,
    committer: new Committer(host, config.output, cache, writer),
    store,
    handOver: run?.for(config, registry, store),
    budget: new MemoryBudget(Math.max(1, (config.memoryBytes ?? defaultMemory()) - overheadBytes)),
    signal,
    inflight: new Map(),
    trustRecords: !noCache,
  };
}
