#!/usr/bin/env node
// The command line's entry: runs one command and ends with its code. A build that has nothing to do ends here, and loads nothing else.

import { fileURLToPath } from 'node:url';
import { askedBy, tellSettled } from './settled-build.js';

/** A reader that goes away (`assetc info | head`) is no failure of ours: what is left to print is dropped. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });

const args = process.argv.slice(2);

async function runCommand(): Promise<number> {
  const { runCommandLine } = await import('./command-line.js');
  return await runCommandLine(args, { program: fileURLToPath(import.meta.url), asked: askedBy(args) });
}

const code = tellSettled(args) ? 0 : await runCommand();
await Promise.all([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
