// The public interface of `@assetc/farm`: the queue as a build uses it, and workers that take its jobs.

export { connectFarm } from './connect-farm.js';
export { queueAddressProblem } from './queue-address.js';
export { type FarmWorker, type FarmWorkerOptions, startFarmWorker } from './start-worker.js';
export type { TakenJob } from './take-jobs.js';
