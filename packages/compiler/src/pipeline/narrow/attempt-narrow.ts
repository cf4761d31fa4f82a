// A narrow build: only the assets that changed files can concern are checked, because everything else is known to be as the last build
// left it (see since.ts). They are made as in every build. If one of them then concerns other assets in another way than before, fails or
// warns, the attempt is given up, and a build of everything continues from what was made.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunningBuild } from '../build.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildResult } from '../build-options.js';
import { openBuildServices } from '../build-services.js';
import { CACHE_FILE } from '../cache/cache-state.js';
import { prepareSeal } from '../cache/seal.js';
import { throwIfLockLost } from '../commit/lock-lost.js';
import { outputPathsOf } from '../commit/output-path.js';
import { Compute } from '../execute/compute.js';
import { Execution } from '../execute/execute.js';
import type { FinishRequest } from '../finish/finish.js';
import { FactGatherer, NO_REFERENCES } from '../plan/gather-facts.js';
import { type AssetFacts, type Plan, planBuild } from '../plan/plan.js';
import type { BuildLog } from '../report/build-log.js';
import { finishMoved } from './finish-moved.js';
import { finishNarrow } from './finish-narrow.js';
import { type NarrowProject, openNarrowProject } from './narrow-project.js';
import { hasSameShape } from './same-shape.js';
import type { Since } from './since.js';

/** Undefined if everything has to be checked. */
export async function attemptNarrowBuild(
  options: RunningBuild,
  since: Since,
  environment: BuildEnvironment,
  log: BuildLog,
): Promise<BuildResult | undefined> {
  const { config, signal } = options;
  const { host, registry, validate, packSource } = environment;
  if (prepareSeal(host).length > 0) return undefined;
  const start = { ms: host.now(), recordStat: host.stat(join(config.output, CACHE_FILE)) };
  const project = await openNarrowProject(since, config, host, registry);
  if (project === undefined) return undefined;
  const gatherer = new FactGatherer(project, { noCache: false, predict: false });
  const plan = planOf(project.assets.map((asset) => gatherer.check(asset)));
  const threads = Math.max(1, options.jobs ?? availableParallelism());
  const services = openBuildServices(project, options, registry, environment.executors.overheadBytes(threads));
  if (services.store !== undefined && services.store.problems.length > 0) return undefined;
  const onDistrust = () => {};
  const compute = new Compute({
    config,
    environment,
    registry,
    services,
    threads,
    openFarm: undefined,
    onDistrust,
    log,
  });
  const execution = new Execution({ services, gatherer, compute, log });
  const request: FinishRequest = { options, project, services, execution, validate, packSource, registry, log };
  const giveUp = async (): Promise<undefined> => {
    await services.writer.keepNotes();
    return undefined;
  };
  const stop = () => compute.abort();
  signal.addEventListener('abort', stop, { once: true });
  log.announce(plan);
  try {
    await execution.run(plan);
    if (log.hasProblem || !concernsNoOthers(project, execution) || concernsCode(project, execution))
      return await giveUp();
    const moved = await finishMoved(request, project);
    if (moved === undefined) return await giveUp();
    const ending = await finishNarrow(request, project, since, start, moved);
    await services.store?.evict();
    await compute.finishUploads(signal);
    return log.end(ending);
  } catch (error) {
    throwIfLockLost(signal);
    if (!signal.aborted) throw error;
    return await giveUp();
  } finally {
    signal.removeEventListener('abort', stop);
    compute.closeSharedCache();
  }
}

/** Sources that others refer to are decided already (see asRecorded), so nothing waits. */
const planOf = (wanted: readonly AssetFacts[]): Plan =>
  planBuild({ wanted, others: [], references: NO_REFERENCES, lastBuildSucceeded: true, unknown: 'wait' });

/** Generated code names assets, and what some kinds contribute. */
function concernsCode({ config, kinds, added, removed }: NarrowProject, { made }: Execution): boolean {
  if (config.codegen === undefined) return false;
  if (added.size > 0 || removed.length > 0) return true;
  return [...made.values()].some(({ kind }) => kinds.find(kind)?.codeNames !== undefined);
}

function concernsNoOthers(
  { cache: { records }, kinds, added, resettled }: NarrowProject,
  { made, kept }: Execution,
): boolean {
  const rewritten = new Set<string>();
  for (const [key, record] of made) {
    if (added.has(key)) {
      if (record.diagnostics.length > 0) return false;
      continue;
    }
    const before = records.get(key);
    if (before === undefined || before.diagnostics.length > 0) return false;
    const isResettled = resettled.has(record.source);
    const asBefore = isResettled ? { ...record, settings: before.settings } : record;
    if (!hasSameShape(before, asBefore, (name) => kinds.find(name))) return false;
    if (record.name !== undefined) for (const path of outputPathsOf(record)) rewritten.add(path);
  }
  for (const key of kept.keys()) if (records.diagnosticsOf(key).length > 0) return false;
  // Derived assets may share an output while its content is the same for all.
  if (rewritten.size > 0)
    for (const [path, , key] of records.outputs()) if (rewritten.has(path) && !made.has(key)) return false;
  return true;
}
