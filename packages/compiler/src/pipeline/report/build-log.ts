// What happened so far in a build: outcomes, counts and diagnostics. Emits the events that report them.

import { WarningFilter } from '../../config/warning-filter.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Asset } from '../asset.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import type { Failure } from '../cache/failures.js';
import { WorkWeights } from '../execute/work-weights.js';
import { monotonicMs } from '../host/monotonic-ms.js';
import { compareText } from '../host/source-path.js';
import { type Plan, plannedAssets, type Yielded } from '../plan/plan.js';
import { AssetOutcomes, type Kept, keptOutcome } from './asset-outcomes.js';
import { type Ending, NO_ENDING } from './build-ending.js';
import type { AssetOutcome, BuildEvent, PlannedAsset, RemovedFile } from './events.js';

/** Sorts diagnostics that are about no asset: before all of them, or after. */
export const FIRST = '';
export const LAST = '\uffff';

export class BuildLog {
  readonly #options: Pick<BuildOptions, 'config' | 'onEvent' | 'explain' | 'dryRun'>;
  readonly #startedMs = monotonicMs();
  #outcomes = new AssetOutcomes();
  readonly #diagnostics = new Map<string, Diagnostic[]>();
  readonly #failures = new Map<string, Failure>();
  readonly #yielded = new Map<string, Yielded>();
  readonly #plan: PlannedAsset[] = [];
  #removals: readonly RemovedFile[] = [];
  #filter: WarningFilter;
  /** What an earlier attempt has reported already. */
  #reported: ReadonlySet<string> = new Set();
  /** By key: assets that failed in an earlier attempt. */
  #failedBefore: ReadonlySet<string> = new Set();
  /** For the estimate of the remaining time. */
  readonly work = new WorkWeights();
  readonly #compiled = new Map<string, Pick<OutcomeDetails, 'reasons' | 'ms'>>();
  #total = 0;
  #done = 0;
  #unreadable = 0;
  #hasProblem = false;

  constructor(options: Pick<BuildOptions, 'config' | 'onEvent' | 'explain' | 'dryRun'>) {
    this.#options = options;
    this.#filter = new WarningFilter(options.config.ignoredWarnings ?? []);
  }

