// The sources that a caller names by path: files, folders, or something inside a folder asset.

import { isAbsolute, relative } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import { isInside } from '../host/is-inside.js';
import { normalizeInside } from '../host/source-path.js';
import type { Project } from '../project.js';
import { type BuildLog, FIRST } from '../report/build-log.js';

interface Selection {
  readonly assets: readonly Asset[];
  /** Paths that name nothing. */
  readonly problems: readonly Diagnostic[];
}

/** The assets of a build: all sources, or those that the caller named. Problems of the input and unknown names are reported. */
export function selectWanted(
  { assets: all, config, discovery, cache, kinds }: Project,
  paths: readonly string[] | undefined,
  log: BuildLog,
): readonly Asset[] {
  // A source that a missing plug-in compiled stays the plug-in's, even if another kind would claim it now.
  const isOurs = ({ key }: Asset) => {
    const kind = cache.records.get(key)?.kind;
    return kind === undefined || kinds.find(kind) !== undefined;
  };
  const assets = config.pluginsLeft === 'refused' ? all.filter(isOurs) : all;
  log.reportUnreadable(discovery.problems);
  log.emit({ type: 'discovered', sources: discovery.sources.length, ignored: discovery.skipped.length });
  if (paths === undefined) return assets;
  const selection = selectSources(assets, paths, config.input, new Set(discovery.skipped));
  log.report(FIRST, selection.problems);
  return selection.assets;
}

/** `paths`: absolute, or relative to the input. */
function selectSources(
  assets: readonly Asset[],
  paths: readonly string[],
  input: string,
  skipped: ReadonlySet<string>,
): Selection {
  const chosen = new Set<Asset>();
  const problems: Diagnostic[] = [];
  const files = new Map(assets.flatMap((asset) => (asset.isFolder ? [] : [[asset.source, asset] as const])));
  for (const given of paths) {
    const path = isAbsolute(given) ? relative(input, given) : given;
    const whole = /^\.?[/\\]*$/.test(path);
    const inside = normalizeInside(path);
    // Thousands of exact names must not be compared with thousands of sources.
    const file = inside === undefined ? undefined : files.get(inside);
    if (file !== undefined) {
      chosen.add(file);
      continue;
    }
    const isNamed = ({ source }: Asset): boolean => {
      if (whole || source === inside) return true;
      return inside !== undefined && (isInside(source, inside) || isInside(inside, source));
    };
    const matches = assets.filter(isNamed);
    if (matches.length === 0) problems.push(noSuchSource(inside ?? given, skipped));
    for (const asset of matches) chosen.add(asset);
  }
  return { assets: assets.filter((asset) => chosen.has(asset)), problems };
}

function noSuchSource(file: string, skipped: ReadonlySet<string>): Diagnostic {
  const isSkipped = skipped.has(file);
  return {
    code: 'build/no-such-source',
    severity: 'error',
    file,
    message: isSkipped ? 'is a file that no kind of asset compiles' : 'matches no source',
    hint: isSkipped
      ? 'Run "assetc why" with its path to see what would make it an asset.'
      : 'Give paths of sources or folders below the input folder, and check that `exclude` does not hide them.',
  };
}
