// Workers of Node.

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export const defaultWorkers = (): number => availableParallelism();

export function spawnWorker(script: URL | string | undefined): Worker {
  return new Worker(script ?? ownScript());
}

/** By the package's name, so that a program that was bundled finds it among its dependencies. */
function ownScript(): URL | string {
  try {
    return createRequire(import.meta.url).resolve('@assetc/encoder/worker');
  } catch {
    return new URL('./worker-node.js', import.meta.url);
  }
}
