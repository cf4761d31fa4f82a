// The end of a build: verify, manifest, removals, pack, cache, in this order. If an asset failed, only the cache is written: the last
// good manifest and pack stay, and so do the files that they name. Reports about all other assets do not change.

import type { Config } from '../../config/config.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { Registry } from '../../model/kind/registry.js';
import type { RunningBuild } from '../build.js';
import type { BuildServices } from '../build-services.js';
import type { CacheState } from '../cache/cache-state.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { type AssetRecord, splitAssetKey } from '../cache/record.js';
import type { Lock } from '../commit/lock.js';
import { LockLost } from '../commit/lock-lost.js';
import type { OutputFolder } from '../commit/output-folder.js';
import { nearMisses } from '../discover/skipped-files.js';
import type { Execution } from '../execute/execute.js';
import { failureDiagnostic } from '../execute/failure-diagnostic.js';
import type { Host } from '../host/host.js';
import { planRemovals } from '../plan/plan-removals.js';
import type { Project } from '../project.js';
import { type Ending, NO_ENDING } from '../report/build-ending.js';
import { type BuildLog, LAST } from '../report/build-log.js';
import { mayMatchFailed } from '../report/may-match-failed.js';
import { namesOf, unportableNames } from '../report/unportable-names.js';
import { unusedRules } from '../report/unused-rules.js';
import type { PackSource } from './base-pack.js';
import { budgetUse, overBudget } from './budgets.js';
import type { CreditedFile } from './credits/credits.js';
import { MANIFEST_FILE } from './manifest.js';
import { packPath } from './pack-path.js';
import type { Validate } from './verify.js';
import { rememberFailures, writeCache } from './write-cache.js';
import { writeManifest } from './write-manifest.js';

export interface FinishRequest {
  readonly options: RunningBuild;
  readonly project: Project;
  readonly services: BuildServices;
  readonly execution: Execution;
  readonly validate: Validate;
  readonly packSource: PackSource;
  readonly registry: Registry;
  readonly log: BuildLog;
}

/** What the last steps of a build share. */
export interface FinishContext {
  readonly host: Host;
  readonly folder: OutputFolder;
  readonly lock: Lock;
  readonly config: Config;
  readonly cache: CacheState;
  readonly log: BuildLog;
  readonly verify: boolean;
  readonly validate: Validate;
  readonly packSource: PackSource;
  /** Copyright and licenses of sources, for packs; undefined if the configuration does not collect them. */
  credits?: readonly CreditedFile[];
}

/** How the records differ before and after this build. */
interface RecordDiff {
  /** Keys of assets that no longer exist. */
  readonly gone: ReadonlySet<string>;
  /** Files that earlier builds recorded writing and this one announced, with their assets; undefined if nothing can be removed. */
  readonly recorded: ReadonlyMap<string, string | undefined> | undefined;
  readonly current: () => readonly AssetRecord[];
  /** The assets that were made write the same under the same names as before, as far as the manifest lists it. */
  readonly isListedAsBefore: boolean;
}

