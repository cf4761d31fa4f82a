// What a build needs to use a farm: the queue, and the store through which files are exchanged.

import type { FarmBlobs } from './farm-blobs.js';
import type { FarmQueue } from './farm-queue.js';

/** Where the jobs of a build ran. */
export interface FarmCounts {
  /** Jobs sent through the queue whose result was used. */
  readonly sent: number;
  /** How many of them this machine ran itself. */
  readonly doneHere: number;
}

/** Other machines that compile, too. */
export interface BuildFarm {
  /** From `connectFarm` of @assetc/farm. */
  readonly queue: FarmQueue;
  /** From `openFarmBlobs`: the workers must use the same store. */
  readonly blobs: FarmBlobs;
  /** Reported when all compiling is done. */
  readonly onEnd?: (counts: FarmCounts) => void;
}
