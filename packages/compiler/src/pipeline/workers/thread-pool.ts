// Threads of one program, each with one request at a time, started when they are first needed. A thread that dies fails only its own
// request; the next request gets a new thread.

import { SHARE_ENV, Worker } from 'node:worker_threads';

interface ThreadPoolOptions {
  /** Absolute path of the thread's JavaScript, which must listen to its parent port. */
  readonly workerFile: string;
  readonly threads: number;
  readonly workerData: unknown;
  /** Heap limit of one thread. Default: Node's. */
  readonly heapMegabytes?: number | undefined;
}

interface Request<M> {
  /** Returns true if this message was the last of the request. An exception fails the request, not the thread. */
  readonly onMessage: (message: M) => boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The thread of a running request. */
export interface WorkerHold<R> {
  /** Sends another message for the request. */
  send(message: R): void;
  /** Terminates the thread. The request is rejected with this error. */
  end(reason: Error): void;
}

interface Thread<M> {
  readonly worker: Worker;
  /** Ends a thread that has been idle for long. */
  readonly retirement: NodeJS.Timeout;
  request: Request<M> | undefined;
}

const IDLE_MS = 60_000;
/** Whether the program came as text with `--input-type`: a thread that inherits the flag does not start. */
const IS_TEXT = process.execArgv.some((flag) => flag.startsWith('--input-type'));

export class ThreadPool<R, M> {
  readonly #options: ThreadPoolOptions;
  readonly #all = new Set<Thread<M>>();
  /** The thread that worked last is used first: it has the most compiled code and cached data. */
  readonly #idle: Thread<M>[] = [];
  #isDestroyed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Never called for more concurrent requests than threads. Rejects if the thread dies. */
  async run(
    request: R,
    onMessage: Request<M>['onMessage'],
    onStart: (hold: WorkerHold<R>) => void = () => {},
  ): Promise<void> {
    if (this.#isDestroyed) throw new Error('its threads were ended');
    const thread = this.#idle.pop() ?? this.#start();
    await new Promise<void>((resolve, reject) => {
      const own: Request<M> = { onMessage, resolve, reject };
      thread.request = own;
      onStart({
        send: (message) => {
          if (thread.request === own) thread.worker.postMessage(message);
        },
        end: (reason) => {
          if (thread.request === own) this.#end(thread, reason);
        },
      });
      // A working thread keeps the program alive, an idle one does not.
      thread.worker.ref();
      thread.worker.postMessage(request);
    });
  }

  get hasStarted(): boolean {
    return this.#all.size > 0;
  }

  /** Starts the first thread, which then waits for its first request. */
  getReady(): void {
    if (this.#isDestroyed || this.#all.size > 0) return;
    this.#rest(this.#start());
  }

  #start(): Thread<M> {
    const { workerFile, threads, workerData, heapMegabytes } = this.#options;
    if (this.#all.size >= threads) throw new Error('more requests than threads');
    const worker = new Worker(workerFile, {
      workerData,
      env: SHARE_ENV,
      ...(IS_TEXT && { execArgv: [] }),
      trackUnmanagedFds: false,
      ...(heapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    const thread: Thread<M> = {
      worker,
      retirement: setTimeout(() => this.#retire(thread), IDLE_MS).unref(),
      request: undefined,
    };
    this.#all.add(thread);
    worker.on('message', (message: M) => this.#heard(thread, message));
    worker.on('messageerror', (error) => this.#lost(thread, error));
    worker.on('error', (error) => this.#lost(thread, error));
    worker.on('exit', (code) => this.#lost(thread, new Error(`it ended with code ${code}`)));
    return thread;
  }

  #heard(thread: Thread<M>, message: M): void {
    const { request } = thread;
    if (request === undefined) return;
    let settle = request.resolve;
    try {
      if (!request.onMessage(message)) return;
    } catch (error) {
      settle = () => request.reject(error);
    }
    thread.request = undefined;
    if (!this.#isDestroyed) this.#rest(thread);
    settle();
  }

  /** Never a thread that is being terminated: Node keeps the program alive until it has ended. */
  #rest(thread: Thread<M>): void {
    thread.worker.unref();
    thread.retirement.refresh();
    this.#idle.push(thread);
  }

  /** An idle thread does no harm. */
  #lost(thread: Thread<M>, error: unknown): void {
    this.#forget(thread);
    const { request } = thread;
    thread.request = undefined;
    request?.reject(error);
  }

  #forget(thread: Thread<M>): void {
    clearTimeout(thread.retirement);
    this.#all.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  #retire(thread: Thread<M>): void {
    if (thread.request === undefined) this.#end(thread, new Error('it had nothing to do'));
  }

  /** The next request gets another thread immediately, even if this one takes long to end. */
  #end(thread: Thread<M>, reason: Error): void {
    this.#lost(thread, reason);
    void thread.worker.terminate();
  }

  /** Requests that still run are rejected. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    await Promise.all([...this.#all].map(({ worker }) => worker.terminate()));
  }
}
