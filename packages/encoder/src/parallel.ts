// How steps hand work to other threads: a task by its name, how often it runs, and what it works on.

/** The names of tasks. */
export type EncoderTask = 'filter-level' | 'filter-two-levels' | 'encode-blocks';

/**
 * Runs the task once for each index below `count`, in any order and on any thread, and resolves when all are done. Tasks write into arrays of the
 * payload: those must lie in memory that is shared with the thread, or be brought back from it.
 */
export type Parallel = (task: EncoderTask, count: number, payload: unknown) => Promise<void>;
