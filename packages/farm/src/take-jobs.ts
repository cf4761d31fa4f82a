// Takes jobs off the queue with a BullMQ worker, which provides locks, detection of stalled jobs, and retries.

import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { FarmPlugins, FarmWork } from 'assetc';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { connectionProblem } from './connection-problem.js';
import type { QueueAddress } from './queue-address.js';
import { LOCK_MS, MAX_STALLS, type QueuedJob, queueName, STALLED_CHECK_MS, workerName } from './queue-settings.js';
import { RefusalBackoff } from './refusal-backoff.js';
import { SharedPlaces } from './shared-places.js';
import { waitAtMost } from './wait-at-most.js';

/** Reported for each job. */
export interface TakenJob {
  readonly kind: string;
  readonly source: string;
  /** done: it has an answer · refused: this worker cannot do it · left: it was returned to the queue because the worker stops. */
  readonly outcome: 'done' | 'refused' | 'left';
  readonly why?: string;
  readonly ms: number;
}

interface TakeOptions {
  readonly address: QueueAddress;
  readonly work: FarmWork;
  readonly places: number;
  /** Jobs that need these plug-ins are taken, too. */
  readonly plugins?: FarmPlugins;
  readonly onJob?: (job: TakenJob) => void;
  /** Why the queue cannot be reached, without secrets; undefined when it can be reached again. */
  readonly onTrouble?: (why: string | undefined) => void;
  /** The longest pause of a worker that must refuse every job. */
  readonly maxPauseMs?: number;
}

interface JobTaker {
  readonly name: string;
  /** Takes no more jobs. With `finish`, running jobs are finished; otherwise they are returned to the queue. */
  stop(finish: boolean): Promise<void>;
}

/** How long BullMQ may take to report the last jobs: a Redis that is gone never receives them. */
const CLOSE_MS = 2000;

const MAX_PAUSE_MS = 15_000;

export function takeJobs(options: TakeOptions): JobTaker {
  const { address, work, places, plugins, onJob, onTrouble, maxPauseMs = MAX_PAUSE_MS } = options;
  const name = workerName(places, plugins?.key);
  const stopping = new AbortController();
  // One listener for each job.
  setMaxListeners(0, stopping.signal);
  // BullMQ requires null: a worker waits for Redis without a limit.
  const connection = new Redis({ ...address.connection, maxRetriesPerRequest: null, retryStrategy: retryDelayMs });
  connection.on('error', (error: Error) => onTrouble?.(connectionProblem(error)));
  connection.on('ready', () => onTrouble?.(undefined));
  const shared = new SharedPlaces(places);
  const backoffs: RefusalBackoff[] = [];
  const startWorker = (pluginsKey: string | undefined, runJob: FarmWork): Worker<QueuedJob, string> => {
    const worker: Worker<QueuedJob, string> = new Worker(
      queueName(pluginsKey),
      (job) => shared.use(worker, () => doJob(job, runJob, backoff, stopping.signal, onJob)),
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
    const backoff = new RefusalBackoff(worker, maxPauseMs);
    backoffs.push(backoff);
    shared.add(worker);
    worker.on('error', (error) => {
      if (!isLostLock(error)) onTrouble?.(connectionProblem(error));
    });
    return worker;
  };
  const workers = [startWorker(undefined, work)];
  if (plugins !== undefined) workers.push(startWorker(plugins.key, plugins.work));
  return {
    name,
    async stop(finish) {
      if (!finish) stopping.abort();
      for (const backoff of backoffs) backoff.stop();
      const closed = Promise.all(workers.map((worker) => worker.close()));
      await shared.idle();
      await waitAtMost(CLOSE_MS, closed);
      connection.disconnect();
    },
  };
}

async function doJob(
  job: Job<QueuedJob>,
  work: FarmWork,
  backoff: RefusalBackoff,
  signal: AbortSignal,
  onJob: TakeOptions['onJob'],
): Promise<string> {
  const startMs = performance.now();
  const report = (outcome: TakenJob['outcome'], why?: string) =>
    onJob?.({
      kind: job.name,
      source: String(job.data.source),
      outcome,
      ...(why !== undefined && { why }),
      ms: performance.now() - startMs,
    });
  if (!isGenuine(job)) throw new UnrecoverableError('it is not a job of assetc');
  const result = await unlessStopped(work(job.data.payload, signal), signal);
  if (result === 'left') {
    report('left');
    throw new Error('the worker is stopping');
  }
  if (result.is === 'reply') {
    backoff.reset();
    report('done');
    return result.text;
  }
  report('refused', result.why);
  if (result.final) throw new UnrecoverableError(result.why);
  await backoff.pauseWorker();
  throw new Error(result.why);
}

/** Another worker took the job over because this one or Redis was silent for too long. The queue itself works. */
const isLostLock = ({ message }: Error): boolean => /Missing (?:lock|key) for job|could not renew lock/i.test(message);

export const retryDelayMs = (times: number): number => Math.min(100 * times, 2000);

/** The id of a job is the digest of its payload, so that an answer under that id belongs to this payload only. */
function isGenuine({ id, data }: Job<QueuedJob>): boolean {
  const { payload }: { readonly payload?: unknown } = data;
  return typeof payload === 'string' && id === `j${createHash('sha256').update(payload).digest('hex')}`;
}

/** Not Promise.race with a promise that outlives the job: a worker that runs for weeks would keep memory of every job. */
const unlessStopped = <T>(result: Promise<T>, signal: AbortSignal): Promise<T | 'left'> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve('left');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
