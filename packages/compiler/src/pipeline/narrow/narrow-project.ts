// Opens only the part of a project that changed files can concern.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { type Asset, recordedParams } from '../asset.js';
import { CACHE_FILE, type CacheState } from '../cache/cache-state.js';
import { digestFile } from '../cache/digest.js';
import { isEqualJson } from '../cache/equal-json.js';
import { type ConcernedFiles, loadPart } from '../cache/load-part.js';
import { type AssetRecord, isRacy, type KnownFile } from '../cache/record.js';
import { outputPathsOf } from '../commit/output-path.js';
import type { Source } from '../discover/discover.js';
import { InputFolder } from '../discover/input-folder.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import { packPath } from '../finish/pack-path.js';
import type { Host } from '../host/host.js';
import { isAtOrInside } from '../host/is-inside.js';
import { compareText } from '../host/source-path.js';
import { asUsed, NO_USES, type Uses } from '../plan/source-uses.js';
import { openPartOfProject, type Project } from '../project.js';
import { type ComeAndGo, comeAndGo, mayCollide } from './come-and-go.js';
import { concernedFiles, pathsInInput } from './scope.js';
import { changedRules, concernedSources, matchedPaths, relatesAsBefore, resolverBefore } from './settings-change.js';
import type { Since } from './since.js';

export interface NarrowProject extends Project {
  readonly changed: ConcernedFiles;
  /** By source path. */
  readonly added: ReadonlyMap<string, Asset>;
  readonly removed: readonly AssetRecord[];
  /** Sources whose settings may have changed. */
  readonly resettled: ReadonlySet<string>;
  /** The manifest's stat data if it was not known to be unchanged, but is. `mtimeMs` −1: see isRacy. */
  readonly manifestProof: Omit<KnownFile, 'digest'> | undefined;
}

/** Undefined if the last build did not leave everything in order, or if a change may concern more than single assets. */
export async function openNarrowProject(
  since: Since,
  config: Config,
  host: Host,
  registry: Registry,
): Promise<NarrowProject | undefined> {
  // A pack and budgets depend on all outputs.
  if (
    config.pack !== false ||
    config.packs !== undefined ||
    config.budgets !== undefined ||
    host.stat(packPath(config.output)) !== undefined
  )
    return undefined;
  const { record, settings } = since;
  const isConfig = (path: string): boolean => config.file !== undefined && resolve(path) === resolve(config.file);
  const changed = settings === undefined ? since.changed : since.changed.filter((path) => !isConfig(path));
  const globs = settings === undefined ? [] : changedRules(settings.before, config.layers);
  const files = concernedFiles(changed, config);
  const [added, removed] = [pathsInInput(since.added, config), pathsInInput(since.removed, config)];
  if (files === undefined || added === undefined || removed === undefined || globs === undefined) return undefined;
  const matched = matchedPaths(globs, settings?.files ?? [], config);
  const hasProduct = files.outputs.delete(MANIFEST_FILE);
  const part = loadPart(host, config.output, {
    ...files,
    inputs: new Set([...files.inputs, ...removed]),
    paths: matched,
  });
  if (part === undefined || !isInOrder(part.cache)) return undefined;
  const { cache } = part;
  const manifestProof = hasProduct ? proveManifest(host, config, cache) : undefined;
  if (hasProduct && manifestProof === undefined) return undefined;
  if (record === undefined ? changed.includes(join(config.output, CACHE_FILE)) : cache.identity !== record)
    return undefined;
  const input = new InputFolder(host, { root: config.input, exclude: config.exclude });
  // What is reported about all names and rules may change with each of them.
  const { warnings, silenced, cached } = since.counts;
  const isMoved = added.length + removed.length > 0;
  if ((isMoved || settings !== undefined) && (warnings + silenced > 0 || cached <= removed.length)) return undefined;
  const resettled = concernedSources(matched, part, config, input, registry);
  // The configuration may be an asset, too.
  if (resettled === undefined || (settings !== undefined && isInInput(config))) return undefined;
  const moved = isMoved ? comeAndGo({ added, removed }, part, config, input, registry) : NOTHING_MOVED;
  if (moved === undefined) return undefined;
  const sources: Source[] = [...moved.added];
  const isNew = new Set(added);
  const isGone = new Set(removed);
  for (const path of [...new Set([...part.sources, ...resettled])].sort(compareText)) {
    if (isGone.has(path)) continue;
    const kind = registry.kinds.find(({ name }) => name === cache.records.get(path)?.kind);
    if (kind === undefined) return undefined;
    sources.push({ path, kind, isFolder: host.stat(input.absolute(path))?.type === 'folder' });
  }
  const project = await openPartOfProject(config, registry, cache, input, sources);
  const assets: Asset[] = [];
  const come = new Map<string, Asset>();
  for (const asset of project.assets) {
    const isAdded = isNew.has(asset.source);
    const same = isAdded ? asUnused(asset) : asRecorded(asset, cache.records.get(asset.key));
    if (same === undefined || mayWarn(same)) return undefined;
    assets.push(same);
    if (isAdded) come.set(same.source, same);
  }
  if (settings !== undefined) {
    const before = resolverBefore(settings, registry);
    const isSame = (asset: Asset): boolean => relatesAsBefore(asset, before, project.resolver);
    if (!project.assets.every(isSame)) return undefined;
  }
  if (writesForeign(cache, new Set([...sources.map(({ path }) => path), ...removed]))) return undefined;
  if (come.size > 0 && mayCollide([...come.values()], config, input, registry, project)) return undefined;
  return {
    ...project,
    assets,
    changed: files,
    added: come,
    removed: moved.removed,
    resettled: new Set(resettled),
    manifestProof,
  };
}

