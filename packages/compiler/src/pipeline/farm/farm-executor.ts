// Compiles on this machine or on the farm: jobs that are worth it are sent to the queue with their inputs. This machine takes jobs off the
// queue like every worker, so the next free machine takes the next job. If anything fails, the asset is compiled on this machine.

import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { jobMemory, jobWork } from '../execute/job-memory.js';
import type { MemoryHold } from '../execute/memory-budget.js';
import type { ValidateMade } from '../finish/verify.js';
import type { AssetRules } from '../workers/executors.js';
import type { Executor, Job, JobResult } from '../workers/job.js';
import type { FarmCounts } from './build-farm.js';
import type { FarmBlobs } from './farm-blobs.js';
import { FarmProblems } from './farm-problems.js';
import type { FarmQueue } from './farm-queue.js';
import { JobCosts } from './job-costs.js';
import { ResultJudge } from './judge-result.js';
import { LocalBlobs } from './local-blobs.js';
import { LocalWorker } from './local-worker.js';
import { pluginsKey } from './plugins-key.js';
import { type FittingAnswer, JobSender } from './send-job.js';
import type { WorkerResults } from './worker-results.js';

interface FarmOptions {
  readonly queue: FarmQueue;
  readonly blobs: FarmBlobs;
  readonly config: Config;
  /** With the project's plug-ins. */
  readonly registry: Registry;
  /** Without. */
  readonly ours: Registry;
  readonly services: Pick<BuildServices, 'state' | 'facts' | 'cache' | 'budget'>;
  /** Compiles jobs that are not sent. */
  readonly localFor: (asset: AssetRules) => Executor;
  readonly threads: number;
  readonly results: WorkerResults;
  readonly validateMade: ValidateMade;
}

export class FarmExecutor {
  readonly #options: FarmOptions;
  readonly #costs: JobCosts;
  readonly #problems = new FarmProblems();
  /** The project's plug-ins; undefined: it has none. */
  readonly #plugins: string | undefined;
  readonly #place: LocalWorker;
  readonly #sender: JobSender;
  readonly #judge: ResultJudge;
  #maxPlaces = 0;
  /** Jobs whose answers were used: of workers, and of this machine. */
  #byWorkers = 0;
  #doneHere = 0;

  constructor(options: FarmOptions) {
    const { queue, blobs, registry, ours, config, services, localFor, threads, results, validateMade } = options;
    this.#options = options;
    const problems = this.#problems;
    this.#judge = new ResultJudge({ queue, results, validateMade, problems });
    const costs = new JobCosts(queue.minMs);
    this.#costs = costs;
    const own = new LocalBlobs(blobs);
    const plugins = pluginsKey(config.plugins);
    this.#plugins = plugins;
    const { budget } = services;
    const place = new LocalWorker({ queue, blobs, own, registry, ours, plugins, budget, localFor, threads });
    this.#place = place;
    this.#sender = new JobSender({ queue, blobs, config, registry, ours, services, own, costs, place, problems });
  }

  /** Where answers of workers were wrong, none of them was used. */
  get counts(): FarmCounts {
    const doneHere = this.#doneHere;
    const byWorkers = this.#options.results.distrusted.aborted ? 0 : this.#byWorkers;
    return { sent: byWorkers + doneHere, doneHere, verified: this.#judge.verified };
  }

  /** Problems of the farm, each reported once. */
  get problems(): readonly Diagnostic[] {
    const { queue } = this.#options;
    if (queue.trouble !== undefined) this.#problems.lost(queue.trouble);
    else if (this.#maxPlaces === 0) this.#problems.nobody();
    return this.#problems.all;
  }

  for(asset: Asset): Executor {
    const local = this.#options.localFor(asset);
    if (asset.kind.light === true) return local;
    return {
      takesMemory: true,
      run: (job, signal, _limitMs, hold) => this.#run(asset, job, local, signal, hold),
      dispose: async () => {},
    };
  }

  async #run(asset: Asset, job: Job, local: Executor, signal: AbortSignal, hold?: MemoryHold): Promise<JobResult> {
    const { services, queue } = this.#options;
    const work = jobWork(asset, services);
    const expectedMs = this.#costs.expectedMs(asset.kind.name, work);
    const places = queue.trouble === undefined ? this.#placesFor(asset) : 0;
    this.#maxPlaces = Math.max(this.#maxPlaces, queue.places);
    const compileHere = async (): Promise<JobResult> => {
      // Not in addition to what an answer holds: jobs that wait for each other's memory would wait for ever.
      hold?.release();
      await hold?.take(jobMemory(asset, services, job.otherPresets?.length));
      signal.throwIfAborted();
      return local.run(job, signal);
    };
    const answer =
      places === 0 || this.#costs.isSmall(expectedMs)
        ? undefined
        : await this.#sender.send(asset, job, { expectedMs, plugins: this.#pluginsFor(asset) }, signal, hold);
    const result = answer === undefined ? await compileHere() : await this.#use(asset, answer, compileHere);
    signal.throwIfAborted();
    if (!result.failed) this.#costs.learn(asset.kind.name, work, result.ms);
    return result;
  }

  async #use(asset: Asset, answer: FittingAnswer, compileHere: () => Promise<JobResult>): Promise<JobResult> {
    if (answer.isOwn) {
      const own = await answer.fetch();
      if (own !== undefined) this.#doneHere++;
      return own ?? (await compileHere());
    }
    const verdict = await this.#judge.judge(asset, answer);
    if (verdict.is !== 'lost') this.#byWorkers++;
    if (verdict.is === 'used') return verdict.result;
    const ours = await compileHere();
    return verdict.is === 'lost' ? ours : this.#judge.compare(asset, answer, verdict, ours);
  }

  /** The plug-ins that a machine must have to compile it. */
  #pluginsFor({ kind, isHooked }: Asset): string | undefined {
    return kind.plugin === undefined && !isHooked ? undefined : this.#plugins;
  }

  #placesFor(asset: Asset): number {
    const { places, pluginPlaces } = this.#options.queue;
    const plugins = this.#pluginsFor(asset);
    if (plugins === undefined) return places;
    const own = pluginPlaces.get(plugins) ?? 0;
    if (own === 0 && pluginPlaces.size > 0) this.#problems.otherPlugins();
    return own;
  }

  async dispose(): Promise<void> {
    await this.#place.stop();
  }
}
