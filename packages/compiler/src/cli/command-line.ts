// Parses and runs a command line. Prints errors and returns the exit code.

import { type Command, CommanderError } from 'commander';
import type { Diagnostic } from '../index.js';
import { commandFirst } from './command-first.js';
import { ExitCode, UsageError } from './exit-code.js';
import type { BuildRequest } from './noop-build.js';
import { painter, wantsColor } from './print/style.js';
import { createProgram } from './program.js';

/** `args`: the arguments after the program's name. `request`: the key under which a no-op build is stored; if absent, none is. */
export async function runCommandLine(args: readonly string[], request?: BuildRequest): Promise<ExitCode> {
  let code: ExitCode = ExitCode.fine;
  const targets = args.includes('convert') ? (await import('../index.js')).CONVERT_TARGETS : [];
  const finish = (finished: ExitCode) => {
    code = finished;
  };
  const program = createProgram(finish, targets, request);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)]) {
    command.exitOverride();
    command.configureOutput({ outputError: (text, write) => write(usageMessage(text, commandLine(command), args)) });
  }
  try {
    await program.parseAsync(commandFirst(program, args), { from: 'user' });
  } catch (error) {
    return explain(error, args);
  }
  return code;
}

/** Turns commander's error into our format. If it suggests nothing, the hint names the help. */
function usageMessage(text: string, command: string, args: readonly string[]): string {
  const [first = '', ...rest] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  return problemText(first, suggestion === '' ? `See "${command} --help".` : suggestion, args);
}

function problemText(message: string, hint: string | undefined, args: readonly string[], label = 'error'): string {
  const flag = args.includes('--no-color') ? false : args.includes('--color') ? true : undefined;
  const paint = painter(wantsColor({ flag, env: process.env, isTty: process.stderr.isTTY }));
  const line = `${paint('assetc', 'bold')}: ${paint(label, 'red', 'bold')}: ${message}\n`;
  return hint === undefined ? line : `${line}  ${paint('hint:', 'cyan')} ${hint}\n`;
}

function commandLine(command: Command): string {
  return command.parent === null ? command.name() : `${commandLine(command.parent)} ${command.name()}`;
}

/** Readers of --json see only events, so a usage error is one too. */
function usageEvent(args: readonly string[], message: string, hint = 'See "assetc --help".'): void {
  if (!args.includes('--json')) return;
  const diagnostic: Diagnostic = { code: 'cli/usage', severity: 'error', message, hint };
  process.stdout.write(`${JSON.stringify({ type: 'diagnostic', diagnostic })}\n`);
}

function explain(error: unknown, args: readonly string[]): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.fine;
    usageEvent(args, error.message.replace(/^error: /, ''), undefined);
    return ExitCode.usage;
  }
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
