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
  /** By id: jobs whose answer this machine waits for, and what it answered itself. */
  readonly #awaited = new Map<string, string | undefined>();
  readonly #stop: () => Promise<void>;

  constructor(options: OwnPlaceOptions) {
    const { queue, registry, ours, plugins, threads } = options;
    this.#options = options;
    const withPlugins = plugins === undefined ? undefined : { key: plugins, work: this.#workBy(registry, false) };
    this.#stop = queue.serve(this.#workBy(ours, true), threads, withPlugins);
  }

  /** While `ask` runs, the job with this id counts as the machine's own. */
  async awaiting<T>(id: string, ask: () => Promise<T>): Promise<T> {
    this.#awaited.set(id, undefined);
    try {
      return await ask();
    } finally {
      this.#awaited.delete(id);
    }
  }

  /** Whether this machine gave the answer that it waits for: then nobody else had a say in it. */
  gave(id: string, text: string): boolean {
    return this.#awaited.get(id) === text;
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
    return async (payload, signal) => {
      const id = digestText(payload);
      if (!this.#awaited.has(id)) return doOthers(payload, signal);
      const result = await doOwn(payload, signal);
      if (result.is === 'reply' && this.#awaited.has(id)) this.#awaited.set(id, result.text);
      return result;
    };
  }
}
