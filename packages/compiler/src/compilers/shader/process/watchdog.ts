// Ends the shader process when a compile exceeds its limit. It runs in a thread of that process, because the compiler blocks the main
// thread. It measures CPU time, so that a busy machine does not change the result, and it never measures wall time alone.

import { threadId } from 'node:worker_threads';

/** Shared with the main thread: [0] the request that is running, or 0; [1] 1 once its compiler is loaded; [2] its CPU limit in milliseconds. */
type WatchedState = Int32Array;
export const STATE_WORDS = 3;
export const RUNNING = 0;
export const LOADED = 1;
export const LIMIT_MS = 2;

export interface Watched {
  readonly state: WatchedState;
  /** The build's process, read by the main thread: it may be gone by the time this thread runs. */
  readonly parentPid: number;
}

const TICK_MS = 50;
/** The last resort against a compiler that waits forever: ten minutes of ticks without CPU time. Ticks stop while a laptop sleeps. */
const MAX_IDLE_TICKS = 12_000;
/** A waiting process uses less than this per tick. */
const IDLE_TICK_MS = 0.5;

/** How the process ends at each limit. Windows has no signals: there it exits with code 1, which means the CPU limit. */
export const LIMIT_SIGNALS = { time: 'SIGVTALRM', stalled: 'SIGALRM' } as const;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns when the request has ended. */
function watchRequest(state: WatchedState, request: number, parentPid: number): void {
  let startMs: number | undefined;
  let lastMs = cpuMs();
  let idleTicks = 0;
  while (Atomics.wait(state, RUNNING, request, TICK_MS) === 'timed-out') {
    const nowMs = cpuMs();
    // Loading a compiler does not count.
    if (startMs === undefined && Atomics.load(state, LOADED) === 1) startMs = lastMs;
    if (startMs !== undefined && nowMs - startMs > Atomics.load(state, LIMIT_MS)) endProcess(LIMIT_SIGNALS.time);
    idleTicks = nowMs - lastMs < IDLE_TICK_MS ? idleTicks + 1 : 0;
    if (idleTicks > MAX_IDLE_TICKS) endProcess(LIMIT_SIGNALS.stalled);
    // The build is gone: nobody waits for the reply.
    if (process.ppid !== parentPid) endProcess('SIGKILL');
    lastMs = nowMs;
  }
}

const endProcess = (signal: NodeJS.Signals): void => {
  process.kill(process.pid, process.platform === 'win32' ? 'SIGTERM' : signal);
};

/** Never returns: the thread ends with the process. */
export function runWatchdog({ state, parentPid }: Watched): never {
  if (threadId === 0) throw new Error('the watchdog would block the main thread');
  for (;;) {
    Atomics.wait(state, RUNNING, 0);
    const request = Atomics.load(state, RUNNING);
    if (request !== 0) watchRequest(state, request, parentPid);
  }
}
