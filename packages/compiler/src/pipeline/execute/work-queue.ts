// Runs tasks with limited concurrency; a task may add more tasks. More tasks than threads are in progress: while some write, the threads
// have their next jobs, and concurrent syncs are cheaper. Large tasks do not pile up, because their outputs wait in memory.

const USUAL_LANES = 32;
const MAX_BYTES_IN_FLIGHT = 1 << 27;

interface WorkQueue<T> {
  readonly tasks: readonly T[];
  /** Bytes, or an estimate. */
  readonly weightOf: (task: T) => number;
  /** Resolves with the tasks that follow from this one. */
  readonly run: (task: T) => Promise<readonly T[]>;
  /** Called repeatedly, because machines of a farm come and go. */
  readonly threads: () => number;
  /** How many tasks may be in progress: more if they wait for a network. */
  readonly lanes?: number;
  readonly signal: AbortSignal;
}

/** Rejects with the first failure; when the signal aborts, with its reason, after running tasks have ended. */
export async function drainQueue<T>(queue: WorkQueue<T>): Promise<void> {
  const { tasks, weightOf, run, threads, lanes = USUAL_LANES, signal } = queue;
  const entries = tasks.map((task) => ({ task, weight: weightOf(task) }));
  // The largest first, so that none of them runs alone at the end.
  entries.sort((a, b) => b.weight - a.weight);
  let bytesInFlight = 0;
  let next = 0;
  let active = 0;
  await new Promise<void>((resolve, reject) => {
    const pump = (): void => {
      if (signal.aborted) {
        if (active === 0) reject(signal.reason);
        return;
      }
      for (let entry = entries[next]; entry !== undefined; entry = entries[next]) {
        const { task, weight } = entry;
        const fits = active < lanes && bytesInFlight + weight < MAX_BYTES_IN_FLIGHT;
        if (active >= threads() + 2 && !fits) break;
        next++;
        active++;
        bytesInFlight += weight;
        const ended = (): void => {
          active--;
          bytesInFlight -= weight;
        };
        run(task).then(
          (more) => {
            ended();
            for (const follower of more) entries.push({ task: follower, weight: 0 });
            pump();
          },
          (error) => {
            ended();
            if (signal.aborted) pump();
            else reject(error);
          },
        );
      }
      if (active === 0 && next >= entries.length) resolve();
    };
    pump();
  });
}
