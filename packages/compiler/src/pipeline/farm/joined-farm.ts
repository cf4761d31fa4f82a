// A build's part in a farm, from the first job to the last. Nothing is taken off the queue before there is something to compile.

import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import type { ValidateMade } from '../finish/verify.js';
import type { AssetRules } from '../workers/executors.js';
import type { Executor } from '../workers/job.js';
import type { BuildFarm } from './build-farm.js';
import { FarmExecutor } from './farm-executor.js';
import { WorkerResults } from './worker-results.js';

interface FarmBuild {
  readonly config: Config;
  /** With the project's plug-ins. */
  readonly registry: Registry;
  /** Without. */
  readonly ours: Registry;
  readonly services: Pick<BuildServices, 'state' | 'facts' | 'cache' | 'budget'>;
  readonly threads: number;
  readonly validateMade: ValidateMade;
}

/** Each worker should find its next job waiting. */
const JOBS_PER_PLACE = 2;

export class JoinedFarm {
  readonly #farm: BuildFarm;
  readonly #build: FarmBuild;
  readonly results: WorkerResults;
  #executor: FarmExecutor | undefined;
  #isTold = false;

  constructor(farm: BuildFarm, build: FarmBuild) {
    this.#farm = farm;
    this.#build = build;
    this.results = new WorkerResults(farm.verify);
  }

  /** How many more assets can be in progress than without the farm. */
  readonly lanes = (): number => JOBS_PER_PLACE * this.#farm.queue.places;

  join(localFor: (asset: AssetRules) => Executor): (asset: Asset) => Executor {
    const { queue, blobs } = this.#farm;
    const executor = new FarmExecutor({ queue, blobs, localFor, results: this.results, ...this.#build });
    this.#executor = executor;
    return (asset) => executor.for(asset);
  }

  /** Takes no more jobs. */
  async leave(): Promise<void> {
    const executor = this.#executor;
    await executor?.dispose();
    if (this.#isTold) return;
    this.#isTold = true;
    this.#farm.onEnd?.(executor?.counts ?? { sent: 0, doneHere: 0, verified: 0 });
  }

  get problems(): readonly Diagnostic[] {
    return this.#executor?.problems ?? [];
  }
}
