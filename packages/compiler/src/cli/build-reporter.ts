// Turns the events of a build into what the user sees: a bar on a terminal, plain lines elsewhere, JSON under --json.

import {
  type AssetStatus,
  type BuildEvent,
  type BuildResult,
  type Config,
  type Diagnostic,
  remedyOf,
} from '../index.js';
import { pathOf } from './diagnostic-path.js';
import { printable } from './format-diagnostic.js';
import { formatSummary } from './format-summary.js';
import { LeftToOthers } from './left-to-others.js';
import { ProgressBar } from './progress-bar.js';
import { report, type Session, shown } from './session.js';
import type { Colour } from './style.js';
import { heldBack, strangers } from './summary.js';
import { tellEvent } from './tell-event.js';
import { formatCount, formatDuration } from './units.js';

const STATUS_COLOUR: Readonly<Record<AssetStatus, Colour>> = {
  built: 'green',
  restored: 'cyan',
  cached: 'dim',
  failed: 'red',
};

/** A rebuild of everything need not scroll everything else away. */
const NAMED_REBUILDS = 20;

interface ReporterOptions {
  readonly explain: boolean;
  /** That compile at the same time. */
  readonly threads: number;
  /** Warnings that came before the build, from the configuration. */
  readonly earlierWarnings: number;
  /** Builds follow each other: warnings that the last one printed are not printed again. */
  readonly repeats?: boolean;
}

export class BuildReporter {
  readonly #session: Session;
  readonly #config: Config;
  readonly #options: ReporterOptions;
  #bar: ProgressBar | undefined;
  #aside: ((print: () => void) => void) | undefined;
  #warnings = 0;
  #builds = 0;
  #named = 0;
  #left = new LeftToOthers();
  readonly #toldHints = new Set<string>();
  #toldWarnings = new Set<string>();
  #earlierTold = new Set<string>();

  constructor(session: Session, config: Config, options: ReporterOptions) {
    this.#session = session;
    this.#config = config;
    this.#options = options;
  }

  get warnings(): number {
    return this.#warnings + this.#options.earlierWarnings;
  }

  readonly onEvent = (event: BuildEvent): void => {
    const { console, cwd } = this.#session;
    if (event.type === 'done') console.event({ ...event, warnings: this.warnings });
    else if (event.type !== 'diagnostic') console.event(event);
    switch (event.type) {
      case 'start':
        this.#begin();
        break;
      case 'asset-start':
        this.#bar?.working(event.id, event.work);
        break;
      case 'asset':
        this.#bar?.finished(event.id, event.ms);
        this.#asset(event);
        break;
      case 'progress':
        this.#bar?.progress(event.done, event.total, event.totalWork);
        break;
      case 'diagnostic':
        this.#diagnostic(event.diagnostic);
        break;
      case 'removed':
        this.#removed(event);
        break;
      case 'done':
        this.#end();
        break;
      default:
        tellEvent(console, cwd, event);
    }
  };

  /** The one line at the end; --json has said it by its `done` event. */
  summarize(result: BuildResult): void {
    this.#end();
    const { console } = this.#session;
    if (this.#named > NAMED_REBUILDS) console.note(`… and ${formatCount(this.#named - NAMED_REBUILDS)} more`);
    for (const line of this.#left.lines('were')) console.note(line);
    const held = heldBack(result, this.#config.output, (path) => shown(this.#session.cwd, path));
    if (held !== undefined) console.line(console.paintOut(held, 'yellow'));
    const strays = strangers(result);
    if (strays !== undefined) console.line(console.paintOut(strays, 'yellow'));
    console.line(formatSummary(result, this.warnings, this.#config.preset, console.paintOut));
  }

  /** After a throw nothing may be left on the terminal. */
  stop(): void {
    this.#end();
  }

  #begin(): void {
    this.#end();
    this.#warnings = 0;
    this.#builds++;
    this.#named = 0;
    this.#toldHints.clear();
    this.#left = new LeftToOthers();
    this.#earlierTold = this.#toldWarnings;
    this.#toldWarnings = new Set();
    const { console } = this.#session;
    if (console.stderr.isTTY !== true || console.json || console.quiet) return;
    const bar = new ProgressBar(console.stderr, console.paintErr, this.#options.threads);
    this.#bar = bar;
    this.#aside = (print) => bar.aside(print);
    console.aside = this.#aside;
  }

  #end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    // Several presets may be watched at once: only the own bar is taken away.
    if (this.#session.console.aside === this.#aside) this.#session.console.aside = undefined;
    this.#aside = undefined;
  }

  #asset(event: Extract<BuildEvent, { type: 'asset' }>): void {
    const { console } = this.#session;
    const plain = this.#bar === undefined || !console.isWatched;
    if (!(plain || console.verbose || this.#options.explain)) {
      // Who saves a file wants to see that it was taken; of the first build the bar tells enough.
      const isNamed = this.#options.repeats === true && this.#builds > 1 && event.status !== 'cached';
      if (!isNamed || ++this.#named > NAMED_REBUILDS) return;
    }
    if (event.status === 'cached' && !(this.#options.explain || console.verbose)) return;
    const status = console.paintOut(event.status.padEnd(8), STATUS_COLOUR[event.status]);
    const reasons = event.status === 'cached' && event.reasons.length === 0 ? ['nothing changed'] : event.reasons;
    const why = this.#options.explain && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
    const time = event.status === 'cached' ? '' : console.paintOut(` (${formatDuration(event.ms)})`, 'dim');
    console.note(`${status} ${printable(event.id)}${printable(why)}${time}`);
    if (console.verbose) for (const output of event.outputs) console.note(`         → ${printable(output)}`);
  }

  #removed({ path, reason, keptBy }: Extract<BuildEvent, { type: 'removed' }>): void {
    const { console } = this.#session;
    const why = (this.#options.explain || keptBy !== null) && reason !== null ? `: ${reason}` : '';
    this.#left.add(keptBy);
    console.note(`${console.paintOut('removed', 'yellow')} ${printable(path)}${printable(why)}`);
  }

  #diagnostic(found: Diagnostic): void {
    const hint = found.hint ?? remedyOf(found.code);
    const diagnostic = { ...found, hint };
    // Hundreds of equal warnings need their remedy once, and so do the outputs that a full disk refuses; other errors always state theirs.
    const mayBeTold = diagnostic.severity === 'warning' || diagnostic.code === 'build/write-failed';
    const isTold = mayBeTold && this.#toldHints.has(hint);
    this.#toldHints.add(hint);
    if (diagnostic.severity === 'warning') this.#warnings++;
    const { console, cwd } = this.#session;
    if (this.#options.repeats === true && this.#isOldWarning(diagnostic)) {
      console.event({ type: 'diagnostic', diagnostic });
      return;
    }
    const path = pathOf(diagnostic, this.#config, cwd);
    if (path === undefined) report(console, diagnostic);
    else report(console, diagnostic, path, !isTold);
  }

  #isOldWarning(diagnostic: Diagnostic): boolean {
    if (diagnostic.severity !== 'warning') return false;
    const key = JSON.stringify(diagnostic);
    this.#toldWarnings.add(key);
    return this.#earlierTold.has(key);
  }
}
