// A build: discover → plan → execute → commit → finish. It holds the lock of its output folder from start to end. The order of writes
// makes it safe to kill: outputs, the manifest, removals, the pack, the cache.

import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.js';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { BuildEnvironment } from './build-environment.js';
import type { BuildOptions, BuildResult } from './build-options.js';
import { openBuildServices } from './build-services.js';
import { prepareSeal } from './cache/seal.js';
import { acquireLock, type Lock } from './commit/lock.js';
import { LockLost, throwIfLockLost } from './commit/lock-lost.js';
import { outputProblem } from './commit/make-output-folder.js';
import { sweepTemporaries } from './commit/sweep-temporaries.js';
import { writeFailure } from './commit/write-failure.js';
import { inputProblem } from './discover/discover.js';
import { selectWanted } from './discover/select-sources.js';
import { Compute } from './execute/compute.js';
import { Execution } from './execute/execute.js';
import { finishBuild } from './finish/finish.js';
import { errorCode } from './host/host.js';
import { FactGatherer } from './plan/gather-facts.js';
import { planBuild } from './plan/plan.js';
import { openProject } from './project.js';
import { registryWithPlugins } from './project-registry.js';
import { BuildLog, FIRST, LAST } from './report/build-log.js';

/** Rejects only for our own bugs; problems are in the result. */
export async function runBuild(options: BuildOptions, environment: BuildEnvironment): Promise<BuildResult> {
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

const refusedPlugins = (): Diagnostic => ({
  code: 'plugin/refused',
  severity: 'warning',
  message: 'the configured plug-ins are not run: their existing outputs are kept, and nothing is removed',
});

export type RunningBuild = BuildOptions & { readonly signal: AbortSignal; readonly lock: Lock };

async function build(asked: RunningBuild, environment: BuildEnvironment, log: BuildLog): Promise<BuildResult> {
  // Without plug-ins their sources are unknown. Nothing may be treated as removed, as if only some sources were selected.
  const options = asked.config.pluginsLeft === 'refused' ? { ...asked, paths: asked.paths ?? ['.'] } : asked;
  const { config, noCache = false, signal } = options;
  const { host, executors, validate } = environment;
  const registry = await registryWithPlugins(environment.registry, config.plugins);
  log.report(FIRST, prepareSeal(host));
  const project = await openProject(config, host, registry);
  await sweepTemporaries(host, config.output, project.cache, options.lock);
  const threads = Math.max(1, options.jobs ?? availableParallelism());
  const poolSize = options.twice === true ? 2 * threads : threads;
  const services = openBuildServices(project, options, registry, executors.overheadBytes(poolSize));
  log.report(FIRST, services.store?.problems ?? []);
  if (config.pluginsLeft === 'refused') log.report(FIRST, [refusedPlugins()]);
  const gatherer = new FactGatherer(project, { noCache, predict: false });
  const facts = gatherer.gather(selectWanted(project, asked.paths, log));
  const compute = new Compute({ config, environment, registry, services, threads, openFarm: options.farm, log });
  const execution = new Execution({ services, gatherer, compute, log });

  const plan = planBuild(facts);
  log.announce(plan);
  const stop = () => compute.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await execution.run(plan);
    // Sources that may yield are decided now that all references are known.
    if (plan.waiting.length > 0) {
      const late = planBuild(gatherer.decidable(facts, plan.waiting, execution.referringOf));
      log.planned(late);
      await execution.run(late);
    }
    if (options.twice === true) {
      const { compileTwice } = await import('./twice/compile-twice.js');
      await compileTwice({ config, services, execution, executors, threads, log });
    }
  } catch (error) {
    compute.closeSharedCache();
    throwIfLockLost(signal);
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await compute.leaveFarm();
  }
  log.report(LAST, compute.farmProblems);
  try {
    const ending = await finishBuild({ options, project, services, execution, validate, registry, log });
    await services.store?.evict();
    await compute.finishUploads();
    return log.end(ending);
  } finally {
    compute.closeSharedCache();
  }
}
