// Runs the job of a recorded asset again with other settings, in memory: neither the output nor its record changes.

import type { Config } from '../../config/config.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { Asset } from '../asset.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { Dependency } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { FactGatherer } from '../plan/gather-facts.js';
import { planBuild, plannedAssets } from '../plan/plan.js';
import { openProject } from '../project.js';
import { registryWithPlugins } from '../project-registry.js';

type Surroundings = Pick<BuildEnvironment, 'host' | 'registry' | 'executors'>;

interface Recompiled {
  readonly isFailed: boolean;
  readonly dependencies: readonly Dependency[];
  /** What it made for a path of the output. Undefined if it made none, or if it failed. */
  bytesOf(path: string): Uint8Array | undefined;
}

/** The assets of a project as they are now, by key. */
export async function plannedByKey(
  config: Config,
  { host, registry }: Pick<BuildEnvironment, 'host' | 'registry'>,
): Promise<ReadonlyMap<string, Asset>> {
  const project = await openProject(config, host, await registryWithPlugins(registry, config.plugins));
  const plan = planBuild(new FactGatherer(project, { noCache: false, predict: true }).gather());
  return new Map(plannedAssets(plan).map(({ planned }) => [planned.asset.key, planned.asset]));
}

export async function recompile(
  asset: Asset,
  settings: ResolvedSettings,
  config: Config,
  { executors }: Surroundings,
  signal: AbortSignal,
): Promise<Recompiled> {
  const executorFor = await executors.prepare(config, 2);
  const { source, name, base, params, kind } = asset;
  const job = { kind: kind.name, source, name, base, params, settings, knownFiles: [] };
  const result = await executorFor(asset).run(job, signal);
  return {
    isFailed: result.failed,
    dependencies: result.dependencies,
    bytesOf: (path) =>
      result.failed ? undefined : result.outputs.find((output) => outputPathOf(asset, output) === path)?.bytes,
  };
}
