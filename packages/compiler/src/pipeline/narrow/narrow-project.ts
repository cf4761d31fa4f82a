// Opens only the part of a project that changed files can concern.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { type Asset, recordedParams } from '../asset.js';
import { CACHE_FILE, type CacheState } from '../cache/cache-log.js';
import { isEqualJson } from '../cache/equal-json.js';
import { type ConcernedFiles, loadPart } from '../cache/load-part.js';
import type { AssetRecord } from '../cache/record.js';
import type { Source } from '../discover/discover.js';
import { InputFolder } from '../discover/input-folder.js';
import { packPath } from '../finish/pack-path.js';
import type { Host } from '../host/host.js';
import { compareText } from '../host/source-path.js';
import { asUsed, type Uses } from '../plan/source-uses.js';
import { openPartOfProject, type Project } from '../project.js';
import { concernedFiles } from './scope.js';
import type { Since } from './since.js';

export interface NarrowProject extends Project {
  readonly changed: ConcernedFiles;
}

/** Undefined if the last build did not leave everything in order, or if a change may concern more than single assets. */
export async function openNarrowProject(
  { changed, record }: Since,
  config: Config,
  host: Host,
  registry: Registry,
): Promise<NarrowProject | undefined> {
  // A pack and budgets depend on all outputs.
  if (config.pack !== false || config.budgets !== undefined || host.stat(packPath(config.output)) !== undefined)
    return undefined;
  const files = concernedFiles(changed, config);
  const part = files === undefined ? undefined : loadPart(host, config.output, files);
  if (files === undefined || part === undefined || !isInOrder(part.cache)) return undefined;
  const { cache } = part;
  if (record === undefined ? changed.includes(join(config.output, CACHE_FILE)) : cache.identity !== record)
    return undefined;
  const input = new InputFolder(host, { root: config.input, exclude: config.exclude });
  const sources: Source[] = [];
  for (const path of [...part.sources].sort(compareText)) {
    const kind = registry.kinds.find(({ name }) => name === cache.records.get(path)?.kind);
    if (kind === undefined) return undefined;
    sources.push({ path, kind, isFolder: host.stat(input.absolute(path))?.type === 'folder' });
  }
  const project = await openPartOfProject(config, registry, cache, input, sources);
  const assets: Asset[] = [];
  for (const asset of project.assets) {
    const same = asRecorded(asset, cache.records.get(asset.key));
    if (same === undefined || mayWarn(same)) return undefined;
    assets.push(same);
  }
  return { ...project, assets, changed: files };
}

function isInOrder({ sealed, cold, settled, needsSnapshot, failures, leftovers, foreign }: CacheState): boolean {
  return (
    sealed && cold === undefined && settled && !needsSnapshot && failures.size + leftovers.size + foreign.size === 0
  );
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
