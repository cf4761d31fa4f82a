// How long a build will still take, judged by the work of what is done and left: a huge image counts for what it is, and what is
// begun counts in part. Says nothing until it is worth something.
//
// Jobs that are done tell what a unit of work costs on a thread, and so do those that run for longer than that: the quick ones are done
// first. Of what runs, the time it has run counts as done. Rejected: done/total · elapsed, which ignores what is begun; where the
// largest come first and all threads are in one, it is wrong by the number of threads.

const LEAST_ELAPSED_MS = 3000;
const LEAST_JOBS = 3;
/** Of all work. */
const LEAST_DONE = 0.08;
/** Standard error of the cost of a unit, relative to it. */
const MOST_SPREAD = 0.19;
/** Jobs of equal work differ by that much, even where the first few happen not to. */
const LEAST_DEVIATION = 0.35;
/** Between the readings of the last while, and between the readings that differ in how well the last jobs share threads. */
const MOST_RATIO = 2;
/** Of several that run the slowest takes longer than was thought. */
const SLOWEST = 1.4;
/** What runs is not done, however long it has run. */
const MOST_CREDIT = 0.9;

interface Begun {
  readonly work: number;
  /** When it got a thread, as far as can be told from here: the oldest have one. */
  runsSinceMs: number | undefined;
}

export class RemainingTime {
  readonly #threads: number;
  readonly #now: () => number;
  /** In the order in which they were begun. */
  readonly #begun = new Map<string, Begun>();
  readonly #jobs: { readonly work: number; readonly ms: number }[] = [];
  readonly #ends: { readonly atMs: number; readonly endMs: number }[] = [];
  #firstMs: number | undefined;
  #total = 0;
  #doneWork = 0;
  #doneMs = 0;

  constructor(threads: number, now: () => number) {
    this.#threads = threads;
    this.#now = now;
  }

  /** All work that is known of, done or not. */
  expect(totalWork: number): void {
    this.#total = totalWork;
  }

  started(id: string, work: number): void {
    this.#firstMs ??= this.#now();
    this.#begun.set(id, { work, runsSinceMs: undefined });
    this.#giveThreads();
  }

  /** `ms`: time on a thread. */
  finished(id: string, ms: number): void {
    const job = this.#begun.get(id);
    if (job === undefined) return;
    this.#begun.delete(id);
    this.#giveThreads();
    this.#jobs.push({ work: job.work, ms });
    this.#doneWork += job.work;
    this.#doneMs += ms;
    const left = this.#left();
    if (left !== undefined) this.#ends.push({ atMs: this.#now(), endMs: this.#now() + left });
  }

  /** Milliseconds; undefined while nothing can be said. */
  get ms(): number | undefined {
    const now = this.#now();
    const elapsed = now - (this.#firstMs ?? now);
    if (elapsed < LEAST_ELAPSED_MS || this.#jobs.length < LEAST_JOBS) return undefined;
    if (this.#doneWork < LEAST_DONE * this.#total || this.#spread() > MOST_SPREAD) return undefined;
    const left = this.#left();
    if (left === undefined || !this.#isSteady(now, elapsed, left)) return undefined;
    return left;
  }

  #giveThreads(): void {
    let free = this.#threads;
    for (const job of this.#begun.values()) {
      if (free-- <= 0) return;
      job.runsSinceMs ??= this.#now();
    }
  }

  /** Undefined where it hangs on whether the last jobs share the threads. */
  #left(): number | undefined {
    if (this.#doneWork === 0) return undefined;
    const cost = this.#cost();
    const now = this.#now();
    const slowest = this.#threads > 1 ? SLOWEST : 1;
    let leftMs = cost * (this.#total - this.#doneWork);
    let longest = 0;
    let overdue = 0;
    let soonest = Number.POSITIVE_INFINITY;
    for (const { work, runsSinceMs } of this.#begun.values()) {
      const whole = cost * work;
      if (runsSinceMs === undefined) longest = Math.max(longest, soonest + slowest * whole);
      else {
        const ran = Math.min(now - runsSinceMs, MOST_CREDIT * whole);
        leftMs -= ran;
        soonest = Math.min(soonest, whole - ran);
        longest = Math.max(longest, slowest * whole - ran);
        if (now - runsSinceMs > slowest * whole) overdue = Math.max(overdue, whole);
      }
    }
    const shared = Math.max(0, leftMs) / this.#threads;
    // Nobody knows how much longer it takes.
    if (overdue > shared) return undefined;
    // A large image is spread over idle threads; other jobs are not.
    const alone = Math.max(shared, longest);
    return alone > MOST_RATIO * shared ? undefined : Math.sqrt(shared * alone);
  }

  #cost(): number {
    const done = this.#doneMs / this.#doneWork;
    let work = this.#doneWork;
    let ms = this.#doneMs;
    for (const job of this.#begun.values()) {
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
    for (const { work, ms } of this.#jobs)
      squares += Math.max(Math.abs(ms - cost * work), LEAST_DEVIATION * cost * work) ** 2;
    return Math.sqrt(squares) / Math.max(1, this.#doneMs);
  }

  /** What was read in the last quarter of the time agrees with what is read now. */
  #isSteady(now: number, elapsed: number, left: number): boolean {
    const since = now - Math.max(LEAST_ELAPSED_MS / 2, elapsed / 4);
    while ((this.#ends[0]?.atMs ?? now) < since) this.#ends.shift();
    let least = left;
    let most = left;
    for (const { endMs } of this.#ends) {
      const then = Math.max(1000, endMs - now);
      least = Math.min(least, then);
      most = Math.max(most, then);
    }
    return most <= MOST_RATIO * Math.max(1000, least);
  }
}
