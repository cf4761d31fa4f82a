// A worker: takes jobs off the queue of a farm until it is reported to stop.

import type { FarmPlugins, FarmWork } from 'assetc';
import { parseQueueAddress } from './queue-address.js';
import { type TakenJob, takeJobs } from './take-jobs.js';

/** What a worker is started with. */
export interface FarmWorkerOptions {
  /** `redis://…`, or `rediss://…` with TLS. */
  readonly queue: string;
  /** From `openFarmWork` of assetc. */
  readonly work: FarmWork;
  /** Jobs at a time. */
  readonly places: number;
  /** From `openFarmWork`, where this machine has plug-ins. */
  readonly plugins?: FarmPlugins;
  readonly onJob?: (job: TakenJob) => void;
  /** Why the queue cannot be reached; undefined: it can again. */
  readonly onTrouble?: (why: string | undefined) => void;
}

/** A worker that runs. */
export interface FarmWorker {
  /** The queue, without user and password. */
  readonly queue: string;
  /** Takes no more jobs. With `finish` those that are begun are finished, otherwise they are given back to the queue. */
  stop(finish: boolean): Promise<void>;
}

/** Starts a worker. Throws TypeError where the address is none; a queue that cannot be reached is waited for. */
export function startFarmWorker({ queue, ...options }: FarmWorkerOptions): FarmWorker {
  const address = parseQueueAddress(queue);
  if (typeof address === 'string') throw new TypeError(`the address of the queue ${address}`);
  const taking = takeJobs({ address, ...options });
  return { queue: address.shown, stop: (finish) => taking.stop(finish) };
}
