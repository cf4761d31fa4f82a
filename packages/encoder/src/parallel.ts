// How steps distribute work over threads: the name of a task, the number of runs, and the payload.

/** The names of tasks. */
export type EncoderTask = 'filter-level' | 'filter-two-levels' | 'encode-blocks' | 'decode-blocks';

/**
 * Runs the task once for each index below `count`, in any order and on any thread, and resolves when all are done. Tasks write into arrays
 * of the payload, which must be in memory shared with the thread, or be copied back from it.
 */
export type Parallel = (task: EncoderTask, count: number, payload: unknown) => Promise<void>;
