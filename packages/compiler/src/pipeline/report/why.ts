// Why an asset would or would not rebuild: the plan's verdict, its settings with their origins, what it read, what it wrote.

import { isAbsolute, relative } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { SettingValue } from '../../model/kind/setting.js';
import { registry as allKinds } from '../../registry.js';
import type { Asset } from '../asset.js';
import { type AssetRecord, assetId, type Dependency } from '../cache/record.js';
import { declaredPaths, outputPathOf } from '../commit/output-path.js';
import { diskHost } from '../host/disk-host.js';
import type { Host } from '../host/host.js';
import { compareText, normalizeInside } from '../host/source-path.js';
import { FactGatherer } from '../plan/gather-facts.js';
import { type Planned, planBuild, plannedAssets } from '../plan/plan.js';
import { meaningOf } from '../plan/source-uses.js';
import { dependencyReason, type Facts } from '../plan/staleness.js';
import { openProject, type Project } from '../project.js';
import { registryWithPlugins } from '../project-registry.js';
import type { PlannedAsset } from './events.js';

/** Options of `why`. */
export interface WhyOptions {
  readonly config: Config;
  /**
   * A source or an output: absolute, or relative to the input or to the output folder. `models/chair.glb#tex_0` names a
   * derived asset.
   */
  readonly path: string;
  readonly signal?: AbortSignal;
}

/** A setting that an asset used, and where its value comes from. */
export interface WhySetting {
  /** `texture.quality` */
  readonly name: string;
  readonly value: SettingValue;
  /** `presets.mobile.rules[0]`, or `built-in`. */
  readonly origin: string;
}

/** Something that an asset was compiled from. */
export interface WhyDependency {
  readonly path: string;
  /** How it was used: its bytes, a part of them, whether it exists, the names in a folder, another asset's settings, whether it is compiled, what it uses this one for. */
  readonly what: 'bytes' | 'part' | 'existence' | 'listing' | 'settings' | 'mention' | 'use';
  readonly state: 'unchanged' | 'changed' | 'missing' | 'appeared';
}

/** An output of an asset. */
export interface WhyOutput {
  readonly path: string;
  readonly sizeBytes: number;
  readonly state: 'intact' | 'edited' | 'missing';
}

/** Why an asset would be built again or kept. */
export interface WhyReport extends PlannedAsset {
  /** What its source is compiled as, and why: `normal, by the ending "_n" of its name (texture.suffixes)`; null if its kind has no meanings. */
  readonly takenFor: string | null;
  /** Other rules that decide how it is compiled. */
  readonly notes: readonly string[];
  /** Settings that the kind depends on. */
  readonly settings: readonly WhySetting[];
  readonly dependencies: readonly WhyDependency[];
  readonly outputs: readonly WhyOutput[];
  /** recorded: an earlier build wrote it · none: never built, or the record is gone. */
  readonly cache: 'recorded' | 'none';
  /** Where its outputs were taken from: `compiled` here, the content `store`, the shared cache (`remote`), an equal asset of the same build (`twin`); null: not built. */
  readonly from: 'compiled' | 'store' | 'remote' | 'twin' | null;
  /** Whether `action` is `build`. */
  readonly wouldRebuild: boolean;
  /** Diagnostics of the last build if it could not compile it; else empty. */
  readonly failed: readonly Diagnostic[];
  /** Assets found inside this one. */
  readonly derived: readonly string[];
}

/** One report per asset that the path names: an output may be written by several. Empty if the path is unknown. */
export async function why(
  { config, path, signal }: WhyOptions,
  host: Host = diskHost,
  registry: Registry = allKinds,
): Promise<readonly WhyReport[]> {
  const project = await openProject(config, host, await registryWithPlugins(registry, config.plugins));
  signal?.throwIfAborted();
  const plan = planBuild(new FactGatherer(project, { noCache: false, predict: true }).gather());
  const names = namesOf(path, config);
  return plannedAssets(plan)
    .filter(({ planned }) => isNamed(planned.asset, names, project))
    .sort((a, b) => compareText(a.planned.asset.key, b.planned.asset.key))
    .map(({ planned, action }) => reportOn(planned, action, project));
}

