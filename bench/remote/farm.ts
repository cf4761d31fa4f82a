// The cost of a farm: overhead of a job over loopback, 16 workers compared with one on jobs of 100 ms that use no CPU, the estimate for
// 50,000 assets on 32 machines, and how much workers download that keep files of earlier jobs. Redis and the HTTP cache are real and run on this
// machine. Workers run in this process, with the checks, transfers and replies of real ones.

import { availableParallelism } from 'node:os';
import type { Kind } from '../../packages/compiler/src/model/kind/kind.js';
import type { Registry } from '../../packages/compiler/src/model/kind/registry.js';
import { InputFolder } from '../../packages/compiler/src/pipeline/discover/input-folder.js';
import { SettingsResolver } from '../../packages/compiler/src/pipeline/discover/settings-resolver.js';
import { MemoryBudget } from '../../packages/compiler/src/pipeline/execute/memory-budget.js';
import { SharedBlobs } from '../../packages/compiler/src/pipeline/farm/farm-blobs.js';
import { farmWorker } from '../../packages/compiler/src/pipeline/farm/farm-worker.js';
import { KeptBlobs } from '../../packages/compiler/src/pipeline/farm/kept-blobs.js';
import { NodeNetwork } from '../../packages/compiler/src/pipeline/remote/node-network.js';
import { openServer } from '../../packages/compiler/src/pipeline/remote/open-server.js';
import { RemoteClient } from '../../packages/compiler/src/pipeline/remote/remote-cache.js';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { MemoryProject, testConfig } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { listKind, toyRegistry } from '../../packages/compiler/src/pipeline/testing/toy-registry.js';
import { inlineExecutor } from '../../packages/compiler/src/pipeline/workers/inline-executor.js';
import { connectFarm, startFarmWorker } from '../../packages/farm/src/index.js';
import { hasRedis, RedisProcess } from '../../tests/farm/redis-process.js';

const JOB_MS = 100;
const WORKERS = 16;
/** The default of workers. */
const KEPT_BYTES = 1 << 28;

/** A file that all jobs of a project read, if there is one. */
const COMMON = 'common.bin';
const COMMON_BYTES = 4 << 20;

/** Waits without using the CPU. */
const waiting = (ms: number): Kind => ({
  ...listKind,
  async compile(context) {
    const text = await context.read(context.path);
    await context.tryRead(COMMON);
    if (ms > 0) await new Promise((done) => setTimeout(done, ms));
    context.emit({ suffix: '.out', bytes: text });
  },
});

const registryOf = (ms: number): Registry => ({ ...toyRegistry, kinds: [waiting(ms)] });

interface Machines {
  readonly redis: RedisProcess;
  readonly cache: BlobServer;
}

function blobsOf({ cache }: Machines): SharedBlobs {
  const server = openServer(undefined, { ASSETC_CACHE_URL: cache.url });
  if (server === undefined || typeof server === 'string') throw new Error('no cache');
  return new SharedBlobs(() => new RemoteClient(server, new NodeNetwork()));
}

function startWorker(machines: Machines, registry: Registry, keptBytes: number) {
  const config = testConfig();
  const input = new InputFolder(new MemoryHost(), { root: config.input, exclude: [] });
  const executor = inlineExecutor(registry, input, config, new SettingsResolver(config, registry));
  const blobs = blobsOf(machines);
  const kept = new KeptBlobs(blobs, keptBytes);
  const work = farmWorker({ registry, isPlain: true, executor, blobs: kept, budget: new MemoryBudget(1e9) });
  const worker = startFarmWorker({ queue: machines.redis.url(), work, places: 1 });
  return async () => {
    await worker.stop(true);
    blobs.close();
  };
}

interface Load {
  readonly jobs: number;
  readonly workers: number;
  readonly jobMs: number;
  /** Bytes that each worker keeps. */
  readonly keptBytes?: number;
  /** Size of a file that all jobs read. */
  readonly common?: string;
}

