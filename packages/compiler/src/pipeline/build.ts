// The build as callers see it: discover → plan → execute → commit on the real disk with every registered kind.

import { fileURLToPath } from 'node:url';
import { registry } from '../registry.js';
import type { BuildOptions, BuildResult } from './build-options.js';
import { type BuildEnvironment, BuildSession } from './build-session.js';
import type { Validate } from './finish.js';
import { diskHost } from './host.js';
import { Executors } from './workers/executors.js';

export type { BuildOptions, BuildResult } from './build-options.js';

/** Beside the entry in dist, or one up from its chunks; absent when run from source, where jobs then run on this thread. */
function workerFile(): string | undefined {
  return ['./worker.js', '../worker.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => diskHost.stat(path)?.type === 'file');
}

export function diskEnvironment(validate: Validate): BuildEnvironment {
  return { host: diskHost, registry, executors: new Executors(diskHost, registry, workerFile()), validate };
}

export async function runBuild(options: BuildOptions, environment: BuildEnvironment): Promise<BuildResult> {
  return new BuildSession(options, environment).run();
}

/** Builds once and lets the threads go. */
export async function buildOnce(options: BuildOptions, validate: Validate): Promise<BuildResult> {
  const environment = diskEnvironment(validate);
  try {
    return await runBuild(options, environment);
  } finally {
    await environment.executors.dispose();
  }
}
