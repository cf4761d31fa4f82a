// The queue of a farm as a build uses it: knows who is there, and does not hang where an event or Redis itself is lost. Jobs that plug-ins have a say in
// go over a queue of their own, off which only those take jobs who have the very same plug-ins: nobody has to refuse what others could do.

import type { FarmAnswer, FarmEntry, FarmPlugins, FarmQueue, FarmWork } from 'assetc';
import { Redis } from 'ioredis';
import { atMost } from './at-most.js';
import { Channel } from './channel.js';
import { parseQueueAddress, type QueueAddress } from './queue-address.js';
import { placesOf, queueName } from './queue-settings.js';
import { retryAfter, takeJobs } from './take-jobs.js';
import { messageOf } from './why-lost.js';

/** Until it is known whether there is a queue at all. */
const CONNECT_MS = 3000;
const LOOK_MS = 1000;
/** How long Redis may say nothing to a look. Ticks, not a time: while this thread is busy none passes. */
const MAX_SILENT_TICKS = 3;
/** Nobody waits longer to see that an answer is forgotten. */
const FORGET_MS = 1000;

/**
 * Connects to the queue of a farm. Resolves in any case but a malformed address, which throws: a queue that cannot be reached says so as
 * its `trouble`, and the build goes on without.
 */
export async function connectFarm(address: string): Promise<FarmQueue> {
  const parsed = parseQueueAddress(address);
  if (typeof parsed === 'string') throw new TypeError(`the address of the queue ${parsed}`);
  const farm = new BullFarm(parsed);
  await farm.begin();
  return farm;
}

class BullFarm implements FarmQueue {
  readonly #address: QueueAddress;
  readonly #redis: Redis;
  /** By name, from the first use on. */
  readonly #channels = new Map<string, Channel>();
  readonly #own = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #silentTicks = 0;
  #isClosed = false;
  places = 0;
  pluginPlaces: ReadonlyMap<string, number> = new Map();
  trouble: string | undefined;

  constructor(address: QueueAddress) {
    this.#address = address;
    this.trouble = `${address.shown}: it did not answer`;
    // What cannot be said now is not said: the build has other things to do than to wait.
    this.#redis = new Redis({
      ...address.connection,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      retryStrategy: retryAfter,
    });
    this.#redis.on('error', (error: Error) => this.#lose(messageOf(error)));
    this.#redis.on('close', () => this.#lose(this.#why ?? 'the connection was lost'));
    this.#redis.on('ready', () => void this.#lookAround());
  }

  /** What was said before the connection was closed tells more than its closing. */
  get #why(): string | undefined {
    const before = `${this.#address.shown}: `;
    return this.trouble?.startsWith(before) === true ? this.trouble.slice(before.length) : undefined;
  }

  #open(plugins?: string): Channel {
    const name = queueName(plugins);
    const known = this.#channels.get(name);
    if (known !== undefined) return known;
    const channel = new Channel(name, this.#redis, this.#address, (error) => this.#lose(messageOf(error)));
    this.#channels.set(name, channel);
    // One that lost its connection while it was opened never works: the next use opens another.
    channel.ready.catch((error) => {
      this.#channels.delete(name);
      channel.lose(`${this.#address.shown}: ${messageOf(error)}`);
      return channel.close(CONNECT_MS);
    });
    return channel;
  }

  get minMs(): number {
    return this.#address.minMs ?? 40;
  }

  async begin(): Promise<void> {
    const connected = this.#redis.connect().then(
      () => this.#lookAround(),
      (error: Error) => this.#lose(this.#why ?? messageOf(error)),
    );
    // It is tried again and again, but nobody waits for that.
    const failed = new Promise<void>((resolve) => this.#redis.once('error', () => resolve()));
    await atMost(CONNECT_MS, Promise.race([connected, failed]));
    this.#timer = setInterval(() => this.#tick(), LOOK_MS);
    this.#timer.unref();
  }

  #lose(why: string): void {
    if (this.#isClosed) return;
    this.trouble = `${this.#address.shown}: ${why}`;
    this.places = 0;
    this.pluginPlaces = new Map();
    for (const channel of this.#channels.values()) channel.lose(this.trouble);
  }

  #tick(): void {
    if (this.#looking === undefined) void this.#lookAround();
    else if (++this.#silentTicks === MAX_SILENT_TICKS) this.#lose('it does not answer any more');
  }

  /** One at a time. */
  #lookAround(): Promise<void> {
    if (this.#redis.status !== 'ready') return Promise.resolve();
    this.#silentTicks = 0;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Who is there, and what of ours is done without our having heard of it. */
  async #look(): Promise<void> {
    try {
      const names = await this.#open().workerNames();
      const others = names.filter((name) => ![...this.#own].some((own) => name.endsWith(`:w:${own}`)));
      const pluginPlaces = new Map<string, number>();
      let all = 0;
      for (const { places, plugins } of others.map(placesOf)) {
        all += places;
        if (plugins !== undefined) pluginPlaces.set(plugins, (pluginPlaces.get(plugins) ?? 0) + places);
      }
      this.places = all;
      this.pluginPlaces = pluginPlaces;
      this.trouble = undefined;
      for (const channel of this.#channels.values()) await channel.lookAtAll();
    } catch (error) {
      this.#lose(messageOf(error));
    }
  }

  async submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    signal.throwIfAborted();
    if (this.trouble !== undefined) return { is: 'lost', why: this.trouble };
    return this.#open(entry.plugins).submit(entry, signal);
  }

  async forget(id: string): Promise<void> {
    await atMost(FORGET_MS, Promise.all([...this.#channels.values()].map((channel) => channel.forget(id))));
  }

  serve(work: FarmWork, places: number, plugins?: FarmPlugins): () => Promise<void> {
    const address = this.#address;
    // Its own jobs may lie there, too.
    const taking = takeJobs({ address, work, places, maxRestMs: LOOK_MS, ...(plugins !== undefined && { plugins }) });
    this.#own.add(taking.name);
    return () => taking.stop(false);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const channels = [...this.#channels.values()];
    for (const channel of channels) channel.lose('it was closed');
    await Promise.all(channels.map((channel) => channel.close(CONNECT_MS)));
    this.#redis.disconnect();
  }
}
