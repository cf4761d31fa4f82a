// Compiles on the calling thread: light kinds, and everything where no worker file is at hand (tests of the source).

import type { Registry } from '../../model/kind.js';
import type { InputFolder } from '../input-folder.js';
import type { SettingsResolver } from '../settings-resolver.js';
import type { SourceRules } from '../source-finder.js';
import type { Executor } from './job.js';
import { runJob } from './run-job.js';
import { loadTask, runTask } from './shared-work.js';

export function inlineExecutor(
  registry: Registry,
  input: InputFolder,
  sources: SourceRules,
  resolver: SettingsResolver,
): Executor {
  const parallel = async (task: string, count: number, payload: unknown) => {
    const run = await loadTask(registry, task);
    for (let index = 0; index < count; index++) runTask(run, payload, index);
  };
  return {
    run: (job, signal) => runJob(job, { registry, input, sources, resolver, parallel }, signal),
    dispose: async () => {},
  };
}
