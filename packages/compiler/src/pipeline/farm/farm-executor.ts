// Compiles on this machine or on the farm: jobs that are worth it are sent to the queue with their inputs. This machine takes jobs off the
// queue like every worker, so the next free machine takes the next job. If anything fails, the asset is compiled on this machine.

import type { Config, Layer } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { digestText } from '../cache/digest.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { SourceFinder } from '../discover/source-finder.js';
import { jobMemory, jobWork } from '../execute/job-memory.js';
import type { MemoryHold } from '../execute/memory-budget.js';
import type { AssetRules } from '../workers/executors.js';
import type { Executor, Job, JobResult } from '../workers/job.js';
import type { Need, RemoteInputIndex } from '../workers/remote-inputs.js';
import { acceptReply } from './accept-reply.js';
import { InputCollector } from './collect-inputs.js';
import { becauseOf, type FarmBlobs } from './farm-blobs.js';
import { farmPayload } from './farm-payload.js';
import { FarmProblems } from './farm-problems.js';
import type { FarmQueue } from './farm-queue.js';
import { type FarmReply, parseReplyOrNothing } from './farm-reply.js';
import { fetchOutputs } from './fetch-outputs.js';
import { foresee } from './foresee.js';
import { JobCosts } from './job-costs.js';
import { layersWithoutPlugins } from './layers-without-plugins.js';
import { LocalBlobs } from './local-blobs.js';
import { LocalWorker } from './local-worker.js';
import { pluginsKey } from './plugins-key.js';
import { SentBlobs } from './sent-blobs.js';

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
}

/** Each attempt adds at least one answer. No real project has such a long chain of references. */
const MAX_ROUNDS = 64;

export class FarmExecutor {
  readonly #options: FarmOptions;
  readonly #own: LocalBlobs;
  readonly #resolver: SettingsResolver;
  readonly #costs: JobCosts;
  readonly #problems = new FarmProblems();
  readonly #sent: SentBlobs;
  /** Kinds that requested settings of other sources. */
  readonly #asking = new Set<string>();
  /** The project's plug-ins; undefined: it has none. */
  readonly #plugins: string | undefined;
  /** The settings without those of plug-ins. */
  readonly #plainLayers: readonly Layer[];
  readonly #place: LocalWorker;
  #maxPlaces = 0;
  #answered = 0;

  constructor(options: FarmOptions) {
    const { queue, blobs, registry, ours, config, services, localFor, threads } = options;
    this.#options = options;
    this.#costs = new JobCosts(queue.minMs);
    this.#own = new LocalBlobs(blobs);
    this.#sent = new SentBlobs(blobs, this.#costs);
    this.#resolver = new SettingsResolver(config, registry);
    const plugins = pluginsKey(config.plugins);
    this.#plugins = plugins;
    this.#plainLayers = layersWithoutPlugins(ours, config.layers);
    const { budget } = services;
    this.#place = new LocalWorker({ queue, blobs, own: this.#own, registry, ours, plugins, budget, localFor, threads });
  }

