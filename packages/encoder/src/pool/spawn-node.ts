// Starts Node workers.

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export const defaultWorkers = (): number => availableParallelism();

export function spawnWorker(script: URL | string | undefined): Worker {
  return new Worker(script ?? ownScript());
}

/** Resolved by package name, so that a bundled program finds it among its dependencies. */
function ownScript(): URL | string {
  try {
    return createRequire(import.meta.url).resolve('@assetc/encoder/worker');
  } catch {
    return new URL('./worker-node.js', import.meta.url);
  }
}
