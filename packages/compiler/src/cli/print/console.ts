// All output of the command line: results to stdout, diagnostics and progress to stderr.

import type { PrintedLine } from '../noop-build.js';
import { type Paint, painter, wantsColor } from './text/style.js';

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
  /** Width of the terminal; undefined if stdout is none. */
  readonly columns: number | undefined;
  /** Whether stdout is a terminal. */
  readonly isWatched: boolean;
  /** Width of the terminal that shows diagnostics; undefined for logs and with --json. */
  readonly errorColumns: number | undefined;
  readonly #stdout: Stream;
  /** Set while a progress bar is shown: erases it, then prints. */
  printAbove: ((print: () => void) => void) | undefined;
  /** If set, everything printed is appended. */
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
    this.errorColumns = streams.stderr.isTTY === true && !this.json ? (streams.stderr.columns ?? 80) : undefined;
    const color = (stream: Stream) => wantsColor({ flag: options.color, env, isTty: stream.isTTY ?? false });
    this.paintOut = painter(color(streams.stdout));
    this.paintErr = painter(color(streams.stderr));
  }

  /** A line of the result. With --json, stdout carries only events. */
  line(text = ''): void {
    if (!this.json) this.#print('stdout', `${text}\n`);
  }

  /** A line of progress, which --quiet omits. */
  note(text: string): void {
    if (!this.quiet) this.line(text);
  }

  error(text: string): void {
    this.#print('stderr', `${text}\n`);
  }

  /** Prints an event if --json is set. */
  event(event: object): void {
    if (this.json) this.#print('stdout', `${JSON.stringify(event)}\n`);
  }

  #print(to: PrintedLine['to'], text: string): void {
    this.transcript?.push({ to, text });
    const write = () => void (to === 'stdout' ? this.#stdout : this.stderr).write(text);
    if (this.printAbove === undefined) write();
    else this.printAbove(write);
  }
}
