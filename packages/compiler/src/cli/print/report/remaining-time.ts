// Estimates the remaining time of a build by the work that is done and left, not by the number of assets. Running jobs count in
// part. There is no estimate until it is reliable.
//
// Finished jobs give the cost of a unit of work on a thread. Jobs that already run for longer count too, because quick ones finish
// first. The time that a job has run counts as done. Rejected: done/total · elapsed, which ignores running jobs; if the
// largest come first and all threads work on one, it is wrong by the number of threads.

const MIN_ELAPSED_MS = 3000;
const MIN_JOBS = 3;
/** Share of all work. */
const MIN_DONE_SHARE = 0.08;
/** Standard error of the cost of a unit, relative to it. */
const MAX_SPREAD = 0.19;
/** Relative. Jobs of equal work differ by at least this much, even if the first few happen not to. */
const MIN_DEVIATION = 0.35;
/** Between recent estimates, and between those that assume that the last jobs do or do not share threads. */
const MAX_RATIO = 2;
/** Of several running jobs, the slowest takes longer than predicted. */
const SLOWEST_FACTOR = 1.4;
/** At most this share of a running job counts as done. */
const MAX_RUNNING_SHARE = 0.9;

interface RunningJob {
  readonly work: number;
  /** When it got a thread. Assumption: the oldest jobs have one. */
  runsSinceMs: number | undefined;
}

export class RemainingTime {
  readonly #threads: number;
  readonly #now: () => number;
  /** In the order in which they were started. */
  readonly #running = new Map<string, RunningJob>();
  readonly #finishedJobs: { readonly work: number; readonly ms: number }[] = [];
  readonly #estimates: { readonly atMs: number; readonly endMs: number }[] = [];
  #firstMs: number | undefined;
  #total = 0;
  #doneWork = 0;
  #doneMs = 0;

  constructor(threads: number, now: () => number) {
    this.#threads = threads;
    this.#now = now;
  }

  /** Sets the total work known so far, done or not. */
  expect(totalWork: number): void {
    this.#total = totalWork;
  }

  started(id: string, work: number): void {
    this.#firstMs ??= this.#now();
    this.#running.set(id, { work, runsSinceMs: undefined });
    this.#assignThreads();
  }

  /** `ms`: time on a thread. */
  finished(id: string, ms: number): void {
    const job = this.#running.get(id);
    if (job === undefined) return;
    this.#running.delete(id);
    this.#assignThreads();
    this.#finishedJobs.push({ work: job.work, ms });
    this.#doneWork += job.work;
    this.#doneMs += ms;
    const left = this.#estimateMs();
    if (left !== undefined) this.#estimates.push({ atMs: this.#now(), endMs: this.#now() + left });
  }

  /** Milliseconds; undefined while there is no reliable estimate. */
  get ms(): number | undefined {
    const now = this.#now();
    const elapsed = now - (this.#firstMs ?? now);
    if (elapsed < MIN_ELAPSED_MS || this.#finishedJobs.length < MIN_JOBS) return undefined;
    if (this.#doneWork < MIN_DONE_SHARE * this.#total || this.#spread() > MAX_SPREAD) return undefined;
    const left = this.#estimateMs();
    if (left === undefined || !this.#isSteady(now, elapsed, left)) return undefined;
    return left;
  }

  #assignThreads(): void {
    let free = this.#threads;
    for (const job of this.#running.values()) {
      if (free-- <= 0) return;
      job.runsSinceMs ??= this.#now();
    }
  }

  /** Undefined if it depends on whether the last jobs share the threads. */
  #estimateMs(): number | undefined {
    if (this.#doneWork === 0) return undefined;
    const cost = this.#costPerWork();
    const now = this.#now();
    const slowest = this.#threads > 1 ? SLOWEST_FACTOR : 1;
    let leftMs = cost * (this.#total - this.#doneWork);
    let longest = 0;
    let overdue = 0;
    let soonest = Number.POSITIVE_INFINITY;
    for (const { work, runsSinceMs } of this.#running.values()) {
      const whole = cost * work;
      if (runsSinceMs === undefined) longest = Math.max(longest, soonest + slowest * whole);
      else {
        const ran = Math.min(now - runsSinceMs, MAX_RUNNING_SHARE * whole);
        leftMs -= ran;
        soonest = Math.min(soonest, whole - ran);
        longest = Math.max(longest, slowest * whole - ran);
        if (now - runsSinceMs > slowest * whole) overdue = Math.max(overdue, whole);
      }
    }
    const shared = Math.max(0, leftMs) / this.#threads;
    // An overdue job may take any time.
    if (overdue > shared) return undefined;
    // A large image is spread over idle threads; other jobs are not.
    const alone = Math.max(shared, longest);
    return alone > MAX_RATIO * shared ? undefined : Math.sqrt(shared * alone);
  }

  #costPerWork(): number {
    const done = this.#doneMs / this.#doneWork;
    let work = this.#doneWork;
    let ms = this.#doneMs;
    for (const job of this.#running.values()) {
      const ran = job.runsSinceMs === undefined ? 0 : this.#now() - job.runsSinceMs;
      if (ran <= done * job.work) continue;
      work += job.work;
      ms += ran;
    }
    return ms / work;
  }

  #spread(): number {
    const cost = this.#doneMs / this.#doneWork;
    let squares = 0;
    for (const { work, ms } of this.#finishedJobs)
      squares += Math.max(Math.abs(ms - cost * work), MIN_DEVIATION * cost * work) ** 2;
    return Math.sqrt(squares) / Math.max(1, this.#doneMs);
  }

  /** Whether the estimates of the last quarter of the time agree with the current one. */
  #isSteady(now: number, elapsed: number, left: number): boolean {
    const since = now - Math.max(MIN_ELAPSED_MS / 2, elapsed / 4);
    while ((this.#estimates[0]?.atMs ?? now) < since) this.#estimates.shift();
    let min = left;
    let max = left;
    for (const { endMs } of this.#estimates) {
      const then = Math.max(1000, endMs - now);
      min = Math.min(min, then);
      max = Math.max(max, then);
    }
    return max <= MAX_RATIO * Math.max(1000, min);
  }
}