  /**
   * The build is attempted again. `discarded`: by assetKey, what does not count as made. Nothing is reported twice; what was said about the
   * cache and the farm stays.
   */
  startOver(discarded: ReadonlySet<string>): void {
    const reported = [...this.#diagnostics].flatMap(([about, list]) => list.map((one) => reportKey(about, one)));
    this.#reported = new Set(reported);
    const notices = this.#diagnostics.get(LAST)?.filter(({ severity }) => severity === 'notice') ?? [];
    this.#diagnostics.clear();
    if (notices.length > 0) this.#diagnostics.set(LAST, notices);
    this.#outcomes = this.#outcomes.madeBefore(discarded);
    for (const key of discarded) this.#compiled.delete(key);
    this.#failedBefore = new Set(this.#failures.keys());
    this.#failures.clear();
    this.#yielded.clear();
    this.#filter = new WarningFilter(this.#options.config.ignoredWarnings ?? []);
    this.#unreadable = 0;
    this.#hasProblem = false;
  }

  /** Whether any error was reported. */
  get hasProblem(): boolean {
    return this.#hasProblem;
  }

  /** By key: assets that failed. */
  get failures(): ReadonlyMap<string, Failure> {
    return this.#failures;
  }

  /** By key: assets compiled now, and their times. */
  get compiled(): ReadonlyMap<string, Pick<OutcomeDetails, 'reasons' | 'ms'>> {
    return this.#compiled;
  }

  /** By key: sources that yielded. */
  get yielded(): ReadonlyMap<string, Yielded> {
    return this.#yielded;
  }

  emit(event: BuildEvent): void {
    this.#options.onEvent?.(event);
  }

  /** `about`: an asset's id, FIRST or LAST. */
  report(about: string, found: readonly Diagnostic[]): void {
    this.#emitDiagnostics(about, this.#filter.pass(found));
  }

  /** Entries of the input that cannot be read, such as links out of it. Nothing is known about the assets in them, but they failed. */
  reportUnreadable(found: readonly Diagnostic[]): void {
    this.#unreadable += found.length;
    this.report(FIRST, found);
  }

  /** After everything that a build of everything can warn about. `isOpen`: whether a glob may still match something that failed. */
  reportUnusedIgnores(isOpen: (match: string | undefined) => boolean): void {
    this.#emitDiagnostics(LAST, this.#filter.unused(isOpen));
  }

  #emitDiagnostics(about: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0) return;
    const list = this.#diagnostics.get(about) ?? [];
    list.push(...diagnostics);
    this.#diagnostics.set(about, list);
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'error') this.#hasProblem = true;
      if (!this.#reported.has(reportKey(about, diagnostic))) this.emit({ type: 'diagnostic', diagnostic });
    }
  }

  /** The first plan; assets that wait or are found later are added. */
  announce(plan: Plan): void {
    const assets = plan.keep.length + plan.build.length + plan.refused.length + plan.waiting.length;
    // Some of the waiting sources may yield.
    const toBuild = plan.build.length + plan.waiting.filter(({ stale }) => stale.length > 0).length;
    this.emit({ type: 'planned', assets, toBuild });
    this.planned(plan);
  }

  planned(plan: Plan): void {
    const refused = plan.refused.filter(({ asset, problem }) => !this.#isReported(asset.key, problem));
    this.#total += plan.keep.length + plan.build.length + refused.length;
    for (const yielded of plan.yielded) this.#yielded.set(yielded.asset.key, yielded);
    for (const { asset, diagnostics } of plan.warnings) this.report(asset.id, diagnostics);
    if (this.#options.dryRun !== true && this.#options.explain !== true) return;
    for (const { planned, action } of plannedAssets(plan)) {
      const { asset, reasons, assumed } = planned;
      const { id, source, kind } = asset;
      const entry: PlannedAsset = { id, source, kind: kind.name, action, reasons, assumed };
      if (this.#options.dryRun === true) this.#plan.push(entry);
      this.emit({ type: 'plan', ...entry });
    }
  }

  plannedRemovals(removals: readonly RemovedFile[]): void {
    this.#removals = removals;
    for (const removal of removals) this.emit({ type: 'plan-removal', ...removal });
  }

  /** `records`: where its outputs are. */
  kept(asset: Asset, records: Kept['records'], warnings: readonly Diagnostic[]): void {
    this.#done++;
    if (warnings.length > 0) this.report(asset.id, warnings);
    const kept = { asset, records };
    this.#outcomes.keep(kept);
    if (this.#options.explain === true) this.emit({ type: 'asset', ...keptOutcome(kept), ms: 0 });
  }

  /** It is compiled once more when everything is made. */
  expectAgain(asset: Asset, amount: number): void {
    this.#total++;
    this.work.expect(asset.key, asset.kind.name, amount, false);
  }

  comparedAgain(asset: Asset, found: readonly Diagnostic[]): void {
    this.report(asset.id, found);
    this.#advanced(asset);
  }

  started(asset: Asset): void {
    this.emit({ type: 'asset-start', id: asset.id, kind: asset.kind.name, work: this.work.of(asset.key) });
  }

  /** `shared`: taken from an equal asset of this build. */
  made(
    asset: Asset,
    how: 'built' | 'restored' | 'shared',
    details: OutcomeDetails,
    warnings: readonly Diagnostic[],
  ): void {
    if (how === 'built') this.#compiled.set(asset.key, { reasons: details.reasons, ms: Math.round(details.ms) });
    this.report(asset.id, warnings);
    this.#finished(asset, how, details);
  }

  failed(asset: Asset, details: Omit<OutcomeDetails, 'outputs'>, failure: Failure): void {
    this.#failures.set(asset.key, failure);
    this.report(asset.id, failure.diagnostics);
    this.#finished(asset, 'failed', { ...details, outputs: [] });
  }

  #finished(asset: Asset, status: AssetOutcome['status'], details: OutcomeDetails): void {
    this.#outcome(asset, status, details);
    this.#advanced(asset);
  }

  #advanced(asset: Asset): void {
    this.#done++;
    this.work.finish(asset.key);
    const { done: doneWork, total: totalWork } = this.work;
    this.emit({ type: 'progress', done: this.#done, total: this.#total, doneWork, totalWork });
  }

  #outcome(asset: Asset, status: AssetOutcome['status'], { reasons, outputs, ms }: OutcomeDetails): void {
    const { id, source, kind } = asset;
    const outcome: AssetOutcome = { id, source, kind: kind.name, status, reasons, outputs };
    this.#outcomes.set(asset.key, outcome);
    if (status === 'failed' && this.#failedBefore.has(asset.key)) return;
    this.emit({ type: 'asset', ...outcome, ms: Math.round(ms) });
  }

  #isReported(key: string, problem: Diagnostic): boolean {
    return this.#failures.get(key)?.diagnostics.some(({ message }) => message === problem.message) === true;
  }

  /**
   * Sources that would write the same output all fail; one of them may have been made before the other was found. The plan of sources that
   * waited for others contains them again.
   */
  refused(refused: Plan['refused']): void {
    for (const { asset, problem } of refused) {
      if (this.#isReported(asset.key, problem)) continue;
      this.report(asset.id, [problem]);
      this.#failures.set(asset.key, { diagnostics: [problem], attempt: undefined });
      this.#finished(asset, 'failed', { reasons: [], outputs: [], ms: 0 });
    }
  }

  end(ending: Pick<Ending, 'status'> & Partial<Ending>): BuildResult {
    const { status, ignored, packFile, removed, manifest, pack, strays, unchecked } = { ...NO_ENDING, ...ending };
    const { sourceBytes, outputBytes, packBytes } = { ...NO_ENDING, ...ending };
    const outcomes = this.#outcomes;
    const diagnostics = [...this.#diagnostics].sort(([a], [b]) => compareText(a, b)).flatMap(([, list]) => list);
    const restored = outcomes.count('restored');
    const facts = {
      status,
      built: outcomes.count('built'),
      cached: outcomes.count('cached') + restored + unchecked.cached,
      restored,
      shared: outcomes.count('shared'),
      failed: outcomes.count('failed') + this.#unreadable,
      errors: diagnostics.filter(({ severity }) => severity === 'error').length,
      removed,
      warnings: diagnostics.filter(({ severity }) => severity === 'warning').length + unchecked.warnings,
      silenced: this.#filter.silenced + unchecked.silenced,
      manifest,
      pack,
      strays,
      sourceBytes,
      outputBytes,
      packBytes,
      ms: Math.round(monotonicMs() - this.#startedMs),
    };
    this.emit({ type: 'done', ...facts });
    const plan = this.#plan.sort((a, b) => compareText(a.id, b.id));
    let assets: readonly AssetOutcome[] | undefined;
    return {
      ...facts,
      // Created when it is read: for ten thousand kept assets it is never read, and would be a sixth of the work.
      get assets() {
        assets ??= outcomes.list();
        return assets;
      },
      plan,
      removals: this.#removals,
      diagnostics,
      ignored,
      packFile,
    };
  }
}

interface OutcomeDetails {
  readonly reasons: readonly string[];
  readonly outputs: readonly string[];
  readonly ms: number;
}

const reportKey = (about: string, diagnostic: Diagnostic): string => `${about}\n${JSON.stringify(diagnostic)}`;
