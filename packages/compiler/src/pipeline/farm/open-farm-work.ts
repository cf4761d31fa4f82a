// What a machine of a farm works with: threads, memory, and the shared cache. Also the building machine's side of that cache.

import { availableParallelism } from 'node:os';
import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import { registry } from '../../registry.js';
import { workerFile } from '../build-environment.js';
import { MemoryBudget } from '../execute/memory-budget.js';
import { diskHost } from '../host/disk-host.js';
import { defaultMemory } from '../host/machine-memory.js';
import { registryWithPlugins } from '../project-registry.js';
import { NodeNetwork } from '../remote/node-network.js';
import { openServer } from '../remote/open-server.js';
import { RemoteClient } from '../remote/remote-cache.js';
import { Executors } from '../workers/executors.js';
import type { Executor } from '../workers/job.js';
import { type FarmBlobs, SharedBlobs } from './farm-blobs.js';
import type { FarmPlugins, FarmWork } from './farm-queue.js';
import { farmWorker } from './farm-worker.js';
import { jobRules } from './job-rules.js';
import { KeptBlobs } from './kept-blobs.js';
import { pluginsKey } from './plugins-key.js';

/** Which shared cache a farm hands its files over by. */
export interface FarmCacheOptions {
  /** `https://…` or `s3://…`, as `ASSETC_CACHE_URL`, which it stands in for. */
  readonly cacheUrl?: string;
  /** Of the configuration (`cache.remote`): where neither `cacheUrl` nor the environment names one. */
  readonly configured?: string;
  /** `process.env` unless given: credentials come from here. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A farm's files in the shared cache. */
export interface OpenFarmBlobs {
  readonly blobs: FarmBlobs;
  /** The cache's address, free of secrets. */
  readonly name: string;
  close(): void;
}

/** Opens the shared cache for a farm. A string is the reason why there is none. */
export function openFarmBlobs({ cacheUrl, configured, env = process.env }: FarmCacheOptions): OpenFarmBlobs | string {
  const server = openServer(configured, cacheUrl === undefined ? env : { ...env, ASSETC_CACHE_URL: cacheUrl });
  if (server === undefined) return 'no shared cache is configured';
  if (typeof server === 'string') return server;
  const network = new NodeNetwork();
  const blobs = new SharedBlobs(() => new RemoteClient(server, network));
  return { blobs, name: server.name, close: () => blobs.close() };
}

/** What a worker of a farm does its jobs with. */
export interface FarmWorkOptions {
  readonly blobs: FarmBlobs;
  /** Jobs at a time, and threads; by default as many as the machine offers. */
  readonly places?: number;
  /** What all jobs may take together; by default half of what the machine has. */
  readonly memoryBytes?: number;
  /** Of that, what files of earlier jobs may take, so that they are not fetched again; by default 256 MB. */
  readonly keptBytes?: number;
  /** Of this machine's own configuration (`Config.plugins`): jobs of projects with the very same are done as well. This runs their code. */
  readonly plugins?: readonly PluginBundle[];
}

/** A worker's means: see `startFarmWorker` of @assetc/farm. */
export interface OpenFarmWork {
  readonly work: FarmWork;
  readonly places: number;
  /** Jobs of projects with this machine's plug-ins. If absent, it has none. */
  readonly plugins?: FarmPlugins;
  /** Ends the threads; jobs that still run are abandoned. */
  close(): Promise<void>;
}

/** Nothing of the machine's disk is an input, and no setting of its own has a say: a job brings everything. */
const NO_PROJECT = {
  input: '/nonexistent',
  output: '/nonexistent',
  otherOutputs: [],
  embed: [],
  exclude: [],
  layers: [],
} as const;

/** Default of a worker. */
const KEPT_BYTES = 1 << 28;

/**
 * Starts what a worker needs. Kinds are those of this program, and of the plug-ins that it is given: a job of any other kind, of another version or of
 * other plug-ins is refused.
 */
export async function openFarmWork(options: FarmWorkOptions): Promise<OpenFarmWork> {
  const { places, memoryBytes = defaultMemory(), keptBytes = KEPT_BYTES, plugins = [] } = options;
  const threads = Math.max(1, places ?? availableParallelism());
  const executors = new Executors(diskHost, registry, workerFile());
  const executorFor = await executors.prepare({ ...NO_PROJECT, plugins }, threads);
  const whole = await registryWithPlugins(registry, plugins);
  const executor: Executor = {
    run: (job, signal, limitMs) => executorFor(jobRules(whole, job)).run(job, signal, limitMs),
    dispose: () => executors.dispose(),
  };
  const budget = new MemoryBudget(Math.max(1, memoryBytes - keptBytes - executors.overheadBytes(threads)));
  const means = { executor, blobs: new KeptBlobs(options.blobs, keptBytes), budget };
  const key = pluginsKey(plugins);
  return {
    work: farmWorker({ registry, isPlain: true, ...means }),
    places: threads,
    ...(key !== undefined && { plugins: { key, work: farmWorker({ registry: whole, isPlain: false, ...means }) } }),
    close: () => executors.dispose(),
  };
}
