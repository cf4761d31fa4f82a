// How many times longer work takes because other programs want the same cores. Two measures, because each misses something: the load
// average reacts within a minute and does not exist on Windows; the CPU times do not know which cores this process may use.

import { availableParallelism, cpus, loadavg } from 'node:os';

/** Since the machine or the process started. */
interface CpuTimes {
  /** Summed over all cores. */
  readonly busyMs: number;
  readonly idleMs: number;
  /** Of this process. */
  readonly ownMs: number;
}

/** With more idle time than this, nobody waits for a core. */
const IDLE_SHARE = 0.1;
/** Of CPU times: a job that waits forever uses none either, and must not keep the build waiting for hours while others compute. */
const MAX_LOAD = 10;

export function cpuTimes(): CpuTimes {
  const own = process.cpuUsage();
  let busyMs = 0;
  let idleMs = 0;
  for (const { times } of cpus()) {
    busyMs += times.user + times.nice + times.sys + times.irq;
    idleMs += times.idle;
  }
  return { busyMs, idleMs, ownMs: (own.user + own.system) / 1000 };
}

/** Each core that is not idle serves this process and others: what it got, compared with all that was used. */
export function loadBetween(before: CpuTimes, after: CpuTimes): number {
  const busyMs = after.busyMs - before.busyMs;
  const idleMs = after.idleMs - before.idleMs;
  if (!(busyMs > 0) || idleMs > (busyMs + idleMs) * IDLE_SHARE) return 1;
  return Math.min(MAX_LOAD, Math.max(1, busyMs / (after.ownMs - before.ownMs)));
}

export function averageLoad(average: number = loadavg()[0] ?? 0, cores: number = availableParallelism()): number {
  return Math.max(1, average / cores);
}

/** Returns a function that returns the load since the last call: 1 on a quiet machine. */
export function loadMeter(): () => number {
  let before = cpuTimes();
  return () => {
    const after = cpuTimes();
    const load = Math.max(averageLoad(), loadBetween(before, after));
    before = after;
    return load;
  };
}
