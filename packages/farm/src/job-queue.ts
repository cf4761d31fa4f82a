// One BullMQ queue as a build uses it: adds jobs and waits for them. BullMQ's events report the end of a job; checks find what events missed.

import type { FarmAnswer, FarmEntry } from 'assetc';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { connectionProblem } from './connection-problem.js';
import { PendingJobs } from './pending-jobs.js';
import type { QueueAddress } from './queue-address.js';
import {
  ATTEMPTS,
  KEPT_SECONDS,
  MAX_FAILED_KEPT,
  MAX_JOB_BYTES,
  MAX_KEPT,
  type QueuedJob,
  RETRY_MS,
  shownWorker,
} from './queue-settings.js';
import { retryDelayMs } from './take-jobs.js';
import { waitAtMost } from './wait-at-most.js';

/** BullMQ's limit; jobs with a lower number run first. */
const LOWEST_PRIORITY = 1 << 20;

export class JobQueue {
  readonly #queue: Queue<QueuedJob, string>;
  readonly #events: QueueEvents;
  /** Closed here: BullMQ does not close connections that it was given. */
  readonly #eventConnection: Redis;
  readonly #pending: PendingJobs;
  readonly #address: QueueAddress;
  /** Rejects if the connection is lost before. */
  readonly ready: Promise<unknown>;

  /** `redis` must be connected: BullMQ starts by asking for its version. */
  constructor(name: string, redis: Redis, address: QueueAddress, onError: (error: Error) => void) {
    const { prefix, connection } = address;
    this.#address = address;
    const queue = new Queue<QueuedJob, string>(name, { connection: redis, prefix });
    queue.on('error', onError);
    this.#queue = queue;
    this.#pending = new PendingJobs((jobId) => queue.getJob(jobId));
    this.#eventConnection = new Redis({ ...connection, maxRetriesPerRequest: null, retryStrategy: retryDelayMs });
    // Checks find what it misses.
    this.#eventConnection.on('error', () => {});
    this.#events = new QueueEvents(name, { connection: this.#eventConnection, prefix });
    this.#events.on('error', () => {});
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#pending.completed(jobId, returnvalue));
    this.#events.on('failed', ({ jobId, failedReason }) => this.#pending.failed(jobId, failedReason));
    this.#events.on('duplicated', ({ jobId }) => void this.#pending.check(jobId).catch(() => {}));
    this.ready = Promise.all([this.#queue.waitUntilReady(), this.#events.waitUntilReady()]);
  }

  /** Names of the Redis clients that take jobs off this queue. */
  async workerNames(): Promise<readonly string[]> {
    await this.ready;
    return (await this.#queue.getWorkers()).map((client) => String(client.rawname ?? ''));
  }

  /** Does not wait until the job is added: a Redis that stopped answering would never confirm it. */
  submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    const jobId = `j${entry.id}`;
    const answer = this.#pending.wait(jobId, signal);
    this.#add(jobId, entry).catch((error) =>
      this.#pending.settle(jobId, { is: 'lost', why: `${this.#address.shown}: ${connectionProblem(error)}` }),
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

  checkPending(): Promise<void> {
    return this.#pending.checkAll();
  }

  failPending(why: string): void {
    this.#pending.loseAll(why);
  }

  async forget(id: string): Promise<void> {
    try {
      await this.#queue.remove(`j${id}`);
    } catch {
      // It is gone, or is being done again. In both cases nobody receives the old answer.
    }
  }

  /** Undefined if the job is gone, or if nobody has taken it. */
  async workerOf(id: string): Promise<string | undefined> {
    const name = (await this.#queue.getJob(`j${id}`))?.processedBy;
    return name === undefined ? undefined : shownWorker(name);
  }

  async close(maxMs: number): Promise<void> {
    await waitAtMost(maxMs, Promise.allSettled([this.#events.close(), this.#queue.close()]));
    this.#eventConnection.disconnect();
  }
}
