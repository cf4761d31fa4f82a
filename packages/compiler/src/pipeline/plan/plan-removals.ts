// Which files are removed, and why: those that a build recorded writing and that no asset writes anymore. Pure, like plan.ts. A build
// calls it when everything is made; a prediction uses the last record for what an asset will write.

import type { Asset } from '../asset.js';
import { type AssetRecord, assetId, splitAssetKey } from '../cache/record.js';
import { declaredPaths } from '../commit/output-path.js';
import { compareText } from '../host/source-path.js';
import type { RemovedFile } from '../report/events.js';
import type { Plan, Planned, Yielded } from './plan.js';

interface RemovalFacts {
  /** Every file that a build recorded writing or announced, with the key of its asset, if it has one. */
  readonly recorded: Iterable<readonly [path: string, key: string | undefined]>;
  /** Files that stay. */
  readonly standing: ReadonlySet<string>;
  /** All sources of the input. */
  readonly sources: ReadonlySet<string>;
  /** By key: assets that yield. */
  readonly yielded: ReadonlyMap<string, Yielded>;
  /** Whether an asset exists and is made. Only its outdated outputs are removed. */
  readonly isCurrent: (key: string) => boolean;
  readonly assumed: boolean;
}

export function planRemovals(facts: RemovalFacts): readonly RemovedFile[] {
  const removals = new Map<string, RemovedFile>();
  for (const [path, key] of facts.recorded) {
    if (facts.standing.has(path) || removals.has(path)) continue;
    removals.set(path, { path, ...reasonFor(key, facts), assumed: facts.assumed });
  }
  return [...removals.values()].sort((a, b) => compareText(a.path, b.path));
}

function reasonFor(
  key: string | undefined,
  { sources, yielded, isCurrent }: RemovalFacts,
): Pick<RemovedFile, 'reason' | 'keptBy'> {
  const because = (reason: string) => ({ reason, keptBy: null });
  if (key === undefined) return because('left by a build that did not finish');
  const { source, name } = splitAssetKey(key);
  if (!sources.has(source)) return because(`${source} is gone`);
  if (isCurrent(key)) return because(`${assetId(source, name)} no longer writes it`);
  const left = yielded.get(key);
  if (left !== undefined) return { reason: left.reasons.join('; '), keptBy: left.keptBy };
  return because(name === undefined ? `${source} is not compiled any more` : `${source} no longer contains ${name}`);
}

/** What an asset will write: the outputs that its kind declares, and others that it wrote under the same declaration. */
function expectedOutputs(asset: Asset, record: AssetRecord | undefined): readonly string[] {
  const declared = asset.kind.suffixes(asset.settings.values, asset.source);
  const before = record === undefined || record.kind !== asset.kind.name ? undefined : declaredBefore(asset, record);
  const others = before === undefined ? [] : (record?.outputs ?? []).filter(({ suffix }) => !before.includes(suffix));
  return declaredPaths(asset.base, [...declared, ...others.map(({ suffix }) => suffix)]);
}

function declaredBefore({ kind }: Asset, record: AssetRecord): readonly string[] | undefined {
  try {
    return kind.suffixes(JSON.parse(record.settings), record.source);
  } catch {
    // Settings of another version that the kind no longer understands.
    return undefined;
  }
}

interface PredictionFacts {
  readonly records: {
    get(key: string): AssetRecord | undefined;
    outputs(): Iterable<readonly [path: string, sizeBytes: number, key: string]>;
  };
  readonly leftovers: Iterable<string>;
  readonly sources: ReadonlySet<string>;
  /** All sources were selected: an asset with a record that is not in the plan is gone. */
  readonly complete: boolean;
}

export function predictRemovals(plan: Plan, { records, leftovers, sources, complete }: PredictionFacts) {
  const kept = new Set(plan.keep.map(({ asset }) => asset.key));
  const built = new Map(plan.build.map((planned): [string, Planned] => [planned.asset.key, planned]));
  const recorded: [string, string | undefined][] = [];
  const standing = new Set<string>();
  for (const [path, , key] of records.outputs()) {
    recorded.push([path, key]);
    if (kept.has(key) || (!complete && !built.has(key))) standing.add(path);
  }
  for (const [key, { asset }] of built) for (const path of expectedOutputs(asset, records.get(key))) standing.add(path);
  for (const path of leftovers) recorded.push([path, undefined]);
  const yielded = new Map(plan.yielded.map((one) => [one.asset.key, one]));
  const isCurrent = (key: string) => kept.has(key) || built.has(key);
  return planRemovals({ recorded, standing, sources, yielded, isCurrent, assumed: built.size > 0 });
}
