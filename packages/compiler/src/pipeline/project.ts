// What a build and `why` start from: the record of the last build, the input, and the current settings.

import type { Config } from '../config/config.js';
import type { Claim } from '../model/kind/compile-context.js';
import type { Registry } from '../model/kind/registry.js';
import { type Asset, sourceAsset } from './asset.js';
import { loadCache } from './cache/cache-log.js';
import type { CacheState } from './cache/cache-state.js';
import { type Discovery, discover, type Source } from './discover/discover.js';
import { InputFolder } from './discover/input-folder.js';
import { InputState } from './discover/input-state.js';
import { KindIdentities } from './discover/kind-identities.js';
import { SettingsResolver } from './discover/settings-resolver.js';
import { SourceFinder } from './discover/source-finder.js';
import { errorCode, type Host } from './host/host.js';
import { gatherFacts, type OutputFacts, outputFacts } from './plan/facts.js';
import type { Facts } from './plan/staleness.js';

export interface Project {
  readonly config: Config;
  readonly host: Host;
  readonly cache: CacheState;
  readonly resolver: SettingsResolver;
  readonly kinds: KindIdentities;
  readonly state: InputState;
  readonly outputs: OutputFacts;
  readonly facts: Facts;
  readonly discovery: Discovery;
  readonly places: Places;
  /** One for each source, sorted by path. */
  readonly assets: readonly Asset[];
}

/** The answers of external programs cannot be compared. That there are none is checked through the host, so that a recording has it. */
export function observePrograms({ usesExternalCompiler, absent }: KindIdentities, host: Host): void {
  if (usesExternalCompiler || !areAbsent(absent, host)) host.markUncacheable?.();
}

function areAbsent(paths: readonly string[], host: Host): boolean {
  try {
    return paths.every((path) => host.stat(path) === undefined);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

export async function openProject(config: Config, host: Host, registry: Registry): Promise<Project> {
  const cache = loadCache(host, config.output);
  const input = new InputFolder(host, { root: config.input, exclude: config.exclude });
  const discovery = discover(input, config, registry);
  const found = once(() => filesFound(discovery));
  const kindsBySource = once(() => new Map(discovery.sources.map(({ path, kind }) => [path, kind.name])));
  return await projectOf(config, registry, cache, input, discovery, cache.records.kindNames(), {
    isFound: (path) => found().has(path),
    claim: (path) => claimIn(kindsBySource(), path),
  });
}

/** A project of which only these sources are checked. They have not changed their kind since the last build. */
export async function openPartOfProject(
  config: Config,
  registry: Registry,
  cache: CacheState,
  input: InputFolder,
  sources: readonly Source[],
): Promise<Project> {
  const discovery: Discovery = { sources, folders: [], skipped: [], optional: [], linked: new Set(), problems: [] };
  const finder = once(() => new SourceFinder(input, config, registry, new SettingsResolver(config, registry)));
  const derived = sources.flatMap(({ path }) => cache.records.derivedOf(path).map(({ kind }) => kind));
  return await projectOf(config, registry, cache, input, discovery, derived, {
    isFound: () => false,
    claim(path) {
      const claimed = finder().find(path);
      return claimed === undefined ? undefined : { kind: claimed.kind.name, source: claimed.path };
    },
  });
}

/** What discovery knows about paths. */
interface Places {
  /** Whether discovery has found the file inside the input. */
  readonly isFound: (path: string) => boolean;
  readonly claim: (path: string) => Claim | undefined;
}

async function projectOf(
  config: Config,
  registry: Registry,
  cache: CacheState,
  input: InputFolder,
  discovery: Discovery,
  otherKinds: Iterable<string>,
  places: Places,
): Promise<Project> {
  const { host } = input;
  const resolver = new SettingsResolver(config, registry);
  const kinds = new KindIdentities(registry);
  const needed = new Set(discovery.sources.map((source) => source.kind));
  for (const name of otherKinds) {
    const kind = kinds.find(name);
    if (kind !== undefined) needed.add(kind);
  }
  for (const kind of needed) await kinds.learn(kind);
  observePrograms(kinds, host);
  const state = new InputState(input, cache.files);
  const outputs = outputFacts(host, config.output);
  return {
    config,
    host,
    cache,
    resolver,
    kinds,
    state,
    outputs,
    facts: gatherFacts(state, resolver, outputs, places),
    discovery,
    places,
    assets: discovery.sources.map((source) => sourceAsset(source, kinds, resolver)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Files that discovery found without following a link. They exist inside the input, so the disk need not be asked again. */
function filesFound({ sources, skipped, linked }: Discovery): ReadonlySet<string> {
  const found = new Set(skipped);
  for (const { path, isFolder } of sources) if (!isFolder) found.add(path);
  for (const path of linked) found.delete(path);
  return found;
}

/** A file is part of itself or of a folder above it. */
function claimIn(kinds: ReadonlyMap<string, string>, path: string): Claim | undefined {
  for (let source = path; source !== ''; source = source.slice(0, Math.max(0, source.lastIndexOf('/')))) {
    const kind = kinds.get(source);
    if (kind !== undefined) return { kind, source };
  }
  return undefined;
}
