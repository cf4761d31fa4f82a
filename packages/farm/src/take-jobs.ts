// Takes jobs off the queue by a BullMQ worker: its locks, stalled-job detection and retries are BullMQ's own.

import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FarmPlugins, FarmWork } from 'assetc';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { atMost } from './at-most.js';
import type { QueueAddress } from './queue-address.js';
import { LOCK_MS, MAX_STALLS, type QueuedJob, queueName, STALLED_CHECK_MS, workerName } from './queue-settings.js';
import { Rest } from './rest.js';
import { SharedPlaces } from './shared-places.js';
import { messageOf } from './why-lost.js';

/** What is reported each job. */
export interface TakenJob {
  readonly kind: string;
  readonly source: string;
  /** done: it has an answer · refused: this worker cannot do it · left: it was given back, since the worker ends. */
  readonly outcome: 'done' | 'refused' | 'left';
  readonly why?: string;
  readonly ms: number;
}

interface TakeOptions {
  readonly address: QueueAddress;
  readonly work: FarmWork;
  readonly places: number;
  /** Jobs that need these plug-ins are taken as well. */
  readonly plugins?: FarmPlugins;
  readonly onJob?: (job: TakenJob) => void;
  /** The queue cannot be reached, or can again (undefined). Free of secrets. */
  readonly onTrouble?: (why: string | undefined) => void;
  /** How long nothing is taken where everything has to be refused. */
  readonly maxRestMs?: number;
}

interface Taking {
  readonly name: string;
  /** Takes no more. `finish`: what is begun is finished; otherwise it is given back to the queue. */
  stop(finish: boolean): Promise<void>;
}

/** How long is waited for BullMQ to tell Redis what became of the last jobs: a Redis that is gone is never reported. */
const LAST_WORDS_MS = 2000;

const MAX_REST_MS = 15_000;

export function takeJobs(options: TakeOptions): Taking {
  const { address, work, places, plugins, onJob, onTrouble, maxRestMs = MAX_REST_MS } = options;
  const name = workerName(places, plugins?.key);
  const leaving = new AbortController();
  // One for each job.
  setMaxListeners(0, leaving.signal);
  // BullMQ asks for this: a worker waits for Redis as long as it takes.
  const connection = new Redis({ ...address.connection, maxRetriesPerRequest: null, retryStrategy: retryAfter });
  connection.on('error', (error: Error) => onTrouble?.(messageOf(error)));
  connection.on('ready', () => onTrouble?.(undefined));
  const shared = new SharedPlaces(places);
  const rests: Rest[] = [];
  const take = (from: string | undefined, doIt: FarmWork): Worker<QueuedJob, string> => {
    const worker: Worker<QueuedJob, string> = new Worker(
      queueName(from),
      (job) => shared.use(worker, () => doJob(job, doIt, rest, leaving.signal, onJob)),
      {
        connection,
        prefix: address.prefix,
        name,
        concurrency: places,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: MAX_STALLS,
      },
    );
    const rest = new Rest(worker, maxRestMs);
    rests.push(rest);
    shared.add(worker);
    worker.on('error', (error) => {
      if (!isOfOneJob(error)) onTrouble?.(messageOf(error));
    });
    return worker;
  };
  const workers = [take(undefined, work)];
  if (plugins !== undefined) workers.push(take(plugins.key, plugins.work));
  return {
    name,
    async stop(finish) {
      if (!finish) leaving.abort();
      for (const rest of rests) rest.stop();
      const closed = Promise.all(workers.map((worker) => worker.close()));
      await shared.idle();
      await atMost(LAST_WORDS_MS, closed);
      connection.disconnect();
    },
  };
}

async function doJob(
  job: Job<QueuedJob>,
  work: FarmWork,
  rest: Rest,
  signal: AbortSignal,
  onJob: TakeOptions['onJob'],
): Promise<string> {
  const startMs = performance.now();
  const reported = (outcome: TakenJob['outcome'], why?: string) =>
    onJob?.({
      kind: job.name,
      source: String(job.data.source),
      outcome,
      ...(why !== undefined && { why }),
      ms: performance.now() - startMs,
    });
  if (!isWhole(job)) throw new UnrecoverableError('it is not a job of assetc');
  const result = await orLeft(work(job.data.payload, signal), signal);
  if (result === 'left') {
    reported('left');
    throw new Error('the worker is stopping');
  }
  if (result.is === 'reply') {
    rest.forget();
    reported('done');
    return result.text;
  }
  reported('refused', result.why);
  if (result.final) throw new UnrecoverableError(result.why);
  await rest.begin();
  throw new Error(result.why);
}

/** It was lost to another worker, after this one or Redis had said nothing for too long: the queue is well. */
const isOfOneJob = ({ message }: Error): boolean => /Missing (?:lock|key) for job|could not renew lock/i.test(message);

export const retryAfter = (times: number): number => Math.min(100 * times, 2000);

/** Its id is the digest of what it asks for: an answer under that id is an answer to nothing else. */
function isWhole({ id, data }: Job<QueuedJob>): boolean {
  const { payload }: { readonly payload?: unknown } = data;
  return typeof payload === 'string' && id === `j${createHash('sha256').update(payload).digest('hex')}`;
}

/** Not Promise.race with a promise that outlives the job: a worker of weeks would keep something of every job. */
const orLeft = <T>(result: Promise<T>, signal: AbortSignal): Promise<T | 'left'> =>
  new Promise((resolve, reject) => {
    const leave = () => resolve('left');
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
