// The queue of a farm as a build uses it. It counts the workers, and does not hang if an event or Redis itself is lost. Jobs that
// plug-ins affect have their own queue, which only workers with the same plug-ins read, so that no worker must refuse them.

import type { FarmAnswer, FarmEntry, FarmPlugins, FarmQueue, FarmWork } from 'assetc';
import { Redis } from 'ioredis';
import { connectionProblem } from './connection-problem.js';
import { JobQueue } from './job-queue.js';
import { parseQueueAddress, type QueueAddress } from './queue-address.js';
import { parseWorkerName, queueName } from './queue-settings.js';
import { retryDelayMs, takeJobs } from './take-jobs.js';
import { waitAtMost } from './wait-at-most.js';

/** How long a build waits for the first connection. */
const CONNECT_MS = 3000;
const CHECK_MS = 1000;
/** How long Redis may leave a check unanswered. Counted in ticks, because none pass while this thread is busy. */
const MAX_SILENT_TICKS = 3;
/** How long to wait until an answer is deleted. */
const FORGET_MS = 1000;
/** How long to wait for the name of a worker, which is asked for only if its answer was wrong. */
const NAME_MS = 10_000;

/**
 * Connects to the queue of a farm. Throws TypeError if the address is malformed. If the queue cannot be reached, its `trouble` says why,
 * and the build continues without it.
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
  /** By name; each is opened at its first use. */
  readonly #queues = new Map<string, JobQueue>();
  readonly #ownWorkerNames = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #silentTicks = 0;
  #isClosed = false;
  places = 0;
  pluginPlaces: ReadonlyMap<string, number> = new Map();
  trouble: string | undefined;

  constructor(address: QueueAddress) {
    this.#address = address;
    this.trouble = `${address.shown}: it did not answer`;
    // A command fails at once while there is no connection: the build does not wait for one.
    this.#redis = new Redis({
      ...address.connection,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      retryStrategy: retryDelayMs,
    });
    this.#redis.on('error', (error: Error) => this.#lose(connectionProblem(error)));
    this.#redis.on('close', () => this.#lose(this.#lastReason ?? 'the connection was lost'));
    this.#redis.on('ready', () => void this.#checkOnce());
  }

  /** An error before the connection was closed explains more than the closing. */
  get #lastReason(): string | undefined {
    const before = `${this.#address.shown}: `;
    return this.trouble?.startsWith(before) === true ? this.trouble.slice(before.length) : undefined;
  }

  #queueFor(plugins?: string): JobQueue {
    const name = queueName(plugins);
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const queue = new JobQueue(name, this.#redis, this.#address, (error) => this.#lose(connectionProblem(error)));
    this.#queues.set(name, queue);
    // A queue that lost its connection while it was opened never works: the next use opens another.
    queue.ready.catch((error) => {
      this.#queues.delete(name);
      queue.failPending(`${this.#address.shown}: ${connectionProblem(error)}`);
      return queue.close(CONNECT_MS);
    });
    return queue;
  }

  get minMs(): number {
    return this.#address.minMs ?? 40;
  }

  async begin(): Promise<void> {
    const connected = this.#redis.connect().then(
      () => this.#checkOnce(),
      (error: Error) => this.#lose(this.#lastReason ?? connectionProblem(error)),
    );
    // Redis keeps trying to connect; the build waits for the first attempt only.
    const failed = new Promise<void>((resolve) => this.#redis.once('error', () => resolve()));
    await waitAtMost(CONNECT_MS, Promise.race([connected, failed]));
    this.#timer = setInterval(() => this.#tick(), CHECK_MS);
    this.#timer.unref();
  }

  #lose(why: string): void {
    if (this.#isClosed) return;
    this.trouble = `${this.#address.shown}: ${why}`;
    this.places = 0;
    this.pluginPlaces = new Map();
    for (const queue of this.#queues.values()) queue.failPending(this.trouble);
  }

  #tick(): void {
    if (this.#checking === undefined) void this.#checkOnce();
    else if (++this.#silentTicks === MAX_SILENT_TICKS) this.#lose('it stopped answering');
  }

  /** Checks run one at a time. */
  #checkOnce(): Promise<void> {
    if (this.#redis.status !== 'ready') return Promise.resolve();
    this.#silentTicks = 0;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Counts the workers, and finds our jobs that ended without an event. */
  async #check(): Promise<void> {
    try {
      const names = await this.#queueFor().workerNames();
      const otherWorkers = names.filter((name) => ![...this.#ownWorkerNames].some((own) => name.endsWith(`:w:${own}`)));
      const pluginPlaces = new Map<string, number>();
      let total = 0;
      for (const { places, plugins } of otherWorkers.map(parseWorkerName)) {
        total += places;
        if (plugins !== undefined) pluginPlaces.set(plugins, (pluginPlaces.get(plugins) ?? 0) + places);
      }
      this.places = total;
      this.pluginPlaces = pluginPlaces;
      this.trouble = undefined;
      for (const queue of this.#queues.values()) await queue.checkPending();
    } catch (error) {
      this.#lose(connectionProblem(error));
    }
  }

  async submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    signal.throwIfAborted();
    if (this.trouble !== undefined) return { is: 'lost', why: this.trouble };
    return this.#queueFor(entry.plugins).submit(entry, signal);
  }

  async forget(id: string): Promise<void> {
    await waitAtMost(FORGET_MS, Promise.all([...this.#queues.values()].map((queue) => queue.forget(id))));
  }

  async workerOf(id: string): Promise<string | undefined> {
    let found: string | undefined;
    const asked = [...this.#queues.values()].map(async (queue) => {
      found ??= await queue.workerOf(id).catch(() => undefined);
    });
    await waitAtMost(NAME_MS, Promise.all(asked));
    return found;
  }

  serve(work: FarmWork, places: number, plugins?: FarmPlugins): () => Promise<void> {
    const address = this.#address;
    // A short pause: the build's own jobs may be waiting in the queue.
    const taker = takeJobs({ address, work, places, maxPauseMs: CHECK_MS, ...(plugins !== undefined && { plugins }) });
    this.#ownWorkerNames.add(taker.name);
    return () => taker.stop(false);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const queues = [...this.#queues.values()];
    for (const queue of queues) queue.failPending('it was closed');
    await Promise.all(queues.map((queue) => queue.close(CONNECT_MS)));
    this.#redis.disconnect();
  }
}