export async function finishBuild(request: FinishRequest): Promise<Ending> {
  const { options, project, services, execution, validate, packSource, log } = request;
  const { config, signal, lock, verify = false } = options;
  const { cache, host } = project;
  const { folder } = services.committer;
  const context: FinishContext = { host, folder, lock, config, cache, log, verify, validate, packSource };
  const renewed = project.state.renewed || project.outputs.renewed.size > 0;
  const touched = execution.made.size > 0 || renewed || services.committer.hasWritten;
  let changed = rememberFailures(request) || touched || cache.cold !== undefined;
  const diff = diffRecords(request, changed);

  if (verify && !signal.aborted) {
    const { verifyOutputs } = await import('./verify.js');
    const { files, problems } = await verifyOutputs(diff.current(), { host, output: config.output, validate });
    log.emit({ type: 'verified', files });
    log.report(LAST, problems);
  }
  const leftovers = new Set(diff.recorded?.keys());
  const products: Products = { removed: 0, manifest: false, pack: false, isPackStale: false, strays: [] };
  const isComplete = options.paths === undefined && !signal.aborted;
  const isOpen = mayMatchFailed(log.failures, project.discovery.problems);
  // Only now is it known which files assets read.
  if (isComplete)
    log.report(LAST, [
      ...nearMisses(project, request.registry, { referringOf: execution.referringOf, failures: log.failures }),
      ...unusedRules(project, diff.current, isOpen),
      ...unportableNames(namesOf(project, diff.gone, log.failures)),
    ]);
  if (!log.hasProblem && !signal.aborted) {
    try {
      // After a build that failed or was killed the manifest is older than the records. What is verified is made again.
      const isSame = execution.made.size === 0 || (diff.isListedAsBefore && !verify);
      const isUntouched = cache.settled && diff.gone.size === 0 && isSame;
      const manifest = await writeManifest(diff.current, isUntouched, context);
      products.manifest = manifest.written;
      changed ||= manifest.changed;
      if (diff.recorded !== undefined) {
        changed ||= diff.gone.size > 0 || cache.leftovers.size > 0;
        products.removed = await removeOutputs(request, diff);
        leftovers.clear();
      }
      if (config.licenses !== undefined) await readCredits(diff, context);
      if (!log.hasProblem) changed = (await finishPack(request, diff, context, products)) || changed;
      if (!log.hasProblem && (config.codegen !== undefined || cache.code.size > 0)) {
        const { writeCode } = await import('../code/write-code.js');
        const findKind = (name: string) => project.kinds.find(name);
        changed = (await writeCode(diff.current, { host, config, cache, log, findKind })) || changed;
      }
    } catch (error) {
      if (error instanceof LockLost) throw error;
      log.report(LAST, [failureDiagnostic(error, MANIFEST_FILE), ...(error instanceof AssetError ? error.also : [])]);
    }
  } else if (!signal.aborted && cache.manifest !== undefined) await reportStalePack(request, diff, context, products);
  if (!signal.aborted && config.budgets !== undefined) {
    const outputs = [...cache.records.outputs()].filter(([, , key]) => !diff.gone.has(key));
    log.report(LAST, overBudget(budgetUse(config.budgets, outputs)));
  }
  if (isComplete) log.reportUnusedIgnores(isOpen);
  // Files that an unfinished or failed build may have written stay recorded as ours.
  for (const path of leftovers) cache.leftovers.add(path);
  if (cache.leftovers.size > 0) for (const [path] of cache.records.outputs()) cache.leftovers.delete(path);
  if (changed || cache.needsSnapshot) {
    cache.settled = !log.hasProblem && !signal.aborted;
    await writeCache(request);
  }
  await services.writer.close().catch(() => undefined);
  return endingOf(request, products);
}

interface Products {
  removed: number;
  manifest: boolean;
  pack: boolean;
  isPackStale: boolean;
  strays: readonly string[];
}

/** `several`: packs that `write-packs.ts` divides. */
function packMode({ config, pack }: RunningBuild): Config['pack'] | 'several' {
  if (config.packs !== undefined || (config.base !== undefined && config.pack !== false)) return 'several';
  return config.pack === false ? pack === true : config.pack;
}

/** Reports sources without a license, if they must have one: then nothing is packed. */
async function readCredits(diff: RecordDiff, context: FinishContext): Promise<void> {
  const { collectCredits, missingCredits } = await import('./credits/credits.js');
  const { LicenseReader } = await import('./credits/read-licenses.js');
  const { host, config, log } = context;
  const records = diff.current();
  context.credits = collectCredits(records, new LicenseReader(host, config.input));
  if (config.licenses === 'require') log.report(LAST, missingCredits(records, context.credits));
}

/** Returns whether there is something new to record. Loads the pack code only if there is or will be a pack. */
async function finishPack(
  request: FinishRequest,
  diff: RecordDiff,
  context: FinishContext,
  products: Products,
): Promise<boolean> {
  const mode = packMode(request.options);
  const { pack: before } = context.cache;
  const known = context.cache.packs.size;
  if (known > 0) request.log.report(LAST, (await import('./write-packs.js')).formerPacks(context));
  const hasForgotten = context.cache.packs.size < known;
  if (mode === false) {
    await reportStalePack(request, diff, context, products);
    return before !== context.cache.pack || hasForgotten;
  }
  if (mode === 'several') {
    const { writePacks } = await import('./write-packs.js');
    const { written, changed, strays } = await writePacks(diff.current(), context);
    if (context.config.packs !== undefined) await reportStalePack(request, diff, context, products);
    products.pack = written;
    products.strays = strays;
    return changed || hasForgotten || before !== context.cache.pack;
  }
  const { writePack } = await import('./write-pack.js');
  const { written, changed, strays } = await writePack(diff.current(), mode, context);
  products.pack = written;
  products.strays = strays;
  return changed || hasForgotten;
}

/** For a build that does not write the pack of the whole output. */
async function reportStalePack(
  { options, log }: FinishRequest,
  diff: RecordDiff,
  context: FinishContext,
  products: Products,
): Promise<void> {
  const isWritten = packMode(options) !== false && context.config.packs === undefined;
  if (isWritten || context.host.stat(packPath(context.config.output)) === undefined) return;
  const { stalePack } = await import('./write-pack.js');
  const stale = await stalePack(diff.current(), context);
  products.isPackStale = stale !== undefined;
  if (stale !== undefined) log.report(LAST, [stale]);
}