/** Seconds of a build with this many jobs, none of which run on the building machine. */
async function measure(machines: Machines, load: Load): Promise<number> {
  const { jobs, workers, jobMs, keptBytes = KEPT_BYTES, common } = load;
  await machines.redis.forgetJobs();
  const registry = registryOf(jobMs);
  const stops = Array.from({ length: workers }, () => startWorker(machines, registry, keptBytes));
  const queue = await connectFarm(machines.redis.url());
  for (let i = 0; queue.places < workers && i < 100; i++) await new Promise((done) => setTimeout(done, 100));
  const project = new MemoryProject({
    ...Object.fromEntries(Array.from({ length: jobs }, (_, i) => [`${i}.list`, `${JSON.stringify(load).length} ${i}`])),
    ...(common !== undefined && { [COMMON]: common }),
  });
  project.registry = registry;
  const blobs = blobsOf(machines);
  let sent = 0;
  const startMs = performance.now();
  const result = await project.build({
    farm: async () => ({
      queue: {
        minMs: 0,
        get places() {
          return queue.places;
        },
        pluginPlaces: queue.pluginPlaces,
        get trouble() {
          return queue.trouble;
        },
        submit: (entry, signal) => queue.submit(entry, signal),
        forget: (id) => queue.forget(id),
        workerOf: (id) => queue.workerOf(id),
        // A local worker would add one.
        serve: () => async () => {},
        close: () => queue.close(),
      },
      blobs,
      onEnd: (counts) => {
        sent = counts.sent;
      },
    }),
  });
  const seconds = (performance.now() - startMs) / 1000;
  if (result.status !== 'ok' || sent !== jobs)
    throw new Error(`${sent} of ${jobs} jobs went out: ${result.status} ${JSON.stringify(result.diagnostics)}`);
  await Promise.all(stops.map((stop) => stop()));
  await queue.close();
  blobs.close();
  return seconds;
}

/** 100 jobs on two workers that read the same file of 4 MB: how much the workers download. */
async function measureDownloads(machines: Machines, keptBytes: number) {
  const { cache } = machines;
  cache.asked.length = 0;
  const seconds = await measure(machines, {
    jobs: 100,
    workers: 2,
    jobMs: 0,
    keptBytes,
    common: `${keptBytes}`.padEnd(COMMON_BYTES, 'x'),
  });
  const gets = cache.asked.filter(({ method, path }) => method === 'GET' && path.includes('/cas/'));
  const bytes = gets.reduce((sum, { path }) => sum + (cache.blobs.get(path)?.length ?? 0), 0);
  return { seconds, megabytes: bytes / 1e6 };
}

export async function run(args: readonly string[]): Promise<void> {
  if (!hasRedis) throw new Error('Redis is missing: node scripts/install/install-servers.mjs installs it');
  const machines: Machines = { redis: await RedisProcess.open(), cache: await BlobServer.open() };
  try {
    // Enough jobs to make the start and end of the build negligible.
    const jobs = 1600;
    const one = (await measure(machines, { jobs: jobs / WORKERS, workers: 1, jobMs: JOB_MS })) * WORKERS;
    const many = await measure(machines, { jobs, workers: WORKERS, jobMs: JOB_MS });
    const cpu = process.cpuUsage();
    const count = 1000;
    const empty = await measure(machines, { jobs: count, workers: 4, jobMs: 0 });
    const used = process.cpuUsage(cpu);
    const overheadMs = (empty * 1000) / count;
    const cpuMs = (used.user + used.system) / 1000 / count;
    const fetched = await measureDownloads(machines, 0);
    const kept = await measureDownloads(machines, KEPT_BYTES);
    const row = {
      cores: availableParallelism(),
      jobs,
      oneWorkerS: round(one),
      sixteenWorkersS: round(many),
      times: round(one / many),
      overheadMsPerJob: round(overheadMs),
      cpuMsPerJobAllSides: round(cpuMs),
      assets: 50_000,
      machines: 32,
      // 400 ms each on 8 threads, plus the building machine's part of each job, which is at most the overhead measured here.
      paperMinutes: round(Math.max((50_000 * 0.4) / (32 * 8), (50_000 * cpuMs) / 1000) / 60),
      paperAloneMinutes: round((50_000 * 0.4) / 8 / 60),
      fetchedMbWithoutKeeping: round(fetched.megabytes),
      fetchedMb: round(kept.megabytes),
      withoutKeepingS: round(fetched.seconds),
      keepingS: round(kept.seconds),
    };
    if (args.includes('--json')) console.log(JSON.stringify({ rows: [row] }));
    else console.table(Object.entries(row).map(([what, value]) => ({ what, value })));
  } finally {
    await machines.redis.close();
    await machines.cache.close();
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;