  /** Jobs whose replies were used, and how many of them this machine ran itself. */
  get counts(): { readonly answered: number; readonly doneHere: number } {
    return { answered: this.#answered, doneHere: this.#place.doneHere };
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
    const elsewhere =
      places === 0 || this.#costs.isSmall(expectedMs)
        ? undefined
        : await this.#send(asset, job, expectedMs, signal, hold);
    if (elsewhere === undefined) await hold?.take(jobMemory(asset, services, job.otherPresets?.length));
    signal.throwIfAborted();
    const result = elsewhere ?? (await local.run(job, signal));
    if (!result.failed) this.#costs.learn(asset.kind.name, work, result.ms);
    return result;
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

  /** Undefined if it must be compiled here. */
  async #send(
    asset: Asset,
    job: Job,
    expectedMs: number,
    signal: AbortSignal,
    hold: MemoryHold | undefined,
  ): Promise<JobResult | undefined> {
    const { services, config, registry } = this.#options;
    const { state, cache } = services;
    const finder = new SourceFinder(state.input, config, registry);
    const plugins = this.#pluginsFor(asset);
    const layers = plugins === undefined ? this.#plainLayers : config.layers;
    const world = new InputCollector({ state, finder, layers, source: asset.source });
    await foresee(asset, world, state, this.#resolver, cache.records.get(asset.key));
    if (this.#asking.has(asset.kind.name)) world.answer({ type: 'settings' });
    if (!this.#costs.isWorthSending(expectedMs, this.#sent.unsentBytes(world))) return undefined;
    this.#own.offer(world);
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const index = world.index();
        const payload = index === undefined ? undefined : this.#payloadOf(asset, job, index);
        if (index === undefined || payload === undefined || !(await this.#upload(world))) return undefined;
        const id = digestText(payload);
        const entry = { id, kind: job.kind, source: job.source, payload, expectedMs };
        const reply = await this.#ask({ ...entry, ...(plugins !== undefined && { plugins }) }, signal);
        if (reply?.is === 'made') {
          const result = await this.#fetch(reply, { asset, job, world: index }, hold);
          if (result === undefined) await this.#disbelieve(id);
          return result;
        }
        if (reply?.is !== 'needs' || !this.#answerAll(reply.needs, world, asset)) return undefined;
      }
      return undefined;
    } finally {
      this.#own.withdraw(world);
    }
  }

  #payloadOf(asset: Asset, job: Job, world: RemoteInputIndex): string | undefined {
    const { services, config } = this.#options;
    const memoryBytes = Math.round(jobMemory(asset, services, job.otherPresets?.length ?? 0));
    return farmPayload(asset, job, world, { memoryBytes, limitMs: config.timeLimitMs ?? 0 });
  }

  async #upload(world: InputCollector): Promise<boolean> {
    const outcome = await this.#sent.send(world);
    if (outcome === 'refused')
      this.#problems.cacheLost(`it cannot store the inputs of jobs${becauseOf(this.#options.blobs)}`);
    return outcome === 'sent';
  }

  async #ask(entry: Parameters<FarmQueue['submit']>[0], signal: AbortSignal): Promise<FarmReply | undefined> {
    const { queue } = this.#options;
    return this.#place.awaiting(entry.id, async () => {
      const answer = await queue.submit(entry, signal);
      if (answer.is === 'lost') this.#problems.lost(answer.why);
      if (answer.is === 'failed') {
        this.#problems.refused(answer.why);
        await this.#disbelieve(entry.id);
      }
      if (answer.is !== 'reply') return undefined;
      const reply = parseReplyOrNothing(answer.text);
      if (reply === undefined) {
        this.#problems.wrongReply(entry.source);
        await this.#disbelieve(entry.id);
      }
      return reply;
    });
  }

  /** The cache may have been emptied: nothing counts as sent anymore. */
  async #disbelieve(id: string): Promise<void> {
    this.#sent.clear();
    await this.#options.queue.forget(id);
  }

  /** False if nothing new can be sent. */
  #answerAll(needs: readonly Need[], world: InputCollector, { kind }: Asset): boolean {
    const isNew = needs.map((need) => world.answer(need)).includes(true);
    if (needs.some(({ type }) => type === 'file' || type === 'part')) world.answerFilesThatAreThere();
    if (world.tellsSettings) this.#asking.add(kind.name);
    return isNew;
  }

  async #fetch(
    reply: FarmReply & { is: 'made' },
    sent: { readonly asset: Asset; readonly job: Job; readonly world: RemoteInputIndex },
    hold: MemoryHold | undefined,
  ): Promise<JobResult | undefined> {
    const { registry, blobs } = this.#options;
    if (!acceptReply(reply, sent, registry, this.#resolver)) {
      this.#problems.wrongReply(sent.asset.source);
      return undefined;
    }
    const result = await fetchOutputs(reply, hold, async (output) => this.#own.take(output) ?? blobs.get(output));
    if (result === undefined) this.#problems.cacheLost(`it lacks the outputs of a worker${becauseOf(blobs)}`);
    else this.#answered++;
    return result;
  }

  async dispose(): Promise<void> {
    await this.#place.stop();
  }
}
