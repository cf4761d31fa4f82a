// Sends a job to the queue with what it may see, and again with what its compiler turns out to need, until there is an answer.

import type { Config, Layer } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { BuildServices } from '../build-services.js';
import { digestText } from '../cache/digest.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { SourceFinder } from '../discover/source-finder.js';
import { jobMemory } from '../execute/job-memory.js';
import type { MemoryHold } from '../execute/memory-budget.js';
import type { Need, RemoteInputIndex } from '../workers/input/remote-inputs.js';
import type { Job } from '../workers/job.js';
import { acceptReply } from './accept-reply.js';
import { InputCollector } from './collect-inputs.js';
import { becauseOf, type FarmBlobs } from './farm-blobs.js';
import { farmPayload } from './farm-payload.js';
import type { FarmProblems } from './farm-problems.js';
import type { FarmQueue } from './farm-queue.js';
import { type FarmReply, type MadeReply, parseReplyOrNothing } from './farm-reply.js';
import { fetchOutputs } from './fetch-outputs.js';
import { foresee } from './foresee.js';
import type { JobCosts } from './job-costs.js';
import type { WorkerAnswer } from './judge-result.js';
import { layersWithoutPlugins } from './layers-without-plugins.js';
import type { LocalBlobs } from './local-blobs.js';
import type { LocalWorker } from './local-worker.js';
import { SentBlobs } from './sent-blobs.js';

interface SenderOptions {
  readonly queue: FarmQueue;
  readonly blobs: FarmBlobs;
  readonly config: Config;
  /** With the project's plug-ins. */
  readonly registry: Registry;
  /** Without. */
  readonly ours: Registry;
  readonly services: Pick<BuildServices, 'state' | 'facts' | 'cache' | 'budget'>;
  readonly own: LocalBlobs;
  readonly costs: JobCosts;
  readonly place: LocalWorker;
  readonly problems: FarmProblems;
}

interface Sending {
  readonly expectedMs: number;
  /** What a machine must have to compile it. */
  readonly plugins: string | undefined;
}

/** An answer that fits its job. */
export interface FittingAnswer extends WorkerAnswer {
  /** This machine gave it, and nobody has changed it. */
  readonly isOwn: boolean;
}

/** Each attempt adds at least one answer. No real project has such a long chain of references. */
const MAX_ROUNDS = 64;

export class JobSender {
  readonly #options: SenderOptions;
  readonly #resolver: SettingsResolver;
  readonly #sent: SentBlobs;
  /** Kinds that requested settings of other sources. */
  readonly #asking = new Set<string>();
  /** The settings without those of plug-ins. */
  readonly #plainLayers: readonly Layer[];

  constructor(options: SenderOptions) {
    const { blobs, costs, config, registry, ours } = options;
    this.#options = options;
    this.#sent = new SentBlobs(blobs, costs);
    this.#resolver = new SettingsResolver(config, registry);
    this.#plainLayers = layersWithoutPlugins(ours, config.layers);
  }

  /** Undefined if it must be compiled here. */
  async send(
    asset: Asset,
    job: Job,
    { expectedMs, plugins }: Sending,
    signal: AbortSignal,
    hold: MemoryHold | undefined,
  ): Promise<FittingAnswer | undefined> {
    const { services, config, registry, own, costs } = this.#options;
    const { state, cache } = services;
    const finder = new SourceFinder(state.input, config, registry, this.#resolver);
    const layers = plugins === undefined ? this.#plainLayers : config.layers;
    const world = new InputCollector({ state, finder, layers, source: asset.source });
    await foresee(asset, world, state, this.#resolver, cache.records.get(asset.key));
    if (this.#asking.has(asset.kind.name)) world.answer({ type: 'settings' });
    if (!costs.isWorthSending(expectedMs, this.#sent.unsentBytes(world))) return undefined;
    own.offer(world);
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const index = world.index();
        const payload = index === undefined ? undefined : this.#payloadOf(asset, job, index);
        if (index === undefined || payload === undefined || !(await this.#upload(world))) return undefined;
        const id = digestText(payload);
        const entry = { id, kind: job.kind, source: job.source, payload, expectedMs };
        const answer = await this.#ask({ ...entry, ...(plugins !== undefined && { plugins }) }, signal);
        if (answer === undefined) return undefined;
        const { reply, isOwn } = answer;
        if (reply.is === 'made') return await this.#fitting(id, reply, isOwn, { asset, job, world: index }, hold);
        if (reply.is !== 'needs' || !this.#answerAll(reply.needs, world, asset)) return undefined;
      }
      return undefined;
    } finally {
      own.withdraw(world);
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
      this.#options.problems.cacheLost(`it cannot store the inputs of jobs${becauseOf(this.#options.blobs)}`);
    return outcome === 'sent';
  }

  async #ask(
    entry: Parameters<FarmQueue['submit']>[0],
    signal: AbortSignal,
  ): Promise<{ readonly reply: FarmReply; readonly isOwn: boolean } | undefined> {
    const { queue, place } = this.#options;
    return place.awaiting(entry.id, async () => {
      const answer = await queue.submit(entry, signal);
      if (answer.is === 'lost') this.#options.problems.lost(answer.why);
      if (answer.is === 'failed') {
        this.#options.problems.refused(answer.why);
        await this.#disbelieve(entry.id);
      }
      if (answer.is !== 'reply') return undefined;
      const reply = parseReplyOrNothing(answer.text);
      if (reply === undefined) {
        this.#options.problems.wrongReply(entry.source);
        await this.#disbelieve(entry.id);
        return undefined;
      }
      return { reply, isOwn: place.gave(entry.id, answer.text) };
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

  /** Undefined if it cannot be the outcome of the job. */
  async #fitting(
    id: string,
    reply: MadeReply,
    isOwn: boolean,
    sent: { readonly asset: Asset; readonly job: Job; readonly world: RemoteInputIndex },
    hold: MemoryHold | undefined,
  ): Promise<FittingAnswer | undefined> {
    const { registry, blobs, own } = this.#options;
    if (!acceptReply(reply, sent, registry, this.#resolver)) {
      this.#options.problems.wrongReply(sent.asset.source);
      await this.#disbelieve(id);
      return undefined;
    }
    const fetch = async () => {
      hold?.release();
      const result = await fetchOutputs(reply, hold, async (output) => own.take(output) ?? blobs.get(output));
      if (result !== undefined) return result;
      this.#options.problems.cacheLost(`it lacks the outputs of a worker${becauseOf(blobs)}`);
      await this.#disbelieve(id);
      return undefined;
    };
    return { id, reply, isOwn, fetch };
  }
}
