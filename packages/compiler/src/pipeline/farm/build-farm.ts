// What a build is given to use a farm: the queue, and the place where files are handed over.

import type { FarmBlobs } from './farm-blobs.js';
import type { FarmQueue } from './farm-queue.js';

/** How the jobs of a build were spread. */
export interface FarmCounts {
  /** Jobs that went over the queue and whose outcome was used. */
  readonly sent: number;
  /** How many of them this machine took off the queue itself. */
  readonly doneHere: number;
}

/** Other machines that compile as well. */
export interface BuildFarm {
  /** From `connectFarm` of @assetc/farm. */
  readonly queue: FarmQueue;
  /** From `openFarmBlobs`: the workers must see the same. */
  readonly blobs: FarmBlobs;
  /** Reported when nothing is compiled any more. */
  readonly onEnd?: (counts: FarmCounts) => void;
}
