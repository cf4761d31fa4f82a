// What fails in a plug-in with nobody waiting for it: promises that were let go, and timers. Node ends a thread over one; here the asset
// that let it go is told of it, and what comes to light when that is done is a warning of the process.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** One compile: Node knows which of them a promise or a timer came from. */
interface Compile {
  readonly reasons: unknown[];
  isDone: boolean;
}

const compiles = new AsyncLocalStorage<Compile>();
let running = 0;
let listening = false;

const note = (reason: unknown): void => {
  const compile = compiles.getStore();
  if (compile?.isDone === false) compile.reasons.push(reason);
  else tell(reason);
};

function tell(reason: unknown): void {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  const message = `a plug-in went on after its asset was compiled, and failed: ${text}`;
  process.emitWarning(message, { code: 'ASSETC_PLUGIN_LATE' });
}

/** A thread of ours listens for good; a program that has us as a library is not ours to listen in any longer than we must. */
function listen(): void {
  running++;
  if (listening) return;
  listening = true;
  process.on('unhandledRejection', note);
  if (!isMainThread) process.on('uncaughtException', note);
}

function stop(): void {
  running--;
  if (!isMainThread || running > 0) return;
  listening = false;
  process.off('unhandledRejection', note);
}

/** Runs it, lets what it left behind come to light, and returns what failed meanwhile with nobody waiting. */
export async function withStrays(run: () => Promise<void>): Promise<readonly unknown[]> {
  const compile: Compile = { reasons: [], isDone: false };
  listen();
  try {
    await compiles.run(compile, run);
    // Node tells of them when all that was ready has run.
    await turn();
    return compile.reasons;
  } finally {
    compile.isDone = true;
    stop();
  }
}
