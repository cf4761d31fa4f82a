// One loop over indices shared by several threads: each takes the next index from a counter in shared memory, so free threads do more. The
// requesting thread works, too, and never waits for threads that have not begun, so it cannot deadlock if the others are busy.

import type { ParallelTask, Registry } from '../../model/kind/registry.js';

const NEXT = 0;
const DONE = 1;
/** Failing index + 1. */
const FAILED = 2;
const CELLS = 3;

export interface SharedWork {
  readonly task: string;
  readonly count: number;
  readonly payload: unknown;
  readonly cells: Int32Array<SharedArrayBuffer>;
}

export function shareWork(task: string, count: number, payload: unknown): SharedWork {
  return { task, count, payload, cells: new Int32Array(new SharedArrayBuffer(CELLS * 4)) };
}

export async function loadTask(registry: Registry, task: string): Promise<ParallelTask> {
  const load = Object.hasOwn(registry.tasks, task) ? registry.tasks[task] : undefined;
  if (load === undefined) throw new Error(`task ${task} is not registered`);
  return load();
}

export function runTask(run: ParallelTask, payload: unknown, index: number): void {
  // Each task of the table knows its payload; both were written by one kind.
  run(payload as never, index);
}

export function isExhausted(work: SharedWork): boolean {
  return Atomics.load(work.cells, NEXT) >= work.count;
}

/** Takes indices until there are none, or until the time is over. A failure is stored in shared memory for the requesting thread. */
export function joinWork(run: ParallelTask, work: SharedWork, forMs = Number.POSITIVE_INFINITY): void {
  const { cells, count } = work;
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    const index = Atomics.add(cells, NEXT, 1);
    if (index >= count) return;
    try {
      // After a failure the rest is only counted off.
      if (Atomics.load(cells, FAILED) === 0) runTask(run, work.payload, index);
    } catch {
      // The requesting thread repeats this index and so gets the error itself, with its stack.
      Atomics.compareExchange(cells, FAILED, 0, index + 1);
    }
    Atomics.add(cells, DONE, 1);
    Atomics.notify(cells, DONE);
  }
}

/** A thread that had joined died: its index will never be done. */
export function abandonWork(work: SharedWork): void {
  Atomics.compareExchange(work.cells, FAILED, 0, work.count + 1);
  Atomics.store(work.cells, DONE, work.count);
  Atomics.notify(work.cells, DONE);
}

/** On the requesting thread: does its share, then waits for indices that others have begun. */
export function finishWork(run: ParallelTask, work: SharedWork, signal: AbortSignal): void {
  joinWork(run, work);
  for (;;) {
    const done = Atomics.load(work.cells, DONE);
    if (done >= work.count) break;
    signal.throwIfAborted();
    Atomics.wait(work.cells, DONE, done, 1000);
  }
  const failed = Atomics.load(work.cells, FAILED);
  if (failed === 0) return;
  if (failed <= work.count) runTask(run, work.payload, failed - 1);
  throw new Error(`task ${work.task} failed on another thread`);
}
