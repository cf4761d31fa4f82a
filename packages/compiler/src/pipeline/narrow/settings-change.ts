// Which sources a changed setting can concern: those that a changed rule applies to. Everything else in the configuration must be equal.

import { join, sep } from 'node:path';
import type { Config, Layer } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';
import { matchesGlob } from '../../model/text/glob.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { LoadedPart } from '../cache/load-part.js';
import type { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { SourceFinder } from '../discover/source-finder.js';
import type { FileStat } from '../host/host.js';

/** The configuration differs from that of the last build only in the values of its layers. */
export interface SettingsChange {
  /** The layers of the last build. */
  readonly before: readonly Layer[];
  /** All files that the last build observed or listed, absolute. */
  readonly files: readonly string[];
  /** The stat data of the configuration's file before it was read; undefined if it proves nothing. */
  readonly stat: FileStat | undefined;
}

/** The globs of the rules whose values differ. Undefined if rules came, went or moved, or if a layer for all sources differs. */
export function changedRules(before: readonly Layer[], now: readonly Layer[]): readonly string[] | undefined {
  const globs: string[] = [];
  if (before.length !== now.length) return undefined;
  for (const [i, { origin, match, values }] of now.entries()) {
    const old = before[i];
    if (old?.origin !== origin || old.match !== match) return undefined;
    if (canonicalJson(old.values) === canonicalJson(values)) continue;
    if (match === undefined) return undefined;
    globs.push(match);
  }
  return globs;
}

/** Files and folders of the input that one of the globs matches. */
export function matchedPaths(
  globs: readonly string[],
  files: readonly string[],
  { input }: Pick<Config, 'input'>,
): ReadonlySet<string> {
  const matched = new Set<string>();
  if (globs.length === 0) return matched;
  const prefix = withSlashes(join(input, '/'));
  const seen = new Set<string>();
  for (const observed of files) {
    const file = withSlashes(observed);
    if (!file.startsWith(prefix)) continue;
    for (let path = file.slice(prefix.length); path !== '' && !seen.has(path); path = parentOf(path)) {
      seen.add(path);
      if (globs.some((glob) => matchesGlob(glob, path))) matched.add(path);
    }
  }
  return matched;
}

/** Windows has two separators, and observed paths may contain both. */
const withSlashes = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Those of the paths that are sources. Undefined if a rule may concern more than the sources that it matches. */
export function concernedSources(
  matched: ReadonlySet<string>,
  part: LoadedPart,
  config: Config,
  input: InputFolder,
  registry: Registry,
): readonly string[] | undefined {
  // Rules match the names of derived assets as well.
  if (matched.size > 0 && part.hasDerived) return undefined;
  const finder = new SourceFinder(input, config, registry, new SettingsResolver(config, registry));
  const sources: string[] = [];
  for (const path of matched) {
    // A setting may decide whether it is a source at all.
    const isOptional = [true, false].some((isFolder) => finder.isOptional({ path, isFolder }));
    if (isOptional || part.isPlace(path)) return undefined;
    if (part.cache.records.has(path)) {
      sources.push(path);
      continue;
    }
    if (input.statFile(path) === undefined) continue;
    // A file that no kind claims may be reported by its settings, and a source without a record may be compiled now.
    const found = finder.find(path);
    if (found === undefined || found.path === path) return undefined;
  }
  return sources;
}

/** Whether an asset still relates to others in the same way. */
export function relatesAsBefore(asset: Asset, before: SettingsResolver, now: SettingsResolver): boolean {
  const relation = (resolver: SettingsResolver) => {
    const { kind, source } = asset;
    const { all } = resolver.resolve(kind, [source]);
    const yielding = kind.yieldsToReferences?.(all);
    const isKept = yielding !== undefined && resolver.hasOwnRule(source, yielding.setting);
    return canonicalJson([yielding?.setting ?? null, isKept, kind.usage?.follows(source, all) ?? null]);
  };
  return relation(before) === relation(now);
}

export const resolverBefore = ({ before }: SettingsChange, registry: Registry): SettingsResolver =>
  new SettingsResolver({ layers: before }, registry);
