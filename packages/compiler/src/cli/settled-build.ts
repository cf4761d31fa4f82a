// A build that has nothing to do, told without building: the first thing that the command line looks for. Loaded at every start, so
// it imports next to nothing.

import packageJson from '../../package.json' with { type: 'json' };
import { toldWhenSettled } from '../settled.js';
import { formatSummary, type Summary } from './format-summary.js';
import { painter } from './style.js';

/** What a build without work printed: everything but its last line as it stood, and that line's facts, since it tells the time. */
export interface ToldBuild {
  readonly lines: readonly PrintedLine[];
  readonly summary: Omit<Summary, 'ms'>;
  readonly warnings: number;
  readonly preset: string | null;
  readonly colour: boolean;
}

export interface PrintedLine {
  readonly to: 'stdout' | 'stderr';
  readonly text: string;
}

/** These never build, or tell more than the summary. */
const OTHERS: ReadonlySet<string> = new Set(['-h', '--help', '--version', '--json']);

/** A build by its words: no other command, nothing that asks for something else. */
const isBuild = (args: readonly string[]): boolean =>
  (args[0] === undefined || args[0] === 'build' || args[0].startsWith('-')) && !args.some((arg) => OTHERS.has(arg));

/** Everything besides the disk that decides what a build does and prints. */
export function askedBy(args: readonly string[]): readonly unknown[] {
  const { stdout, stderr, env, version } = process;
  const { NO_COLOR, FORCE_COLOR, TERM, SLANGC, PATH } = env;
  const look = [stdout.isTTY === true, stderr.isTTY === true, stdout.columns ?? 0, NO_COLOR, FORCE_COLOR, TERM];
  return [packageJson.version, version, process.argv[1], process.cwd(), args, look, SLANGC, PATH];
}

/** True where it is told. */
export function tellSettled(args: readonly string[]): boolean {
  if (!isBuild(args)) return false;
  const startMs = performance.now();
  const told = toldWhenSettled(askedBy(args), isToldBuild);
  if (told === undefined) return false;
  for (const { to, text } of told.lines) process[to].write(text);
  const summary = { ...told.summary, ms: Math.round(performance.now() - startMs) };
  process.stdout.write(`${formatSummary(summary, told.warnings, told.preset ?? undefined, painter(told.colour))}\n`);
  return true;
}

/** The seal says that we wrote it, and the key that this version did. */
function isToldBuild(value: unknown): value is ToldBuild {
  return typeof value === 'object' && value !== null && 'lines' in value && 'summary' in value;
}
