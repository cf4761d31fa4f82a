#!/usr/bin/env node
// The command line's entry: parses, runs one command, prints what went wrong, ends with its code.

import { CommanderError } from 'commander';
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
  const program = createProgram((finished) => {
    code = finished;
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)]) {
    command.exitOverride();
    command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assetc: ')) });
  }
  try {
    await program.parseAsync();
  } catch (error) {
    return explain(error);
  }
  return code;
}

function explain(error: unknown): ExitCode {
  const flag = process.argv.includes('--no-color') ? false : process.argv.includes('--color') ? true : undefined;
  const paint = painter(wantsColour({ flag, env: process.env, isTty: process.stderr.isTTY }));
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.fine : ExitCode.usage;
  if (error instanceof UsageError) {
    process.stderr.write(`${paint('assetc', 'bold')}: ${paint('error', 'red', 'bold')}: ${error.message}\n`);
    if (error.hint !== undefined) process.stderr.write(`  ${paint('hint:', 'cyan')} ${error.hint}\n`);
    return ExitCode.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${paint('assetc', 'bold')}: ${paint('internal error', 'red', 'bold')}: ${text}\n`);
  process.stderr.write(
    `  ${paint('hint:', 'cyan')} This is a mistake in assetc, not in your assets. Please report it.\n`,
  );
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