function isNamed(asset: Asset, names: ReadonlySet<string>, { cache }: Project): boolean {
  if (names.has(asset.source) || names.has(asset.id)) return true;
  const recorded = cache.records.outputsOf(asset.key);
  const outputs =
    recorded.length > 0
      ? recorded
      : declaredPaths(asset.base, asset.kind.suffixes(asset.settings.values, asset.source));
  return outputs.some((output) => names.has(output));
}

/** Possible meanings of the path, relative to the input and to the output. */
function namesOf(path: string, config: Config): ReadonlySet<string> {
  const candidates = isAbsolute(path) ? [relative(config.input, path), relative(config.output, path)] : [path];
  return new Set(candidates.flatMap((candidate) => normalizeInside(candidate) ?? []));
}

function reportOn({ asset, reasons, assumed }: Planned, action: PlannedAsset['action'], project: Project): WhyReport {
  const { cache, facts } = project;
  const record = cache.records.get(asset.key);
  return {
    id: asset.id,
    source: asset.source,
    kind: asset.kind.name,
    action,
    reasons,
    assumed,
    takenFor: meaningOf(asset) ?? null,
    notes: asset.params === undefined ? [] : (asset.kind.notesOn?.(asset.params, asset.settings.all) ?? []),
    settings: settingsOf(asset),
    dependencies: [
      ...(record?.dependencies ?? []).map((dependency) => stateOf(asset, dependency, facts)),
      ...usersOf(asset, record),
    ],
    outputs: record === undefined ? [] : outputsOf(record, facts),
    cache: record === undefined ? 'none' : 'recorded',
    from: record === undefined ? null : (record.from ?? 'compiled'),
    wouldRebuild: action === 'build',
    failed: cache.failures.get(asset.key)?.diagnostics ?? [],
    derived: record?.derived.map((derived) => assetId(asset.source, derived.name)) ?? [],
  };
}

function settingsOf(asset: Asset): readonly WhySetting[] {
  return Object.entries(asset.settings.values).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => ({
      name: `${group}.${name}`,
      value,
      origin: asset.settings.origins[`${group}.${name}`] ?? 'built-in',
    })),
  );
}

function outputsOf(record: AssetRecord, facts: Facts): readonly WhyOutput[] {
  return record.outputs.map((output) => {
    const path = outputPathOf(record, output);
    return { path, sizeBytes: output.sizeBytes, state: facts.output(path, output) };
  });
}

/** The assets that decide what the asset is compiled as; empty for a source that was never compiled. */
function usersOf(asset: Asset, record: AssetRecord | undefined): readonly WhyDependency[] {
  if (record === undefined) return [];
  const state = record.params === asset.chosenMeaning ? 'unchanged' : 'changed';
  return (asset.usage?.by ?? []).map((path) => ({ path, what: 'use', state }));
}

function stateOf(asset: Asset, dependency: Dependency, facts: Facts): WhyDependency {
  const changed = dependencyReason(asset, dependency, facts) !== undefined;
  const state = changed ? 'changed' : 'unchanged';
  const unlessGone = (path: string) => (changed && facts.digest(path) === undefined ? 'missing' : state);
  switch (dependency.type) {
    case 'bytes':
      return { path: dependency.path, what: 'bytes', state: unlessGone(dependency.path) };
    case 'part':
      return { path: dependency.ref.file, what: 'part', state: unlessGone(dependency.ref.file) };
    case 'existence': {
      const now = dependency.exists ? 'missing' : 'appeared';
      return { path: dependency.path, what: 'existence', state: changed ? now : 'unchanged' };
    }
    case 'listing': {
      const gone = changed && facts.listing(dependency.folder) === null;
      return { path: dependency.folder, what: 'listing', state: gone ? 'missing' : state };
    }
    case 'settings-for':
      return { path: `${asset.source}#${dependency.name}`, what: 'settings', state };
    case 'settings-of':
      return { path: dependency.path, what: 'settings', state };
    case 'mention':
      return {
        path: dependency.path,
        what: 'mention',
        state: changed && !facts.exists(dependency.path) ? 'missing' : state,
      };
  }
}
