// The building machine as a worker of the farm: it takes jobs off the queue like every other, its own and those of other builds.

import type { Registry } from '../../model/kind/registry.js';
import type { BuildServices } from '../build-services.js';
import { digestText } from '../cache/digest.js';
import type { AssetRules } from '../workers/executors.js';
import type { Executor } from '../workers/job.js';
import type { FarmBlobs } from './farm-blobs.js';
import type { FarmQueue, FarmWork } from './farm-queue.js';
import { farmWorker } from './farm-worker.js';
import { jobRules } from './job-rules.js';
import type { LocalBlobs } from './local-blobs.js';

interface OwnPlaceOptions {
  readonly queue: FarmQueue;
  readonly blobs: FarmBlobs;
  /** Bytes that this build already has: its own jobs fetch nothing. */
  readonly own: LocalBlobs;
  /** With the project's plug-ins. */
  readonly registry: Registry;
  /** Without. */
  readonly ours: Registry;
  /** The project's plug-ins; undefined: it has none. */
  readonly plugins: string | undefined;
  readonly budget: BuildServices['budget'];
  readonly localFor: (asset: AssetRules) => Executor;
  readonly threads: number;
}

export class LocalWorker {
  readonly #options: OwnPlaceOptions;
  /** Ids of jobs whose answer this machine waits for. */
  readonly #awaited = new Set<string>();
  readonly #stop: () => Promise<void>;
  /** How many of those jobs it ran itself. */
  doneHere = 0;

  constructor(options: OwnPlaceOptions) {
    const { queue, registry, ours, plugins, threads } = options;
    this.#options = options;
    const withPlugins = plugins === undefined ? undefined : { key: plugins, work: this.#workBy(registry, false) };
    this.#stop = queue.serve(this.#workBy(ours, true), threads, withPlugins);
  }

  /** While `ask` runs, the job with this id counts as the machine's own. */
  async awaiting<T>(id: string, ask: () => Promise<T>): Promise<T> {
    this.#awaited.add(id);
    try {
      return await ask();
    } finally {
      this.#awaited.delete(id);
    }
  }

  /** Resolves when running jobs are done. */
  stop(): Promise<void> {
    return this.#stop();
  }

  #workBy(registry: Registry, isPlain: boolean): FarmWork {
    const { blobs, own, budget, localFor, registry: all } = this.#options;
    const executor: Executor = {
      run: (job, signal) => localFor(jobRules(all, job)).run(job, signal),
      dispose: async () => {},
    };
    const doOwn = farmWorker({ registry, isPlain, executor, blobs: own, budget });
    const doOthers = farmWorker({ registry, isPlain, executor, blobs, budget });
    return (payload, signal) => {
      if (!this.#awaited.has(digestText(payload))) return doOthers(payload, signal);
      this.doneHere++;
      return doOwn(payload, signal);
    };
  }
}
