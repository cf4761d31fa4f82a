// Prints the events of a build: a progress bar on a terminal, plain lines elsewhere, JSON with --json.

import {
  type AssetStatus,
  type BuildEvent,
  type BuildResult,
  type Config,
  type Diagnostic,
  remedyOf,
} from '../../../index.js';
import { report, type Session, shownPath } from '../../session.js';
import { diagnosticPath } from '../diagnostic-path.js';
import { printable } from '../format-diagnostic.js';
import type { Color } from '../text/style.js';
import { formatCount, formatDuration, plural } from '../text/units.js';
import { wrapWords } from '../text/wrap-words.js';
import { formatSummary } from './format-summary.js';
import { printEvent } from './print-event.js';
import { ProgressBar } from './progress-bar.js';
import { RemovedDuplicates } from './removed-duplicates.js';
import { RepeatedWarnings } from './repeated-warnings.js';
import { emptyNote, straysNote, unwrittenNote } from './summary-notes.js';

const STATUS_COLOR: Readonly<Record<AssetStatus, Color>> = {
  built: 'green',
  restored: 'cyan',
  shared: 'cyan',
  cached: 'dim',
  failed: 'red',
};

/** Limits how many lines a large rebuild prints. */
const MAX_NAMED_REBUILDS = 20;
const MAX_NAMED_FAILURES = 20;

interface ReporterOptions {
  readonly explain: boolean;
  /** How many jobs run at the same time. */
  readonly threads: number;
  /** Warnings about the configuration, reported before the build. */
  readonly earlierWarnings: number;
  /** What would fail is part of the plan, which is printed at the end. */
  readonly dryRun?: boolean;
  /** For watch: warnings that the previous build printed are not printed again. */
  readonly repeats?: boolean;
}

/** What it needs to know about a project. */
type ReportedProject = Pick<Config, 'input' | 'output' | 'file' | 'preset'>;

export class BuildReporter {
  readonly #session: Session;
  readonly #config: ReportedProject;
  readonly #options: ReporterOptions;
  #bar: ProgressBar | undefined;
  #printAbove: ((print: () => void) => void) | undefined;
  #warnings = 0;
  #builds = 0;
  #named = 0;
  #removedDuplicates = new RemovedDuplicates();
  #repeated = new RepeatedWarnings();
  #failed: { readonly id: string; readonly source: string }[] = [];
  #errors: Diagnostic[] = [];
  readonly #printedHints = new Set<string>();
  #printedWarnings = new Set<string>();
  #previousWarnings = new Set<string>();

  constructor(session: Session, config: ReportedProject, options: ReporterOptions) {
    this.#session = session;
    this.#config = config;
    this.#options = options;
  }

  get warnings(): number {
    return this.#warnings + this.#options.earlierWarnings;
  }

  readonly onEvent = (event: BuildEvent): void => {
    const { console, cwd } = this.#session;
    // Not those that were printed: an attempt that was given up may have reported others.
    if (event.type === 'done') this.#warnings = event.warnings;
    if (event.type === 'done') console.event({ ...event, warnings: this.warnings });
    else if (event.type !== 'diagnostic') console.event(event);
    switch (event.type) {
      case 'start':
        this.#begin();
        break;
      case 'asset-start':
        this.#bar?.started(event.id, event.work);
        break;
      case 'asset':
        this.#bar?.finished(event.id, event.ms);
        if (event.status === 'failed') this.#failed.push(event);
        this.#printAsset(event);
        break;
      case 'progress':
        this.#bar?.progress(event.done, event.total, event.totalWork);
        break;
      case 'discovered':
        this.#bar?.phase(`checking ${plural(event.sources, 'source')}`);
        printEvent(console, cwd, event);
        break;
      case 'planned':
        this.#bar?.planned(event.toBuild);
        printEvent(console, cwd, event);
        break;
      case 'diagnostic':
        this.#printDiagnostic(event.diagnostic);
        break;
      case 'removed':
        this.#printRemoved(event);
        break;
      case 'done':
        this.#end();
        break;
      default:
        printEvent(console, cwd, event);
    }
  };

