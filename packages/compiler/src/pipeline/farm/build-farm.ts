// What a build needs to use a farm: the queue, and the store through which files are exchanged.

import type { FarmBlobs } from './farm-blobs.js';
import type { FarmQueue } from './farm-queue.js';

/** Where the jobs of a build ran. */
export interface FarmCounts {
  /** Jobs sent through the queue whose result was used. */
  readonly sent: number;
  /** How many of them this machine ran itself. */
  readonly doneHere: number;
  /** How many of the others this machine compiled as well, to compare. */
  readonly verified: number;
}

/** Other machines that compile, too. */
export interface BuildFarm {
  /** From `connectFarm` of @assetc/farm. */
  readonly queue: FarmQueue;
  /** From `openFarmBlobs`: the workers must use the same store. */
  readonly blobs: FarmBlobs;
  /**
   * The share of the workers' results that this machine compiles as well, from 0 to 1, or which sources. Default: 0.01. If one differs,
   * everything that workers made in this build is discarded and compiled here.
   */
  readonly verify?: number | ((source: string) => boolean);
  /** Reported when all compiling is done. */
  readonly onEnd?: (counts: FarmCounts) => void;
}
