// Files of the input that are not assets: why not, and what would make them assets. Files that an asset reads do not count.

import { isAbsolute, relative } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { NearMiss } from '../../model/kind/naming.js';
import type { Registry } from '../../model/kind/registry.js';
import { matchesGlob } from '../../model/text/glob.js';
import { registry as allKinds } from '../../registry.js';
import type { Failure } from '../cache/failures.js';
import { filesReadBy, splitAssetKey } from '../cache/record.js';
import type { ReferencesOf } from '../cache/record-references.js';
import { diskHost } from '../host/disk-host.js';
import type { Host } from '../host/host.js';
import { normalizeInside } from '../host/source-path.js';
import { FactGatherer } from '../plan/gather-facts.js';
import { planBuild } from '../plan/plan.js';
import { collectReferences } from '../plan/references.js';
import { openProject, type Project } from '../project.js';
import { registryWithPlugins } from '../project-registry.js';

/** A file below the input that is not compiled. */
export interface SkippedFile {
  /** Relative to the input. */
  readonly path: string;
  /** Why it is not an asset, or which asset reads it. */
  readonly reason: string;
  /** What would make it an asset; null if nothing is known. */
  readonly remedy: string | null;
}

/** What `--list-skipped` prints. */
export interface SkippedFiles {
  /** Every file that no kind claims and no asset reads, sorted by path. */
  readonly files: readonly SkippedFile[];
  /** How many more files no kind claims: assets read them. */
  readonly read: number;
  /** How many sources are not compiled by themselves, because other assets compile them. */
  readonly yielded: number;
  /** How many assets have not been built yet. Files that only they read are still among `files`. */
  readonly unbuilt: number;
}

const NO_KIND = 'no kind of asset compiles files with this name';

/** By what the last build found inside assets. */
export async function listSkipped(
  { config }: { readonly config: Config },
  host: Host = diskHost,
  ours: Registry = allKinds,
): Promise<SkippedFiles> {
  const registry = await registryWithPlugins(ours, config.plugins);
  const project = await openProject(config, host, registry);
  const { records } = project.cache;
  const readers = readersOf(project);
  const { skipped } = project.discovery;
  const files = skipped
    .filter((path) => !readers.has(path))
    .map((path) => ({ path, reason: NO_KIND, remedy: nearMiss(path, project, registry)?.remedy ?? null }));
  const facts = new FactGatherer(project, { noCache: false, predict: true }).gather(project.assets);
  const { build, yielded } = planBuild(facts);
  const unbuilt = build.filter(({ asset }) => records.get(asset.key) === undefined).length;
  return { files, read: skipped.length - files.length, yielded: yielded.length, unbuilt };
}

/** Why a file is not compiled on its own. Undefined if it is, or if the input has no such file. */
export async function skipReason(
  { config, path }: { readonly config: Config; readonly path: string },
  host: Host = diskHost,
  ours: Registry = allKinds,
): Promise<SkippedFile | undefined> {
  const registry = await registryWithPlugins(ours, config.plugins);
  const inside = normalizeInside(isAbsolute(path) ? relative(config.input, path) : path);
  if (inside === undefined || host.entryType(`${config.input}/${inside}`) === undefined) return undefined;
  const project = await openProject(config, host, registry);
  const because = (reason: string, remedy: string | null = null) => ({ path: inside, reason, remedy });
  if (project.discovery.skipped.includes(inside)) {
    const readers = readersOf(project).get(inside);
    if (readers !== undefined) return because(`it is not an asset itself, but is read by ${readers.join(', ')}`);
    return because(NO_KIND, nearMiss(inside, project, registry)?.remedy ?? null);
  }
  const folder = project.assets.find(({ source }) => inside.startsWith(`${source}/`));
  if (folder !== undefined) return because(`it is part of ${folder.source}`);
  if (project.assets.some(({ source }) => source === inside || source.startsWith(`${inside}/`))) return undefined;
  return because(...hiddenBy(inside, config));
}

function hiddenBy(path: string, config: Config): readonly [string, string | null] {
  const parts = path.split('/');
  if (parts.some((name) => name.startsWith('.'))) return ['files whose name begins with a dot are ignored', null];
  const upTo = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  const glob = config.exclude.find((pattern) => upTo.some((part) => matchesGlob(pattern, part)));
  if (glob !== undefined) return [`exclude in the configuration hides it: ${JSON.stringify(glob)}`, null];
  return ['it is in an output folder, is a link that cannot be followed, or is not a file', null];
}

/** One warning or notice per cause, for the first file: hundreds of files may share it. `now`: what this build found. */
export function nearMisses(project: Project, registry: Registry, now: Readers): readonly Diagnostic[] {
  const missed = project.discovery.skipped.flatMap((path) => {
    const miss = nearMiss(path, project, registry);
    return miss?.warns === true || miss?.notices === true ? [{ path, ...miss }] : [];
  });
  if (missed.length === 0) return [];
  const readers = readersOf(project, now);
  const byCause = new Map<string, { readonly path: string; readonly miss: NearMiss; count: number }>();
  for (const { path, ...miss } of missed) {
    if (readers.has(path)) continue;
    const first = byCause.get(miss.cause);
    if (first === undefined) byCause.set(miss.cause, { path, miss, count: 1 });
    else first.count++;
  }
  return [...byCause].map(([cause, { path, miss, count }]) => ({
    code: 'build/near-miss',
    severity: miss.warns ? 'warning' : 'notice',
    file: path,
    message: `is not compiled: ${cause}${count > 1 ? `; the same applies to ${plural(count - 1, 'more file')} (see --list-skipped)` : ''}`,
    hint: miss.remedy,
  }));
}

function nearMiss(path: string, { resolver }: Project, { kinds }: Registry): NearMiss | undefined {
  for (const kind of kinds) {
    const miss = kind.nearMiss?.(path, resolver.selectAll([path]).values);
    if (miss !== undefined) return miss;
  }
  return undefined;
}

/** Who reads what, by the newest records and by what assets read before they failed. */
interface Readers {
  readonly referringOf: ReferencesOf;
  readonly failures: ReadonlyMap<string, Failure>;
}

const recordedReaders = ({ cache: { records, failures } }: Project): Readers => ({
  referringOf: records.referringOf,
  failures,
});

function readersOf(project: Project, { referringOf, failures } = recordedReaders(project)) {
  const keys = project.assets.map(({ key }) => key);
  const readers = new Map(collectReferences(keys, referringOf, (name) => project.kinds.find(name)).readers);
  for (const [key, { attempt }] of failures) {
    const { source } = splitAssetKey(key);
    for (const path of filesReadBy(attempt?.dependencies ?? [])) {
      const known = readers.get(path) ?? [];
      if (path !== source && !known.includes(source)) readers.set(path, [...known, source]);
    }
  }
  return readers;
}
