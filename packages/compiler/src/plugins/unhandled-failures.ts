// Collects failures that a plug-in does not handle: floating promises and timers. Node would end the thread. Instead the asset
// that caused it fails; failures after the asset was compiled become a process warning.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** One compilation. Node tracks which one a promise or timer belongs to. */
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
  else warnLate(reason);
};

function warnLate(reason: unknown): void {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  const message = `a plug-in kept working after its asset was compiled, and failed: ${text}`;
  process.emitWarning(message, { code: 'ASSETC_PLUGIN_LATE' });
}

/** Our threads listen forever. In a program that uses assetc as a library we listen only while plug-ins run. */
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

/** Runs it and returns the failures that nothing handled meanwhile. */
export async function collectUnhandledFailures(run: () => Promise<void>): Promise<readonly unknown[]> {
  const compile: Compile = { reasons: [], isDone: false };
  listen();
  try {
    await compiles.run(compile, run);
    // Node reports unhandled rejections at the end of the current turn.
    await nextTurn();
    return compile.reasons;
  } finally {
    compile.isDone = true;
    stop();
  }
}
