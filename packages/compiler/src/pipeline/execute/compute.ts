// Where a build compiles its assets: threads of this machine, the farm if one is used, and the shared cache. Nothing of it is loaded
// or started before the first asset has to be compiled.

import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions } from '../build-options.js';
import type { BuildServices } from '../build-services.js';
import type { JoinedFarm } from '../farm/joined-farm.js';
import type { WorkerResults } from '../farm/worker-results.js';
import type { RemoteSession } from '../remote/session.js';
import { SharedCache } from '../remote/shared-cache.js';
import type { BuildLog } from '../report/build-log.js';
import type { Executor } from '../workers/job.js';

interface ComputeOptions {
  readonly config: Config;
  readonly environment: BuildEnvironment;
  /** With the project's plug-ins. */
  readonly registry: Registry;
  readonly services: BuildServices;
  readonly threads: number;
  readonly openFarm: BuildOptions['farm'];
  /** Called when a worker made something wrong. */
  readonly onDistrust: () => void;
  readonly log: BuildLog;
}

/** What the jobs of a build run on, once it is open. */
export interface JobServices extends BuildServices {
  readonly executorFor: (asset: Asset) => Executor;
  /** The shared cache, if one is used. */
  readonly remote: RemoteSession | undefined;
  /** What workers of a farm made, if one is used. */
  readonly workerResults: WorkerResults | undefined;
}

export class Compute {
  readonly #options: ComputeOptions;
  readonly #shared: SharedCache;
  #farm: JoinedFarm | undefined;
  #jobs: JobServices | undefined;

  constructor(options: ComputeOptions) {
    const { config, environment, services, log } = options;
    const { store, budget } = services;
    this.#options = options;
    this.#shared = new SharedCache({
      cache: config.cache,
      port: environment.remote,
      store,
      memoryBytes: budget.totalBytes,
      log,
    });
  }

  /** How many assets can be compiled at a time, on this machine and on the farm. Grows with the farm. */
  get places(): number {
    return this.#options.threads + (this.#farm?.lanes() ?? 0);
  }

  /** Opens everything on the first call. `assets`: how many will be compiled, not counting derived ones. */
  async open(assets: number): Promise<JobServices> {
    this.#jobs ??= await this.#open(assets);
    return this.#jobs;
  }

  async #open(assets: number): Promise<JobServices> {
    const { config, environment, registry, services, threads, openFarm, onDistrust } = this.#options;
    const remote = await this.#shared.open();
    const { dir, maxSizeBytes } = config.cache;
    const parts = services.store && { dir, maxBytes: maxSizeBytes };
    const [localFor, farm] = await Promise.all([
      environment.executors.prepare(config, threads, assets, parts),
      openFarm?.(),
    ]);
    if (farm !== undefined) {
      const { JoinedFarm } = await import('../farm/joined-farm.js');
      const { registry: ours, validateMade } = environment;
      this.#farm = new JoinedFarm(farm, { config, registry, ours, services, threads, validateMade });
      this.#farm.results.distrusted.addEventListener('abort', onDistrust, { once: true });
    }
    const workerResults = this.#farm?.results;
    return { ...services, executorFor: this.#farm?.join(localFor) ?? localFor, remote, workerResults };
  }

  /** Call it if the build is aborted. */
  abort(): void {
    void this.#farm?.leave();
    void this.#options.environment.executors.dispose();
  }

  async leaveFarm(): Promise<void> {
    await this.#farm?.leave();
  }

  get workerResults(): WorkerResults | undefined {
    return this.#farm?.results;
  }

  get farmProblems(): readonly Diagnostic[] {
    return this.#farm?.problems ?? [];
  }

  /** Waits until results have reached the shared cache. */
  async finishUploads(signal: AbortSignal): Promise<void> {
    await this.#shared.end(signal);
  }

  closeSharedCache(): void {
    this.#shared.close();
  }
}
