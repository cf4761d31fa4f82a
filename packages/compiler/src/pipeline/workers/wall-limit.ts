// A time limit for jobs that cannot be measured in CPU time: Node 20 does not know the CPU time of one thread. On a machine where more
// programs want to run than there are cores, the limit grows in proportion, so that load alone does not fail a correct job.

import { loadMeter } from './machine-load.js';

const MAX_MEASURE_MS = 1000;

/**
 * Calls `onExpired` after `limitMs`, later if the machine is overloaded. The load is measured only when the limit is reached, for a tenth of
 * it or a second. Returns a function that cancels it.
 */
export function startWallLimit(
  limitMs: number,
  onExpired: () => void,
  openMeter: () => () => number = loadMeter,
): () => void {
  const startMs = performance.now();
  let timer = setTimeout(() => {
    const load = openMeter();
    const check = (): void => {
      const leftMs = limitMs * load() - (performance.now() - startMs);
      if (leftMs <= 1) onExpired();
      else timer = setTimeout(check, leftMs);
    };
    timer = setTimeout(check, Math.min(MAX_MEASURE_MS, limitMs / 10));
  }, limitMs);
  return () => clearTimeout(timer);
}
