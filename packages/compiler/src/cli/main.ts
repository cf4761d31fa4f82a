#!/usr/bin/env node
// The command line's entry point: runs one command and exits with its code. A build with nothing to do ends here and loads nothing else.

import { type NoopNote, noopRequest, printIfNoop } from './noop-build.js';

/** A closed pipe (`assetc info | head`) is not a failure: the rest of the output is dropped. */
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
const request = noopRequest(args, import.meta.url);

/** `assetc` or `assetc build`. */
const isPlain = args.length === 0 || (args.length === 1 && args[0] === 'build');

async function runCommand(note: NoopNote | undefined): Promise<number> {
  if (note !== undefined && isPlain) {
    const { runPlainBuild } = await import('./plain-build.js');
    return await runPlainBuild(args, { ...request, note });
  }
  const { runCommandLine } = await import('./command-line.js');
  return await runCommandLine(args, { ...request, note });
}

const known = printIfNoop(args, request);
const code = known === 'printed' ? 0 : await runCommand(known);
await Promise.all([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
