// Where output goes: results to stdout, diagnostics and progress to stderr. Nothing else of the command line writes.

import type { PrintedLine } from './noop-build.js';
import { type Paint, painter, wantsColour } from './style.js';

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ConsoleOptions {
  readonly color?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
}

export class Console {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly paintOut: Paint;
  readonly paintErr: Paint;
  readonly stderr: Stream;
  /** Width of the terminal that shows stdout; undefined where none does. */
  readonly columns: number | undefined;
  /** Whether somebody reads stdout as it comes, rather than a file or a program. */
  readonly isWatched: boolean;
  readonly #stdout: Stream;
  /** Set while a progress bar stands on the terminal: it steps aside for whole lines. */
  aside: ((print: () => void) => void) | undefined;
  /** Set by who wants to know what was printed. */
  transcript: PrintedLine[] | undefined;

  constructor(
    options: ConsoleOptions,
    streams: { readonly stdout: Stream; readonly stderr: Stream },
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.json = options.json ?? false;
    this.quiet = options.quiet ?? false;
    this.verbose = options.verbose ?? false;
    this.#stdout = streams.stdout;
    this.stderr = streams.stderr;
    this.columns = streams.stdout.isTTY === true ? streams.stdout.columns : undefined;
    this.isWatched = streams.stdout.isTTY ?? false;
    const colour = (stream: Stream) => wantsColour({ flag: options.color, env, isTty: stream.isTTY ?? false });
    this.paintOut = painter(colour(streams.stdout));
    this.paintErr = painter(colour(streams.stderr));
  }

  /** A line of result. Under --json stdout carries events only. */
  line(text = ''): void {
    if (!this.json) this.#print('stdout', `${text}\n`);
  }

  /** A line that only tells what is going on. */
  note(text: string): void {
    if (!this.quiet) this.line(text);
  }

  error(text: string): void {
    this.#print('stderr', `${text}\n`);
  }

  /** One event of --json; otherwise nothing. */
  event(event: object): void {
    if (this.json) this.#print('stdout', `${JSON.stringify(event)}\n`);
  }

  #print(to: PrintedLine['to'], text: string): void {
    this.transcript?.push({ to, text });
    const write = () => void (to === 'stdout' ? this.#stdout : this.stderr).write(text);
    if (this.aside === undefined) write();
    else this.aside(write);
  }
}
