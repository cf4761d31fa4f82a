// Compiles on the calling thread: light kinds, and everything if there is no worker file (tests that run from source).

import type { Registry } from '../../model/kind/registry.js';
import type { ContentStore } from '../cache/content-store.js';
import type { InputFolder } from '../discover/input-folder.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import type { SourceRules } from '../discover/source-finder.js';
import type { Executor, Job, JobResult } from './job.js';
import { tookTooLong } from './job-watch.js';
import { runJob } from './run-job.js';
import { loadTask, runTask } from './shared-work.js';
import { startWallLimit } from './wall-limit.js';

export function inlineExecutor(
  registry: Registry,
  input: InputFolder,
  sources: SourceRules,
  resolver: SettingsResolver,
  parts?: () => ContentStore,
): Executor {
  const parallel = async (task: string, count: number, payload: unknown) => {
    const run = await loadTask(registry, task);
    for (let index = 0; index < count; index++) runTask(run, payload, index);
  };
  const environment = { registry, input, sources, resolver, parallel, parts };
  return {
    run: (job, signal, limitMs) =>
      limitMs === undefined ? runJob(job, environment, signal) : runLimited(job, environment, signal, limitMs),
    dispose: async () => {},
  };
}

/** An endless loop cannot be stopped on this thread; a job that waits forever can. */
async function runLimited(
  job: Job,
  environment: Parameters<typeof runJob>[1],
  signal: AbortSignal,
  limitMs: number,
): Promise<JobResult> {
  const limit = new AbortController();
  let cancelLimit = (): void => {};
  const tooLong = new Promise<JobResult>((resolve) => {
    cancelLimit = startWallLimit(limitMs, () => {
      limit.abort(new Error('the time limit of the asset'));
      resolve(tookTooLong(job, limitMs));
    });
  });
  try {
    const running = runJob(job, environment, AbortSignal.any([signal, limit.signal]));
    return await Promise.race([
      running.catch((error) => (limit.signal.aborted ? tooLong : Promise.reject(error))),
      tooLong,
    ]);
  } finally {
    cancelLimit();
  }
}
