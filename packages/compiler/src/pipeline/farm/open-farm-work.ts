// The resources of a farm machine: threads, memory, and the shared cache. Also the building machine's side of that cache.

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

/** The shared cache through which a farm exchanges files. */
export interface FarmCacheOptions {
  /** `https://…` or `s3://…`. Overrides `ASSETC_CACHE_URL`. */
  readonly cacheUrl?: string;
  /** From the configuration (`cache.remote`); used if neither `cacheUrl` nor the environment names one. */
  readonly configured?: string;
  /** The source of credentials. Default: `process.env`. */
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

/** Options of a worker. */
export interface FarmWorkOptions {
  readonly blobs: FarmBlobs;
  /** Concurrent jobs and threads. Default: as many as the machine has. */
  readonly places?: number;
  /** Memory of all jobs together. Default: half of the machine's. */
  readonly memoryBytes?: number;
  /** The part of it for files of earlier jobs, which are then not fetched again. Default: 256 MB. */
  readonly keptBytes?: number;
  /** From this machine's own configuration (`Config.plugins`): it also runs jobs of projects with exactly these plug-ins. This runs their
   *  code. */
  readonly plugins?: readonly PluginBundle[];
}

/** The resources of a worker: see `startFarmWorker` of @assetc/farm. */
export interface OpenFarmWork {
  readonly work: FarmWork;
  readonly places: number;
  /** Jobs of projects with this machine's plug-ins. If absent, it has none. */
  readonly plugins?: FarmPlugins;
  /** Ends the threads; running jobs are abandoned. */
  close(): Promise<void>;
}

/** The machine's disk and settings are not used: a job contains everything. */
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
 * Starts the threads of a worker. It knows the kinds of this program and of the given plug-ins. A job of any other kind, version or plug-in
 * is rejected.
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
