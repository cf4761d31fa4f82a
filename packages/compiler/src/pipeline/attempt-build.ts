// One attempt at a build, from the record of the last one to the written cache. There is a second one only if a worker of a farm made something
// wrong: the first then ends like a build that was stopped, without anything that workers made.

import { availableParallelism } from 'node:os';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { RunningBuild } from './build.js';
import type { BuildEnvironment } from './build-environment.js';
import type { BuildResult } from './build-options.js';
import { openBuildServices } from './build-services.js';
import { prepareSeal } from './cache/seal.js';
import { throwIfLockLost } from './commit/lock-lost.js';
import { sweepTemporaries } from './commit/sweep-temporaries.js';
import { selectWanted } from './discover/select-sources.js';
import { Compute } from './execute/compute.js';
import { Execution } from './execute/execute.js';
import { type FinishRequest, finishBuild } from './finish/finish.js';
import { keepForNextAttempt } from './finish/keep-for-next-attempt.js';
import { SettledRecording } from './finish/settle-recording.js';
import { FactGatherer } from './plan/gather-facts.js';
import { planBuild } from './plan/plan.js';
import { openProject } from './project.js';
import { registryWithPlugins } from './project-registry.js';
import { type BuildLog, FIRST, LAST } from './report/build-log.js';

/** An attempt that has to be made again, without the farm. */
interface Abandoned {
  /** By assetKey: what workers made. */
  readonly discarded: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
}

export async function attemptBuild(
  asked: RunningBuild,
  environment: BuildEnvironment,
  log: BuildLog,
): Promise<BuildResult | Abandoned> {
  // Without plug-ins their sources are unknown. Nothing may be treated as removed, as if only some sources were selected.
  const options = asked.config.pluginsLeft === 'refused' ? { ...asked, paths: asked.paths ?? ['.'] } : asked;
  const { config, noCache = false, run } = options;
  const { host, executors, validate, packSource } = environment;
  const registry = await registryWithPlugins(environment.registry, config.plugins);
  log.report(FIRST, prepareSeal(host));
  const project = await openProject(config, host, registry);
  await sweepTemporaries(host, config, project.cache, options.lock);
  const threads = Math.max(1, options.jobs ?? availableParallelism());
  const poolSize = options.twice === true ? 2 * threads : threads;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const services = openBuildServices(project, { ...options, signal }, registry, executors.overheadBytes(poolSize));
  log.report(FIRST, services.store?.problems ?? []);
  if (config.pluginsLeft === 'refused') log.report(FIRST, [refusedPlugins()]);
  const gatherer = new FactGatherer(project, { noCache, predict: false });
  const facts = gatherer.gather(selectWanted(project, asked.paths, log));
  const openFarm = run?.hasDistrustedFarm === true ? undefined : options.farm;
  const onDistrust = () => ended.abort();
  const compute = new Compute({ config, environment, registry, services, threads, openFarm, onDistrust, log });
  const execution = new Execution({ services, gatherer, compute, log });
  const request: FinishRequest = { options, project, services, execution, validate, packSource, registry, log };

  const plan = planBuild(facts);
  const recording = new SettledRecording(request, plan);
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
    if (!ended.signal.aborted) compute.closeSharedCache();
    throwIfLockLost(signal);
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await compute.leaveFarm();
  }
  if (ended.signal.aborted) return await abandon(request, compute);
  return await finish(request, compute, recording);
}

async function finish(request: FinishRequest, compute: Compute, recording: SettledRecording): Promise<BuildResult> {
  const { options, services, log } = request;
  const { signal } = options;
  log.report(LAST, compute.farmProblems);
  try {
    if (!signal.aborted) await compute.workerResults?.believe();
    recording.beginFinish();
    const ending = await finishBuild(request);
    await services.store?.evict();
    await compute.finishUploads(signal);
    if (ending.status === 'ok') recording.settle();
    return log.end(ending);
  } finally {
    compute.closeSharedCache();
  }
}

async function abandon(request: FinishRequest, compute: Compute): Promise<Abandoned> {
  const { run, signal } = request.options;
  const discarded = compute.workerResults?.assets ?? new Set();
  if (run !== undefined) run.hasDistrustedFarm = true;
  try {
    await keepForNextAttempt(request, discarded);
    await compute.finishUploads(signal);
  } finally {
    compute.closeSharedCache();
  }
  return { discarded, problems: compute.farmProblems };
}

const refusedPlugins = (): Diagnostic => ({
  code: 'plugin/refused',
  severity: 'warning',
  message: 'the configured plug-ins are not run: their existing outputs are kept, and nothing is removed',
});
