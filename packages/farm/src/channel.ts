// One queue of BullMQ as a build uses it: jobs are added, their ends heard of by BullMQ's events, and those that were missed found by looking.

import type { FarmAnswer, FarmEntry } from 'assetc';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { atMost } from './at-most.js';
import { Pending } from './pending.js';
import type { QueueAddress } from './queue-address.js';
import {
  ATTEMPTS,
  KEPT_SECONDS,
  MAX_FAILED_KEPT,
  MAX_JOB_BYTES,
  MAX_KEPT,
  type QueuedJob,
  RETRY_MS,
} from './queue-settings.js';
import { retryAfter } from './take-jobs.js';
import { messageOf } from './why-lost.js';

/** BullMQ's own limit; jobs with a lower number go first. */
const LOWEST_PRIORITY = 1 << 20;

export class Channel {
  readonly #queue: Queue<QueuedJob, string>;
  readonly #events: QueueEvents;
  /** BullMQ leaves connections alone that it was given. */
  readonly #listening: Redis;
  readonly #pending: Pending;
  readonly #address: QueueAddress;
  /** Rejects where the connection was lost before. */
  readonly ready: Promise<unknown>;

  /** `redis`: answers already, since BullMQ begins by asking it for its version. */
  constructor(name: string, redis: Redis, address: QueueAddress, onError: (error: Error) => void) {
    const { prefix, connection } = address;
    this.#address = address;
    const queue = new Queue<QueuedJob, string>(name, { connection: redis, prefix });
    queue.on('error', onError);
    this.#queue = queue;
    this.#pending = new Pending((jobId) => queue.getJob(jobId));
    this.#listening = new Redis({ ...connection, maxRetriesPerRequest: null, retryStrategy: retryAfter });
    // What it misses is found by looking.
    this.#listening.on('error', () => {});
    this.#events = new QueueEvents(name, { connection: this.#listening, prefix });
    this.#events.on('error', () => {});
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#pending.completed(jobId, returnvalue));
    this.#events.on('failed', ({ jobId, failedReason }) => this.#pending.failed(jobId, failedReason));
    this.#events.on('duplicated', ({ jobId }) => void this.#pending.look(jobId).catch(() => {}));
    this.ready = Promise.all([this.#queue.waitUntilReady(), this.#events.waitUntilReady()]);
  }

  /** Names of the clients that take jobs off it. */
  async workerNames(): Promise<readonly string[]> {
    await this.ready;
    return (await this.#queue.getWorkers()).map((client) => String(client.rawname ?? ''));
  }

  /** Adding is not waited for: a Redis that has fallen silent would never say that it is done. */
  submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    const jobId = `j${entry.id}`;
    const answer = this.#pending.wait(jobId, signal);
    this.#add(jobId, entry).catch((error) =>
      this.#pending.give(jobId, { is: 'lost', why: `${this.#address.shown}: ${messageOf(error)}` }),
    );
    return answer;
  }

  async #add(jobId: string, { kind, source, payload, expectedMs }: FarmEntry): Promise<void> {
    await this.ready;
    await this.#queue.add(
      kind,
      { source, payload },
      {
        jobId,
        priority: Math.max(1, LOWEST_PRIORITY - Math.round(expectedMs)),
        attempts: ATTEMPTS,
        backoff: { type: 'fixed', delay: RETRY_MS },
        removeOnComplete: { age: KEPT_SECONDS, count: MAX_KEPT },
        removeOnFail: { age: KEPT_SECONDS, count: MAX_FAILED_KEPT },
        sizeLimit: MAX_JOB_BYTES,
      },
    );
  }

  lookAtAll(): Promise<void> {
    return this.#pending.lookAtAll();
  }

  lose(why: string): void {
    this.#pending.lose(why);
  }

  async forget(id: string): Promise<void> {
    try {
      await this.#queue.remove(`j${id}`);
    } catch {
      // It is gone, or somebody is at it again: in both cases its old answer is nobody's.
    }
  }

  async close(maxMs: number): Promise<void> {
    await atMost(maxMs, Promise.allSettled([this.#events.close(), this.#queue.close()]));
    this.#listening.disconnect();
  }
}
