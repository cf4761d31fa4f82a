// A time limit for jobs that cannot be measured in CPU time: Node 20 does not know the CPU time of one thread. On a machine where more
// processes want to run than there are cores, the limit grows in proportion, so that load alone does not fail a correct job.

import { availableParallelism, loadavg } from 'node:os';

/** How many times longer work takes because of other processes: 1 on a quiet machine, and on Windows, which has no load average. */
export function machineLoad(average: number = loadavg()[0] ?? 0, cores: number = availableParallelism()): number {
  return Math.max(1, average / cores);
}

/** Calls `onExpired` after `limitMs`, later if the machine is overloaded. Returns a function that cancels it. */
export function startWallLimit(limitMs: number, onExpired: () => void, load: () => number = machineLoad): () => void {
  const startMs = performance.now();
  let timer: NodeJS.Timeout;
  const check = (): void => {
    const leftMs = limitMs * load() - (performance.now() - startMs);
    if (leftMs <= 1) onExpired();
    else timer = setTimeout(check, leftMs);
  };
  timer = setTimeout(check, limitMs);
  return () => clearTimeout(timer);
}