const isInInput = ({ file, input }: Config): boolean => file !== undefined && isAtOrInside(file, input);

/** Undefined if it is not the manifest that the last build left. */
function proveManifest(host: Host, { output }: Config, { manifest }: CacheState): NarrowProject['manifestProof'] {
  const path = join(output, MANIFEST_FILE);
  const nowMs = host.now();
  const stat = host.stat(path);
  if (stat?.type !== 'file' || manifest === undefined || stat.sizeBytes !== manifest.sizeBytes) return undefined;
  if (digestFile(host, path, stat.sizeBytes) !== manifest.digest) return undefined;
  return { ...stat, mtimeMs: isRacy(stat.mtimeMs, stat.ctimeMs, nowMs) ? -1 : stat.mtimeMs };
}

const NOTHING_MOVED: ComeAndGo = { added: [], removed: [] };

/** A new source to which nothing refers. */
const asUnused = (asset: Asset): Asset => (asset.follows ? { ...asUsed(asset, NO_USES).asset, follows: false } : asset);

function isInOrder({ sealed, cold, settled, needsSnapshot, failures, leftovers }: CacheState): boolean {
  return sealed && cold === undefined && settled && !needsSnapshot && failures.size + leftovers.size === 0;
}

/** Whether an output of these sources was written elsewhere. A snapshot has to state that it is ours from now on. */
function writesForeign({ records, foreign }: CacheState, sources: ReadonlySet<string>): boolean {
  if (foreign.size === 0) return false;
  const isForeign = (path: string): boolean => foreign.has(path);
  return [...records.values()].some((record) => sources.has(record.source) && outputPathsOf(record).some(isForeign));
}

/** The asset as the last build compiled it: references to it are the same, so it neither yields nor changes what it is used as. */
function asRecorded(asset: Asset, record: AssetRecord | undefined): Asset | undefined {
  if (record === undefined) return undefined;
  const same = asset.follows ? { ...asUsed(asset, recordedUse(asset, record)).asset, follows: false } : asset;
  return isEqualJson(record.params, recordedParams(same)) ? same : undefined;
}

function recordedUse(
  { kind, source }: { readonly kind: Kind; readonly source: string },
  { params }: AssetRecord,
): Uses {
  const uses = typeof params === 'string' ? [{ user: source, use: params }] : [];
  return new Map([[kind.name, new Map([[source, uses]])]]);
}

/** Warnings that follow from its name, not from its record. */
const mayWarn = ({ kind, source, params, settings }: Asset): boolean =>
  params !== undefined && kind.suspicionFor?.(source, settings.all, params) !== undefined;