/** Stores new records; returns the assets that are gone. Failed assets and their derived assets are not. */
function diffRecords({ options, project, services, execution, log }: FinishRequest, changed: boolean): RecordDiff {
  const { cache } = project;
  const { made, kept } = execution;
  const gone = new Set<string>();
  // Every kept asset has a record, so equal numbers mean that nothing is gone.
  if (options.paths === undefined && (made.size > 0 || kept.size !== cache.records.size))
    for (const key of cache.records.keys())
      if (!made.has(key) && !kept.has(key) && !log.failures.has(key) && !log.failures.has(splitAssetKey(key).source))
        gone.add(key);
  let recorded: Map<string, string | undefined> | undefined;
  if (changed || gone.size > 0 || cache.leftovers.size > 0) {
    recorded = new Map();
    for (const path of services.committer.recordedPaths()) recorded.set(path, undefined);
    for (const [path, , key] of cache.records.outputs()) recorded.set(path, key);
  }
  const isListedAsBefore =
    gone.size === 0 && [...made].every(([key, now]) => hasSameEntries(cache.records.get(key), now));
  for (const [key, record] of made) cache.records.set(key, record);
  const current = () => [...cache.records.entries()].flatMap(([key, record]) => (gone.has(key) ? [] : [record]));
  return { gone, recorded, current, isListedAsBefore };
}

/** Whether two records of an asset give the manifest the same entries and references. */
function hasSameEntries(before: AssetRecord | undefined, now: AssetRecord): boolean {
  const entries = ({ base, kind, outputs }: AssetRecord) =>
    canonicalJson([
      base,
      kind,
      outputs.map(({ suffix, asset, refersTo }) => [suffix, asset ?? null, refersTo ?? null]),
    ]);
  return before !== undefined && entries(before) === entries(now);
}

/** Returns how many files were removed. */
async function removeOutputs({ project, services, log }: FinishRequest, diff: RecordDiff): Promise<number> {
  const { cache } = project;
  const standing = new Set<string>();
  for (const [path, , key] of cache.records.outputs()) if (!diff.gone.has(key)) standing.add(path);
  const removals = planRemovals({
    recorded: diff.recorded ?? [],
    standing,
    sources: new Set(project.assets.map(({ source }) => source)),
    yielded: log.yielded,
    isCurrent: (key) => !diff.gone.has(key),
    assumed: false,
  });
  const why = new Map(removals.map((removal) => [removal.path, removal]));
  const { removed, failed, problems } = await services.committer.removeAllBut(why.keys(), standing);
  log.report(LAST, problems);
  for (const path of removed) {
    const { reason, keptBy } = why.get(path) ?? { reason: null, keptBy: null };
    log.emit({ type: 'removed', path, reason, keptBy });
  }
  for (const key of diff.gone) cache.records.delete(key);
  cache.leftovers.clear();
  for (const path of failed) cache.leftovers.add(path);
  return removed.length;
}

function endingOf({ options, project, log }: FinishRequest, products: Readonly<Products>): Ending {
  const { cache, discovery } = project;
  const { aborted } = options.signal;
  const succeeded = !log.hasProblem && !aborted;
  const stateOf = (written: boolean, stands: boolean): Ending['manifest'] => {
    if (written) return 'written';
    if (succeeded) return 'unchanged';
    return stands ? 'kept' : 'missing';
  };
  const packs = packMode(options) !== false;
  const named = options.config.packs?.map(({ name }) => name);
  const written = named === undefined ? [cache.pack] : named.map((name) => cache.packs.get(name));
  return {
    status: aborted ? 'interrupted' : succeeded ? 'ok' : 'failed',
    ignored: discovery.skipped.length,
    removed: products.removed,
    sourceBytes: cache.records.inputBytes(
      (path) => project.state.file(path)?.sizeBytes ?? 0,
      project.state.seenFiles(),
    ),
    outputBytes: cache.records.outputBytes(),
    packBytes: packs && succeeded ? written.reduce((sum, pack) => sum + (pack?.sizeBytes ?? 0), 0) : 0,
    packFile: packs && succeeded && named === undefined ? packPath(options.config.output) : undefined,
    manifest: stateOf(products.manifest, cache.manifest !== undefined),
    pack: packs
      ? stateOf(
          products.pack,
          written.every((pack) => pack !== undefined),
        )
      : products.isPackStale
        ? 'stale'
        : 'none',
    strays: products.strays,
    unchecked: NO_ENDING.unchecked,
  };
}
