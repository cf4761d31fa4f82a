// Compiles in a pool of threads, started with the first job. Idle threads join work that jobs share, so that one large asset uses all
// cores.

import { setTimeout } from 'node:timers/promises';
import { machineProblem } from '../../diagnostics/machine-problem.js';
import { bytesIn, collectAfter } from './collect-garbage.js';
import { settingsText } from './input/sent-settings.js';
import type { Executor, Job, JobResult } from './job.js';
import { failedJob, GRACE_MS, JobWatch, tookTooLong } from './job-watch.js';
import type { WorkerMessage, WorkerRequest, WorkerSetup, WorkerSlots } from './serve-jobs.js';
import { abandonWork, isExhausted, type SharedWork } from './shared-work.js';
import { ThreadPool, type WorkerHold } from './thread-pool.js';

interface PoolOptions {
  /** Absolute path of the worker's JavaScript. */
  readonly workerFile: string;
  readonly threads: number;
  readonly setup: WorkerSetup;
  /** Heap limit of one thread. Default: Node's. A thread that needs more dies alone. */
  readonly heapMegabytes?: number;
  /** How long a thread may take to begin a job; see job-watch.ts. */
  readonly beginMs?: number;
}

export class PoolExecutor implements Executor {
  readonly #options: PoolOptions;
  readonly #pool: ThreadPool<WorkerRequest, WorkerMessage>;
  /** Jobs and joins in the pool: never more than threads. */
  #busy = 0;
  /** See WorkerSlots; a job has one while it has a thread. */
  readonly #begun: Int32Array<SharedArrayBuffer>;
  readonly #slots: number[];
  #jobs = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #shared = new Set<SharedWork>();
  /** Work during which a helper died. */
  readonly #abandoned = new WeakSet<SharedWork>();
  /** Of jobs with a limit, which may listen to their signal. */
  readonly #watches = new Set<JobWatch>();
  #disposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { workerFile, threads, setup, heapMegabytes } = options;
    this.#begun = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
    this.#slots = [...this.#begun.keys()];
    const workerData: WorkerSetup & WorkerSlots = { ...setup, begun: this.#begun };
    this.#pool = new ThreadPool({ workerFile, threads, workerData, heapMegabytes });
  }

  getReady(): void {
    this.#pool.getReady();
  }

  get hasStarted(): boolean {
    return this.#pool.hasStarted;
  }

  /**
   * A job whose helper died, rather than its own thread, runs once more: the helper may have run out of memory. So does a job whose thread is
   * blocked by something that never ends.
   */
  async run(job: Job, signal: AbortSignal, limitMs?: number): Promise<JobResult> {
    const first = await this.#runOnce(job, signal, limitMs);
    if (typeof first === 'object') return first;
    const second = await this.#runOnce(job, signal, limitMs);
    if (typeof second === 'object') return second;
    return crashed(job, new Error(second === 'lost-helper' ? 'a thread that helped died twice' : 'it did not begin'));
  }

  async #runOnce(job: Job, signal: AbortSignal, limitMs?: number): Promise<JobResult | 'lost-helper' | 'lost-thread'> {
    if (this.#busy < this.#options.threads) this.#busy++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let shared: SharedWork | undefined;
    let hasLostHelper = false;
    const forget = (): void => {
      if (shared === undefined) return;
      hasLostHelper ||= this.#abandoned.has(shared);
      this.#shared.delete(shared);
      setImmediate(collectAfter, bytesIn(shared.payload));
      shared = undefined;
    };
    let result: JobResult | undefined;
    let watch: JobWatch | undefined;
    const slot = this.#slots.pop() ?? 0;
    const number = ++this.#jobs;
    const onMessage = (message: WorkerMessage): boolean => {
      if (message.type === 'broken') throw message.error;
      if (message.type === 'result') result = message.result;
      if (message.type === 'begun') watch?.begun();
      // The work before this one is done, too, even if it failed.
      if (message.type === 'unshare' || message.type === 'share') forget();
      if (message.type !== 'share') return message.type === 'result';
      shared = message.work;
      this.#shared.add(message.work);
      this.#inviteIdle();
      return false;
    };
    try {
      signal.throwIfAborted();
      const sent = { ...job, settings: settingsText(job.settings) };
      await this.#pool.run(
        { type: 'job', job: sent, slot, number, reportsStart: limitMs !== undefined },
        onMessage,
        (hold) => {
          watch = this.#watch(hold, limitMs, () => Atomics.load(this.#begun, slot) === number);
        },
      );
      if (watch?.verdict === 'too-long') return tookTooLong(job, limitMs ?? 0);
      if (result === undefined) throw new Error('it gave no result');
      forget();
      return result.failed && hasLostHelper ? 'lost-helper' : result;
    } catch (error) {
      // Nothing waits for it anymore.
      if (shared !== undefined) abandonWork(shared);
      signal.throwIfAborted();
      if (watch?.verdict === 'never-began') return 'lost-thread';
      return watch?.verdict === 'too-long' ? tookTooLong(job, limitMs ?? 0) : crashed(job, error);
    } finally {
      this.#unwatch(watch);
      forget();
      this.#slots.push(slot);
      this.#free();
    }
  }

  #watch(hold: WorkerHold<WorkerRequest>, limitMs: number | undefined, hasBegun: () => boolean): JobWatch {
    const watch = new JobWatch(hold, limitMs, hasBegun, this.#options.beginMs);
    if (limitMs !== undefined) this.#watches.add(watch);
    return watch;
  }

  #unwatch(watch: JobWatch | undefined): void {
    if (watch === undefined) return;
    watch.stop();
    this.#watches.delete(watch);
  }

  /** A thread is idle: it gets the next job, or shared work. */
  #free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#busy--;
      this.#inviteIdle();
    } else next();
  }

  #inviteIdle(): void {
    for (const work of this.#shared) {
      if (isExhausted(work)) {
        this.#shared.delete(work);
        continue;
      }
      while (this.#busy < this.#options.threads && !this.#disposed && !isExhausted(work)) {
        this.#busy++;
        this.#pool
          .run({ type: 'join', work }, (message) => {
            if (message.type === 'broken') throw message.error;
            return true;
          })
          .catch(() => {
            this.#abandoned.add(work);
            abandonWork(work);
          })
          .finally(() => this.#free());
      }
    }
  }

  /** Jobs that listen to their signal get a moment to clean up. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const watch of this.#watches) watch.abort('the build was interrupted');
    const endMs = performance.now() + GRACE_MS;
    while (this.#watches.size > 0 && performance.now() < endMs) await setTimeout(10);
    await this.#pool.destroy();
    for (const next of this.#waiting.splice(0)) next();
  }
}

function crashed(job: Job, error: unknown): JobResult {
  const problem = machineProblem(error);
  if (problem !== undefined) return failedJob(job, problem);
  const message = `the thread that compiled it died: ${error instanceof Error ? error.message : String(error)}`;
  const hint = 'Build with fewer jobs (-j), or make the source smaller. If the problem remains, report it.';
  return failedJob(job, { code: 'internal/worker', message, hint });
}
