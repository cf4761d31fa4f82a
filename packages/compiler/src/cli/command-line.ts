// Parses and runs a command line. Prints errors and returns the exit code.

import { type Command, CommanderError } from 'commander';
import { commandFirst } from './command-first.js';
import { ExitCode } from './exit-code.js';
import { explainError, problemText, usageEvent } from './explain-error.js';
import type { BuildRequest } from './noop-build.js';
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

function commandLine(command: Command): string {
  return command.parent === null ? command.name() : `${commandLine(command.parent)} ${command.name()}`;
}

function explain(error: unknown, args: readonly string[]): ExitCode {
  if (!(error instanceof CommanderError)) return explainError(error, args);
  if (error.exitCode === 0) return ExitCode.fine;
  usageEvent(args, error.message.replace(/^error: /, ''), undefined);
  return ExitCode.usage;
}
