// The services that the assets of one build share: the input and its facts, the record, the content store, memory, and where outputs
// are written.

import type { Registry } from '../model/kind/registry.js';
import type { RunningBuild } from './build.js';
import { CacheWriter } from './cache/cache-writer.js';
import { DiskStore } from './cache/content-store.js';
import type { Trace } from './cache/trace.js';
import { Committer } from './commit/commit.js';
import { MemoryBudget } from './execute/memory-budget.js';
import { defaultMemory } from './host/machine-memory.js';
import type { PresetSharing } from './preset-run.js';
import type { Project } from './project.js';

export interface BuildServices extends Pick<Project, 'host' | 'cache' | 'state' | 'facts' | 'kinds'> {
  readonly writer: CacheWriter;
  readonly committer: Committer;
  /** Undefined with --no-cache. */
  readonly store: DiskStore | undefined;
  readonly budget: MemoryBudget;
  readonly signal: AbortSignal;
  /** Defined if several presets are built in one run. */
  readonly presetSharing: PresetSharing | undefined;
  /** Content keys that are being compiled. Equal assets wait for the first one. */
  readonly inflight: Map<string, Promise<Trace | undefined>>;
  /** False with --no-cache: records are not used. */
  readonly trustRecords: boolean;
}

/** `overheadBytes`: the part of the build's memory that jobs cannot use. If nothing is left, they run one by one. */
export function openBuildServices(
  project: Project,
  { noCache = false, signal, lock, run }: Pick<RunningBuild, 'noCache' | 'signal' | 'lock' | 'run'>,
  registry: Registry,
  overheadBytes: number,
): BuildServices {
  const { config, host, cache, state, facts, kinds } = project;
  const writer = new CacheWriter(host, config.output, lock.check, cache.identity);
  const store = noCache ? undefined : new DiskStore(host, config.cache.dir, config.cache.maxSizeBytes);
  return {
    host,
    cache,
    state,
    facts,
    kinds,
    writer,
    committer: new Committer(host, config.output, cache, writer, lock),
    store,
    presetSharing: run?.for(config, registry, store),
    budget: new MemoryBudget(Math.max(1, (config.memoryBytes ?? defaultMemory()) - overheadBytes)),
    signal,
    inflight: new Map(),
    trustRecords: !noCache,
  };
}
