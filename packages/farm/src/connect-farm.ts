// The queue as a build uses it: adds jobs, hears of their ends by BullMQ's events, and does not hang where an event or Redis itself is lost.

import type { FarmAnswer, FarmEntry, FarmQueue, FarmWork } from 'assetc';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { Pending } from './pending.js';
import { parseQueueAddress, type QueueAddress } from './queue-address.js';
import {
  ATTEMPTS,
  KEPT_SECONDS,
  MAX_JOB_BYTES,
  MOST_FAILED_KEPT,
  MOST_KEPT,
  placesOf,
  QUEUE_NAME,
  type QueuedJob,
  RETRY_MS,
} from './queue-settings.js';
import { retryAfter, takeJobs } from './take-jobs.js';

/** Until it is known whether there is a queue at all. */
const CONNECT_MS = 3000;
const LOOK_MS = 1000;
/** BullMQ's own limit; jobs with a lower number go first. */
const LOWEST_PRIORITY = 1 << 20;

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
  /** Made when Redis answers for the first time: BullMQ begins by asking it for its version. */
  #queue: Queue<QueuedJob, string> | undefined;
  #events: QueueEvents | undefined;
  /** BullMQ leaves connections alone that it was given. */
  #listening: Redis | undefined;
  readonly #pending = new Pending((jobId) => this.#queue?.getJob(jobId));
  readonly #own = new Set<string>();
  #look: NodeJS.Timeout | undefined;
  #isClosed = false;
  places = 0;
  trouble: string | undefined = 'it did not answer';

  constructor(address: QueueAddress) {
    this.#address = address;
    // What cannot be said now is not said: the build has other things to do than to wait.
    this.#redis = new Redis({
      ...address.connection,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      retryStrategy: retryAfter,
    });
    this.#redis.on('error', (error: Error) => this.#lose(error.message));
    this.#redis.on('close', () => this.#lose('the connection was lost'));
    this.#redis.on('ready', () => void this.#lookAround());
  }

  async #open(): Promise<Queue<QueuedJob, string>> {
    if (this.#queue !== undefined) return this.#queue;
    const { prefix, connection } = this.#address;
    const queue = new Queue<QueuedJob, string>(QUEUE_NAME, { connection: this.#redis, prefix });
    this.#queue = queue;
    queue.on('error', (error) => this.#lose(error.message));
    const waiting = { ...connection, maxRetriesPerRequest: null, retryStrategy: retryAfter };
    const listening = new Redis(waiting);
    // What it misses is found by looking.
    listening.on('error', () => {});
    this.#listening = listening;
    const events = new QueueEvents(QUEUE_NAME, { connection: listening, prefix });
    this.#events = events;
    events.on('error', () => {});
    events.on('completed', ({ jobId, returnvalue }) => this.#pending.completed(jobId, returnvalue));
    events.on('failed', ({ jobId, failedReason }) => this.#pending.failed(jobId, failedReason));
    events.on('duplicated', ({ jobId }) => void this.#pending.look(jobId));
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    return queue;
  }

  get leastMs(): number {
    return this.#address.leastMs ?? 40;
  }

  async begin(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, CONNECT_MS).unref());
    const connected = this.#redis.connect().then(
      () => this.#lookAround(),
      (error: Error) => this.#lose(error.message),
    );
    await Promise.race([connected, late]);
    this.#look = setInterval(() => void this.#lookAround(), LOOK_MS);
    this.#look.unref();
  }

  #lose(why: string): void {
    if (this.#isClosed) return;
    this.trouble = `${this.#address.shown}: ${why}`;
    this.places = 0;
    this.#pending.lose(this.trouble);
  }

  /** Who is there, and what of ours is done without our having heard of it. */
  async #lookAround(): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    try {
      const workers = await (await this.#open()).getWorkers();
      const names = workers.map((client) => String(client.rawname ?? ''));
      const others = names.filter((name) => ![...this.#own].some((own) => name.endsWith(`:w:${own}`)));
      this.places = others.reduce((sum, name) => sum + placesOf(name), 0);
      this.trouble = undefined;
      await this.#pending.lookAtAll();
    } catch (error) {
      this.#lose(messageOf(error));
    }
  }

  async submit({ id, kind, source, payload, expectedMs }: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    signal.throwIfAborted();
    const queue = this.#queue;
    if (this.trouble !== undefined || queue === undefined)
      return { is: 'lost', why: this.trouble ?? 'it is not there' };
    const jobId = `j${id}`;
    const answer = this.#pending.wait(jobId, signal);
    try {
      await queue.add(
        kind,
        { source, payload },
        {
          jobId,
          priority: Math.max(1, LOWEST_PRIORITY - Math.round(expectedMs)),
          attempts: ATTEMPTS,
          backoff: { type: 'fixed', delay: RETRY_MS },
          removeOnComplete: { age: KEPT_SECONDS, count: MOST_KEPT },
          removeOnFail: { age: KEPT_SECONDS, count: MOST_FAILED_KEPT },
          sizeLimit: MAX_JOB_BYTES,
        },
      );
    } catch (error) {
      this.#pending.give(jobId, { is: 'lost', why: `${this.#address.shown}: ${messageOf(error)}` });
    }
    return answer;
  }

  async forget(id: string): Promise<void> {
    try {
      await this.#queue?.remove(`j${id}`);
    } catch {
      // It is gone, or somebody is at it again: in both cases its old answer is nobody's.
    }
  }

  serve(work: FarmWork, places: number): () => Promise<void> {
    const taking = takeJobs({ address: this.#address, work, places });
    this.#own.add(taking.name);
    return () => taking.stop(false);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#look);
    this.#pending.lose('it was closed');
    await Promise.race([
      Promise.allSettled([this.#events?.close(), this.#queue?.close()]),
      new Promise((resolve) => setTimeout(resolve, CONNECT_MS).unref()),
    ]);
    this.#listening?.disconnect();
    this.#redis.disconnect();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'it failed');
