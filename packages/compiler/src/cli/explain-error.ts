// Prints what went wrong with a command, apart from problems with assets. Does not load the parser of the command line.

import type { Diagnostic } from '../index.js';
import { ExitCode, UsageError } from './exit-code.js';
import { painter, wantsColor } from './print/text/style.js';

export function problemText(
  message: string,
  hint: string | undefined,
  args: readonly string[],
  label = 'error',
): string {
  const flag = args.includes('--no-color') ? false : args.includes('--color') ? true : undefined;
  const paint = painter(wantsColor({ flag, env: process.env, isTty: process.stderr.isTTY }));
  const line = `${paint('assetc', 'bold')}: ${paint(label, 'red', 'bold')}: ${message}\n`;
  return hint === undefined ? line : `${line}  ${paint('hint:', 'cyan')} ${hint}\n`;
}

/** Readers of --json see only events, so a usage error is one too. */
export function usageEvent(args: readonly string[], message: string, hint = 'See "assetc --help".'): void {
  if (!args.includes('--json')) return;
  const diagnostic: Diagnostic = { code: 'cli/usage', severity: 'error', message, hint };
  process.stdout.write(`${JSON.stringify({ type: 'diagnostic', diagnostic })}\n`);
}

export function explainError(error: unknown, args: readonly string[]): ExitCode {
  if (error instanceof UsageError) {
    process.stderr.write(problemText(error.message, error.hint, args));
    usageEvent(args, error.message, error.hint);
    return ExitCode.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hint = 'This is a bug in assetc, not a problem with your assets. Please report it.';
  process.stderr.write(problemText(text, hint, args, 'internal error'));
  return ExitCode.problems;
}
