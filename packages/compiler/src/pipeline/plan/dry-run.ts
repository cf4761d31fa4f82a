// Predicts what a build would do and writes nothing. What only compiling can find out is taken from the last record and marked as assumed.

import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import { selectWanted } from '../discover/select-sources.js';
import { openProject } from '../project.js';
import { registryWithPlugins } from '../project-registry.js';
import type { BuildLog } from '../report/build-log.js';
import { FactGatherer } from './gather-facts.js';
import { planBuild } from './plan.js';
import { predictRemovals } from './plan-removals.js';

export async function predictBuild(
  options: BuildOptions,
  { host, registry: ours }: BuildEnvironment,
  log: BuildLog,
): Promise<BuildResult> {
  const { config, paths, noCache = false } = options;
  const registry = await registryWithPlugins(ours, config.plugins);
  const project = await openProject(config, host, registry);
  const { records, leftovers, foreign } = project.cache;
  const facts = new FactGatherer(project, { noCache, predict: true }).gather(selectWanted(project, paths, log));
  const plan = planBuild(facts);
  log.announce(plan);
  for (const { asset } of plan.keep) log.kept(asset, records, records.diagnosticsOf(asset.key));
  log.refused(plan.refused);
  // A build that fails removes nothing.
  if (!log.hasProblem) {
    const sources = new Set(project.assets.map(({ source }) => source));
    const complete = paths === undefined && config.pluginsLeft === undefined;
    const removals = predictRemovals(plan, { records, leftovers, sources, complete });
    log.plannedRemovals(removals.filter(({ path }) => !foreign.has(path) && project.outputs.isThere(path)));
  }
  return log.end({ status: log.hasProblem ? 'failed' : 'ok', ignored: project.discovery.skipped.length });
}
