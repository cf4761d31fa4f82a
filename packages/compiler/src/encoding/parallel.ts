// The signature by which encoders use other threads: CompileContext.parallel, or the current thread in tests and tools.

import type { ParallelTask } from '../model/kind/registry.js';

/** The type of CompileContext.parallel. */
export type Parallel = (task: string, count: number, payload: unknown) => Promise<void>;

/** Runs every index on the current thread. */
export function runOnThisThread(tasks: { readonly [name: string]: ParallelTask }): Parallel {
  return async (name, count, payload) => {
    const task = tasks[name];
    if (task === undefined) throw new Error(`there is no task ${name}`);
    for (let i = 0; i < count; i++) task(payload as never, i);
  };
}
