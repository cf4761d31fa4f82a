// A worker: takes jobs off the queue of a farm until it is stopped.

import type { FarmPlugins, FarmWork } from 'assetc';
import { parseQueueAddress } from './queue-address.js';
import { type TakenJob, takeJobs } from './take-jobs.js';

/** Options of `startFarmWorker`. */
export interface FarmWorkerOptions {
  /** `redis://…`, or `rediss://…` with TLS. */
  readonly queue: string;
  /** From `openFarmWork` of assetc. */
  readonly work: FarmWork;
  /** How many jobs run at once. */
  readonly places: number;
  /** From `openFarmWork`, if this machine has plug-ins. */
  readonly plugins?: FarmPlugins;
  readonly onJob?: (job: TakenJob) => void;
  /** Why the queue cannot be reached; undefined when it can be reached again. */
  readonly onTrouble?: (why: string | undefined) => void;
}

/** A running worker. */
export interface FarmWorker {
  /** The queue, without user and password. */
  readonly queue: string;
  /** Takes no more jobs. With `finish`, running jobs are finished; otherwise they are returned to the queue. */
  stop(finish: boolean): Promise<void>;
}

/** Starts a worker. Throws TypeError if the address is malformed. Waits for a queue that cannot be reached. */
export function startFarmWorker({ queue, ...options }: FarmWorkerOptions): FarmWorker {
  const address = parseQueueAddress(queue);
  if (typeof address === 'string') throw new TypeError(`the address of the queue ${address}`);
  const taker = takeJobs({ address, ...options });
  return { queue: address.shown, stop: (finish) => taker.stop(finish) };
}