  /** Prints the last line. With --json, the `done` event replaces it. */
  summarize(result: BuildResult): void {
    this.#end();
    const { console } = this.#session;
    if (this.#named > MAX_NAMED_REBUILDS) console.note(`… and ${formatCount(this.#named - MAX_NAMED_REBUILDS)} more`);
    for (const line of this.#removedDuplicates.lines('were')) console.note(line);
    const shown = (path: string): string => shownPath(this.#session.cwd, path);
    const empty = emptyNote(result, this.#config, shown);
    if (empty !== undefined) console.line(console.paintOut(empty, 'yellow'));
    const unwritten = unwrittenNote(result, this.#config, shown);
    if (unwritten !== undefined) console.line(console.paintOut(unwritten, 'yellow'));
    const strays = straysNote(result);
    if (strays !== undefined) console.line(console.paintOut(strays, 'yellow'));
    this.#repeatFailures();
    const summary = formatSummary(result, this.warnings, this.#config.preset, console.paintOut, console.isWatched);
    console.line(console.columns === undefined ? summary : wrapWords(summary, console.columns - 1));
  }

  /** Removes the progress bar, also after an error. */
  stop(): void {
    this.#end();
  }

  #begin(): void {
    this.#end();
    this.#warnings = 0;
    this.#builds++;
    this.#named = 0;
    this.#printedHints.clear();
    this.#repeated = new RepeatedWarnings();
    this.#failed = [];
    this.#errors = [];
    this.#removedDuplicates = new RemovedDuplicates();
    this.#previousWarnings = this.#printedWarnings;
    this.#printedWarnings = new Set();
    const { console } = this.#session;
    if (console.stderr.isTTY !== true || console.json || console.quiet) return;
    const bar = new ProgressBar(console.stderr, console.paintErr, this.#options.threads);
    this.#bar = bar;
    this.#printAbove = (print) => bar.printAbove(print);
    console.printAbove = this.#printAbove;
  }

  #end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    // Several presets may be watched at once: each reporter removes only its own bar.
    if (this.#session.console.printAbove === this.#printAbove) this.#session.console.printAbove = undefined;
    this.#printAbove = undefined;
  }

  #printAsset(event: Extract<BuildEvent, { type: 'asset' }>): void {
    const { console } = this.#session;
    const plain = this.#bar === undefined || !console.isWatched;
    if (!(plain || console.verbose || this.#options.explain)) {
      // While watching, rebuilt assets are named. For the first build the bar is enough.
      const isNamed = this.#options.repeats === true && this.#builds > 1 && event.status !== 'cached';
      if (!isNamed || ++this.#named > MAX_NAMED_REBUILDS) return;
    }
    if (event.status === 'failed' && this.#options.dryRun === true) return;
    if (event.status === 'cached' && !(this.#options.explain || console.verbose)) return;
    const status = console.paintOut(event.status.padEnd(8), STATUS_COLOR[event.status]);
    const reasons = event.status === 'cached' && event.reasons.length === 0 ? ['nothing changed'] : event.reasons;
    const why = this.#options.explain && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
    const time = event.status === 'cached' ? '' : console.paintOut(` (${formatDuration(event.ms)})`, 'dim');
    console.note(`${status} ${printable(event.id)}${printable(why)}${time}`);
    if (console.verbose) for (const output of event.outputs) console.note(`         → ${printable(output)}`);
  }

  #printRemoved({ path, reason, keptBy }: Extract<BuildEvent, { type: 'removed' }>): void {
    const { console } = this.#session;
    const why = (this.#options.explain || keptBy !== null) && reason !== null ? `: ${reason}` : '';
    this.#removedDuplicates.add(keptBy);
    console.note(`${console.paintOut('removed', 'yellow')} ${printable(path)}${printable(why)}`);
  }

  #printDiagnostic(found: Diagnostic): void {
    const hint = found.hint ?? remedyOf(found.code);
    const diagnostic = { ...found, hint };
    // Equal warnings print their hint once, and so do failed writes (a full disk causes many). Other errors always print theirs.
    const mayOmitHint = diagnostic.severity !== 'error' || diagnostic.code === 'build/write-failed';
    const isHintOmitted = mayOmitHint && this.#printedHints.has(hint);
    this.#printedHints.add(hint);
    if (diagnostic.severity === 'warning') this.#warnings++;
    if (diagnostic.severity === 'error') this.#errors.push(diagnostic);
    const { console, cwd } = this.#session;
    if (this.#options.repeats === true && this.#isOldWarning(diagnostic)) {
      console.event({ type: 'diagnostic', diagnostic });
      return;
    }
    const path = diagnosticPath(diagnostic, this.#config, cwd);
    const mayGroup = console.errorColumns !== undefined && diagnostic.severity !== 'error' && path !== undefined;
    if (mayGroup && this.#repeated.add(diagnostic, path)) return;
    if (path === undefined) report(console, diagnostic);
    else report(console, diagnostic, path, !isHintOmitted);
  }

  /** What scrolled away: in a terminal, the files of repeated warnings, and the failed assets with their causes, are listed before the summary. */
  #repeatFailures(): void {
    const { console } = this.#session;
    const { errorColumns } = console;
    if (errorColumns === undefined) return;
    for (const line of this.#repeated.lines(console.paintErr)) console.error(`${wrapWords(line, errorColumns)}\n`);
    this.#repeated = new RepeatedWarnings();
    const failed = this.#failed.splice(0);
    for (const { id, source } of failed.slice(0, MAX_NAMED_FAILURES)) {
      const cause = this.#causeOf(source);
      const line = `${console.paintErr('failed', 'red', 'bold')} ${printable(id)}`;
      console.error(cause === undefined ? line : wrapWords(`${line}: ${printable(cause)}`, errorColumns));
    }
    if (failed.length > MAX_NAMED_FAILURES)
      console.error(`… and ${formatCount(failed.length - MAX_NAMED_FAILURES)} more`);
  }

  /** The first line of the first error of a source, which may be a folder. */
  #causeOf(source: string): string | undefined {
    const error = this.#errors.find(({ file }) => file === source || file?.startsWith(`${source}/`) === true);
    return error?.message.split('\n', 1)[0];
  }

  #isOldWarning(diagnostic: Diagnostic): boolean {
    if (diagnostic.severity === 'error') return false;
    const key = JSON.stringify(diagnostic);
    this.#printedWarnings.add(key);
    return this.#previousWarnings.has(key);
  }
}
