#!/usr/bin/env node
// The command line's entry: parses, runs one command, prints what went wrong, ends with its code.

import { type Command, CommanderError } from 'commander';
import { commandFirst } from './command-first.js';
import { ExitCode, UsageError } from './exit-code.js';
import { createProgram } from './program.js';
import { painter, wantsColour } from './style.js';

/** A reader that goes away (`assetc info | head`) is no failure of ours: what is left to print is dropped. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

async function main(): Promise<ExitCode> {
  let code: ExitCode = ExitCode.fine;
  const targets = process.argv.includes('convert') ? (await import('../index.js')).CONVERT_TARGETS : [];
  const program = createProgram((finished) => {
    code = finished;
  }, targets);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)]) {
    command.exitOverride();
    command.configureOutput({ outputError: (text, write) => write(usageMessage(text, commandLine(command))) });
  }
  try {
    await program.parseAsync(commandFirst(program, process.argv.slice(2)), { from: 'user' });
  } catch (error) {
    return explain(error);
  }
  return code;
}

/** commander's words in the form of all our messages: a hint below, and where it has none, where to look. */
function usageMessage(text: string, command: string): string {
  const [first = '', ...rest] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  return problemText(first, suggestion === '' ? `See "${command} --help"` : suggestion);
}

function problemText(message: string, hint: string | undefined, label = 'error'): string {
  const flag = process.argv.includes('--no-color') ? false : process.argv.includes('--color') ? true : undefined;
  const paint = painter(wantsColour({ flag, env: process.env, isTty: process.stderr.isTTY }));
  const line = `${paint('assetc', 'bold')}: ${paint(label, 'red', 'bold')}: ${message}\n`;
  return hint === undefined ? line : `${line}  ${paint('hint:', 'cyan')} ${hint}\n`;
}

function commandLine(command: Command): string {
  return command.parent === null ? command.name() : `${commandLine(command.parent)} ${command.name()}`;
}

/** Who reads events and nothing else must learn of it too. */
function usageEvent(message: string, hint = 'See "assetc --help"'): void {
  if (!process.argv.includes('--json')) return;
  const diagnostic = { code: 'cli/usage', severity: 'error', message, hint };
  process.stdout.write(`${JSON.stringify({ type: 'diagnostic', diagnostic })}\n`);
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.fine;
    usageEvent(error.message.replace(/^error: /, ''), undefined);
    return ExitCode.usage;
  }
  if (error instanceof UsageError) {
    process.stderr.write(problemText(error.message, error.hint));
    usageEvent(error.message, error.hint);
    return ExitCode.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const hint = 'This is a mistake in assetc, not in your assets. Please report it.';
  process.stderr.write(problemText(text, hint, 'internal error'));
  return ExitCode.problems;
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });

const code = await main();
await Promise.all([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
