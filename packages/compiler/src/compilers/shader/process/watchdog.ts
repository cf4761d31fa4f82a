// Ends the shader process when a compile exceeds its limit. It runs in a thread of that process, because the compiler blocks the main
// thread. It measures CPU time, so that a busy machine does not change the result, and it never measures wall time alone.

import { writeSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { type LimitName, limitLine } from './protocol.js';

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
export const MAX_IDLE_TICKS = 12_000;
/** A waiting process uses less than this per tick. */
const IDLE_TICK_MS = 0.5;

/** What the CPU times of one request mean. */
export class CpuLimit {
  #startMs: number | undefined;
  #lastMs: number;
  #idleTicks = 0;

  constructor(nowMs: number) {
    this.#lastMs = nowMs;
  }

  /** Called at every tick with the CPU time of the process. Returns the limit that is exceeded. */
  tick(nowMs: number, isLoaded: boolean, limitMs: number): Exclude<LimitName, 'memory'> | undefined {
    // Loading a compiler does not count.
    if (isLoaded) this.#startMs ??= this.#lastMs;
    this.#idleTicks = nowMs - this.#lastMs < IDLE_TICK_MS ? this.#idleTicks + 1 : 0;
    this.#lastMs = nowMs;
    if (this.#startMs !== undefined && nowMs - this.#startMs > limitMs) return 'time';
    return this.#idleTicks > MAX_IDLE_TICKS ? 'stalled' : undefined;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns when the request has ended. */
function watchRequest(state: WatchedState, request: number, parentPid: number): void {
  const cpu = new CpuLimit(cpuMs());
  while (Atomics.wait(state, RUNNING, request, TICK_MS) === 'timed-out') {
    const exceeded = cpu.tick(cpuMs(), Atomics.load(state, LOADED) === 1, Atomics.load(state, LIMIT_MS));
    if (exceeded !== undefined) {
      // The main thread is busy, so it cannot send a message. Exit codes differ between systems.
      writeSync(2, limitLine(exceeded));
      endProcess();
    }
    // The build is gone: nobody waits for the reply.
    if (process.ppid !== parentPid) endProcess();
  }
}

const endProcess = (): boolean => process.kill(process.pid, 'SIGKILL');

/** Never returns: the thread ends with the process. */
export function runWatchdog({ state, parentPid }: Watched): never {
  if (threadId === 0) throw new Error('the watchdog would block the main thread');
  for (;;) {
    Atomics.wait(state, RUNNING, 0);
    const request = Atomics.load(state, RUNNING);
    if (request !== 0) watchRequest(state, request, parentPid);
  }
}
