// The command line's entry point: runs one command and exits with its code. A build with nothing to do ends here and loads nothing else.

import { type BuildRequest, type NoopNote, noopRequest, printIfNoop } from './noop-build.js';
import { KeptCode, maySkipCompiling } from './start/compiled-code.js';
import type { CompiledCode } from './start/scripts.js';

/** A closed pipe (`assetc info | head`) is not a failure: the rest of the output is dropped. */
function dropClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    if (stream.destroyed || !stream.writable) done();
    else stream.write('', () => done());
  });

/** `assetc` or `assetc build`. */
const isPlain = (args: readonly string[]): boolean => args.length === 0 || (args.length === 1 && args[0] === 'build');

async function runCommand(args: readonly string[], request: BuildRequest): Promise<number> {
  if (isPlain(args)) {
    const { runPlainBuild } = await import('./plain-build.js');
    return await runPlainBuild(args, request);
  }
  const { runCommandLine } = await import('./command-line.js');
  return await runCommandLine(args, request);
}

/** Commands that need about the same functions. */
const kindOfCommand = (args: readonly string[], note: NoopNote | undefined): string =>
  note !== undefined && isPlain(args) ? 'a narrow build' : (args.find((arg) => !arg.startsWith('-')) ?? 'build');

/** `program`: the file that was started. `useCompiledCode`: see scripts.ts. */
export async function main(program: string, useCompiledCode: (code: CompiledCode) => void): Promise<void> {
  const args = process.argv.slice(2);
  const request = noopRequest(args, program);
  const note = await printIfNoop(args, request);
  if (note === 'printed') process.exit(0);
  dropClosedPipes();
  const code = maySkipCompiling() ? new KeptCode(program, kindOfCommand(args, note)) : undefined;
  if (code !== undefined) useCompiledCode(code);
  const status = await runCommand(args, { ...request, note });
  await code?.keep();
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(status);
}
