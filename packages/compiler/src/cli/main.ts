#!/usr/bin/env node
// The command line's entry: runs one command and ends with its code.

import { runCommandLine } from './command-line.js';

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

const code = await runCommandLine(process.argv.slice(2));
await Promise.all([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
