// The loop of a worker thread, one request after another: compile an asset, or join the work that another thread shares.

import { parentPort, workerData } from 'node:worker_threads';
import type { Layer } from '../../config/config.js';
import type { PluginBundle } from '../../model/kind/plugin-bundle.js';
import type { Registry } from '../../model/kind/registry.js';
import { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import type { SourceRules } from '../discover/source-finder.js';
import { diskHost } from '../host/disk-host.js';
import { registryWithPlugins } from '../project-registry.js';
import { bytesIn, collectAfter, collectSoonAfter, lendCollector } from './collect-garbage.js';
import { settingsReader } from './input/sent-settings.js';
import type { Job, JobOutput, JobResult } from './job.js';
import { type PartsPlace, partsIn } from './kept-parts.js';
import { runJob } from './run-job.js';
import { setClockAhead } from './set-clock-ahead.js';
import { finishWork, isExhausted, joinWork, loadTask, runTask, type SharedWork, shareWork } from './shared-work.js';

/** Passed to every thread when it starts. */
export interface WorkerSetup {
  readonly root: string;
  readonly exclude: readonly string[];
  readonly layers: readonly Layer[];
  readonly sources: SourceRules;
  /** How far the threads' clocks are set ahead. Default: not at all. */
  readonly clockAheadMs?: number;
  readonly plugins?: readonly PluginBundle[];
  /** The content store that parts of jobs are kept in. If absent, none are. */
  readonly parts?: PartsPlace | undefined;
}

/** Data that the pool adds for its threads. */
export interface WorkerSlots {
  /** A cell for each job at a time: the number of the last that has begun. */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/** Its settings as JSON: thousands of jobs have the same, and text is sent in a tenth of the time of an object. */
type SentJob = Omit<Job, 'settings'> & { readonly settings: string };

export type WorkerRequest =
  /** `number` is written to the slot when it begins. `reportsStart`: `begun` is sent as well. */
  | {
      readonly type: 'job';
      readonly job: SentJob;
      readonly slot: number;
      readonly number: number;
      readonly reportsStart: boolean;
    }
  /** The running job is cancelled: its signal aborts. */
  | { readonly type: 'abort'; readonly reason: string }
  | { readonly type: 'join'; readonly work: SharedWork };

/** `result`, `joined` and `broken` end a request. */
export type WorkerMessage =
  | { readonly type: 'begun' }
  | { readonly type: 'share'; readonly work: SharedWork }
  /** The shared work is done. Its memory must not stay until the end of the job. */
  | { readonly type: 'unshare' }
  | { readonly type: 'result'; readonly result: JobResult }
  | { readonly type: 'joined' }
  | { readonly type: 'broken'; readonly error: unknown };

/** Below this, a copy is cheaper than checking whether the kind still uses the buffer. */
const COPY_BYTES = 1 << 16;
/** Below this, helpers are called only if the work takes long: calling them takes longer than a small image. */
const SHARED_BYTES = 1 << 18;
const ALONE_MS = 1;
/** Only a job with a limit can be aborted. A signal for each of the others would take a fiftieth of a small job's time. */
const neverAborted = new AbortController().signal;

export function serveJobs(registry: Registry, setup: WorkerSetup & WorkerSlots = workerData): void {
  if (setup.clockAheadMs !== undefined) setClockAhead(setup.clockAheadMs);
  lendCollector();
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  const opened = registryWithPlugins(registry, setup.plugins).then((whole) => server(whole, setup, send));
  parentPort?.on('message', (request: WorkerRequest) => {
    opened.then((serve) => serve(request)).catch((error: unknown) => send({ type: 'broken', error }));
  });
}

type Send = (message: WorkerMessage, transfer?: ArrayBuffer[]) => void;

function server(
  registry: Registry,
  setup: WorkerSetup & WorkerSlots,
  send: Send,
): (request: WorkerRequest) => Promise<void> {
  const input = new InputFolder(diskHost, setup);
  const { sources } = setup;
  const resolver = new SettingsResolver(setup, registry);
  const settingsOf = settingsReader();
  const parts = setup.parts && partsIn(diskHost, setup.parts);
  let running: AbortController | undefined;
  return async (request) => {
    if (request.type === 'abort') {
      running?.abort(new Error(request.reason));
      return;
    }
    if (request.type === 'join') {
      const { task, payload } = request.work;
      const sharedBytes = bytesIn(payload);
      joinWork(await loadTask(registry, task), request.work);
      send({ type: 'joined' });
      // When the request itself is done.
      collectSoonAfter(sharedBytes);
      return;
    }
    Atomics.store(setup.begun, request.slot, request.number);
    if (request.reportsStart) send({ type: 'begun' });
    running = request.reportsStart ? new AbortController() : undefined;
    const signal = running?.signal ?? neverAborted;
    // Code of users gets a copy, because it may change them.
    const settings = request.reportsStart ? JSON.parse(request.job.settings) : settingsOf(request.job.settings);
    const job: Job = { ...request.job, settings };
    let largestBytes = 0;
    let held = { task: '', bytes: 0 };
    const parallel = async (task: string, count: number, payload: unknown) => {
      const run = await loadTask(registry, task);
      // The memory of earlier work is garbage now. It must not stay allocated during the next job.
      if (task !== held.task) collectAfter(held.bytes);
      held = { task, bytes: bytesIn(payload) };
      if (count < 2) {
        if (count === 1) runTask(run, payload, 0);
        return;
      }
      const work = shareWork(task, count, payload);
      largestBytes = Math.max(largestBytes, held.bytes);
      if (held.bytes < SHARED_BYTES) joinWork(run, work, ALONE_MS);
      const isShared = !isExhausted(work);
      if (isShared) send({ type: 'share', work });
      finishWork(run, work, signal);
      if (isShared) send({ type: 'unshare' });
    };
    const { result, transfer } = detachable(
      await runJob(job, { registry, input, sources, resolver, parallel, parts }, signal),
    );
    send({ type: 'result', result }, transfer);
    setImmediate(collectAfter, largestBytes);
  };
}

/**
 * Buffers to transfer instead of copying; outputs that share a buffer with anything else are copied first. Shared memory is neither
 * transferred nor copied: this thread does not read it again.
 */
function detachable(result: JobResult): { readonly result: JobResult; readonly transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const all = [...result.outputs, ...result.outputsByPreset.flat()];
  const detach = (output: JobOutput): JobOutput => {
    const { bytes } = output;
    const whole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
    const own =
      whole && bytes.byteLength > COPY_BYTES && !all.some((o) => o !== output && o.bytes.buffer === bytes.buffer);
    const isShared = bytes.buffer instanceof SharedArrayBuffer && bytes.byteLength > COPY_BYTES;
    const kept = own || isShared ? bytes : bytes.slice();
    if (kept.buffer instanceof ArrayBuffer) transfer.push(kept.buffer);
    return { ...output, bytes: kept };
  };
  const outputs = result.outputs.map(detach);
  const outputsByPreset = result.outputsByPreset.map((own) => own.map(detach));
  return { result: { ...result, outputs, outputsByPreset }, transfer };
}
