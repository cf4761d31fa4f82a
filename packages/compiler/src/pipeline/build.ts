// A build: discover → plan → execute → commit → finish. It holds the lock of its output folder from start to end. The order of writes
// makes it safe to kill: outputs, the manifest, removals, the pack, the cache.

import type { Config } from '../config/config.js';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { BuildEnvironment } from './build-environment.js';
import type { BuildResult } from './build-options.js';
import { acquireLock, type Lock } from './commit/lock.js';
import { LockLost } from './commit/lock-lost.js';
import { outputProblem } from './commit/make-output-folder.js';
import { writeFailure } from './commit/write-failure.js';
import { inputProblem } from './discover/discover.js';
import { errorCode } from './host/host.js';
import type { NarrowBuildOptions } from './narrow/since.js';
import { BuildLog, FIRST, LAST } from './report/build-log.js';

/** Rejects only for our own bugs; problems are in the result. */
export async function runBuild(options: NarrowBuildOptions, environment: BuildEnvironment): Promise<BuildResult> {
  const { config, dryRun, signal = new AbortController().signal } = options;
  const { host } = environment;
  const log = new BuildLog(options);
  log.emit({ type: 'start', input: config.input, output: config.output, preset: config.preset ?? null });
  const problem = inputProblem(host, config) ?? outputProblem(host, config) ?? pluginProblem(config);
  if (problem !== undefined) {
    log.report(FIRST, [problem]);
    return log.end({ status: 'failed' });
  }
  let lock: Lock | undefined;
  try {
    if (dryRun === true) {
      const { predictBuild } = await import('./plan/dry-run.js');
      return await predictBuild(options, environment, log);
    }
    host.makeFolder(config.output);
    lock = await acquireLock(host, config.output, signal, (holder) =>
      log.emit({ type: 'waiting', output: config.output, ...holder }),
    );
    return await build({ ...options, lock, signal: AbortSignal.any([signal, lock.lost]) }, environment, log);
  } catch (error) {
    if (error instanceof LockLost) {
      log.report(LAST, [error.diagnostic]);
      return log.end({ status: 'failed' });
    }
    if (signal.aborted) return log.end({ status: 'interrupted' });
    if (error instanceof AssetError) {
      // A plug-in failed when the build itself called it.
      log.report(LAST, [error.diagnostic]);
      return log.end({ status: 'failed' });
    }
    // The output folder, its lock or the cache cannot be written: the user's disk, not our bug.
    if (errorCode(error) === undefined) throw error;
    log.report(LAST, [writeFailure(undefined, `the output folder ${config.output}`, error).diagnostic]);
    return log.end({ status: 'failed' });
  } finally {
    await lock?.release();
  }
}

function pluginProblem({ pluginsLeft }: Config): Diagnostic | undefined {
  if (pluginsLeft !== 'skipped') return undefined;
  const message = 'the configuration lists plug-ins, but was read without them';
  return { code: 'plugin/not-loaded', severity: 'error', message };
}

export type RunningBuild = NarrowBuildOptions & { readonly signal: AbortSignal; readonly lock: Lock };

async function build(options: RunningBuild, environment: BuildEnvironment, log: BuildLog): Promise<BuildResult> {
  if (options.since !== undefined) {
    const { attemptNarrowBuild } = await import('./narrow/attempt-narrow.js');
    const { recorder } = environment.host;
    recorder?.pause();
    const narrow = await attemptNarrowBuild(options, options.since, environment, log);
    if (narrow !== undefined) return narrow;
    recorder?.resume();
    log.startOver(new Set());
  }
  // A narrow build does not load it.
  const { attemptBuild } = await import('./attempt-build.js');
  const first = await attemptBuild(options, environment, log);
  if (!('discarded' in first)) return first;
  // A worker made something wrong: everything that workers made is compiled again, without them.
  log.startOver(first.discarded);
  log.report(LAST, first.problems);
  const { farm: _farm, ...alone } = options;
  const second = await attemptBuild(alone, environment, log);
  if ('discarded' in second) throw new Error('a build without a farm has no results of workers');
  return second;
}
