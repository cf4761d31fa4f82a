// Why an asset would or would not rebuild: its settings with their origins, what it read, what it wrote.

import { isAbsolute, relative } from 'node:path';
import type { Config } from '../config/config.js';
import type { Registry } from '../model/kind.js';
import type { SettingValue } from '../model/setting.js';
import { registry as allKinds } from '../registry.js';
import { type Asset, derivedAsset, sourceAsset } from './asset.js';
import { type CacheState, loadCache } from './cache/cache-log.js';
import { type AssetRecord, assetId, type Dependency } from './cache/record.js';
import { discover } from './discover.js';
import { gatherFacts, outputFacts } from './facts.js';
import { diskHost, type Host } from './host.js';
import { InputFolder } from './input-folder.js';
import { InputState } from './input-state.js';
import { KindIdentities } from './kind-identities.js';
import { SettingsResolver } from './settings-resolver.js';
import { normalizeInside } from './source-path.js';
import { dependencyReason, type Facts, staleReasons } from './staleness.js';

/** What `why` is asked for. */
export interface WhyOptions {
  readonly config: Config;
  /**
   * A source or an output: absolute, or relative to the input or to the output folder. `models/chair.glb#tex_0` names a
   * derived asset.
   */
  readonly path: string;
  readonly signal?: AbortSignal;
}

/** A setting that an asset looked at, and where its value comes from. */
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
  /** What of it was looked at: its bytes, a part of them, whether it exists, the names in a folder, another asset's settings. */
  readonly what: 'bytes' | 'part' | 'existence' | 'listing' | 'settings';
  readonly state: 'unchanged' | 'changed' | 'missing' | 'appeared';
}

/** A file that an asset gave. */
export interface WhyOutput {
  readonly path: string;
  readonly sizeBytes: number;
  readonly state: 'intact' | 'edited' | 'missing';
}

/** Why an asset would be built again or left alone. */
export interface WhyReport {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  /** Settings that the kind depends on. */
  readonly settings: readonly WhySetting[];
  readonly dependencies: readonly WhyDependency[];
  readonly outputs: readonly WhyOutput[];
  /** recorded: an earlier build wrote it · none: never built, or the record is gone. */
  readonly cache: 'recorded' | 'none';
  readonly wouldRebuild: boolean;
  /** Empty where it would not. */
  readonly reasons: readonly string[];
  /** Assets found inside this one. */
  readonly derived: readonly string[];
}

/** One report per asset that the path names: an output may be written by several. Empty: nobody knows the path. */
export async function why(
  options: WhyOptions,
  host: Host = diskHost,
  registry: Registry = allKinds,
): Promise<readonly WhyReport[]> {
  const { config } = options;
  const cache = loadCache(host, config.output);
  const resolver = new SettingsResolver(config, registry);
  const input = new InputFolder(host, { root: config.input, exclude: config.exclude });
  const state = new InputState(input, cache.files);
  const facts = gatherFacts(state, resolver, outputFacts(host, config.output));
  const names = namesOf(options.path, config);
  const isNamed = (asset: Asset): boolean => {
    if (names.has(asset.source) || names.has(asset.id)) return true;
    const record = cache.records.get(asset.key);
    const suffixes =
      record?.outputs.map((output) => output.suffix) ?? asset.kind.suffixes(asset.settings.values, asset.source);
    return suffixes.some((suffix) => names.has((record?.base ?? asset.base) + suffix));
  };
  const kinds = new KindIdentities(registry);
  const reports: WhyReport[] = [];
  for (const source of discover(input, config, registry).sources) {
    options.signal?.throwIfAborted();
    const asset = sourceAsset(source, await kinds.learn(source.kind), resolver);
    if (isNamed(asset)) reports.push(reportOn(asset, cache, facts));
    for (const derived of cache.records.get(asset.key)?.derived ?? []) {
      const kind = kinds.find(derived.kind);
      if (kind === undefined) continue;
      const child = derivedAsset(asset, derived, kind, await kinds.learn(kind), resolver);
      if (isNamed(child)) reports.push(reportOn(child, cache, facts));
    }
  }
  return reports;
}

/** What the path may mean, relative to the input and to the output. */
function namesOf(path: string, config: Config): ReadonlySet<string> {
  const candidates = isAbsolute(path) ? [relative(config.input, path), relative(config.output, path)] : [path];
  return new Set(candidates.flatMap((candidate) => normalizeInside(candidate) ?? []));
}

function reportOn(asset: Asset, cache: CacheState, facts: Facts): WhyReport {
  const record = cache.records.get(asset.key);
  const reasons = record === undefined ? [cache.cold ?? 'new'] : staleReasons(asset, record, facts);
  return {
    id: asset.id,
    source: asset.source,
    kind: asset.kind.name,
    settings: settingsOf(asset),
    dependencies: record?.dependencies.map((dependency) => stateOf(asset, dependency, facts)) ?? [],
    outputs: record === undefined ? [] : outputsOf(record, facts),
    cache: record === undefined ? 'none' : 'recorded',
    wouldRebuild: reasons.length > 0,
    reasons,
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
    const path = record.base + output.suffix;
    return { path, sizeBytes: output.sizeBytes, state: facts.output(path, output) };
  });
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
  }
}
