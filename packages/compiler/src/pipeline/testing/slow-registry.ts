// The toy kinds with a slow task that reports which thread ran it, commands that kill their thread, a helper or the heap, some that never
// end and one that shares a lot of memory.

import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { listKind, toyRegistry } from './toy-registry.js';

const MAX_WAIT_MS = 900_000;

const slowList: Kind = {
  ...listKind,
  async compile(context) {
    const text = new TextDecoder().decode(await context.read(context.path));
    // Paths may have spaces.
    const [command = '', ...words] = text.split(' ');
    const argument = words.join(' ');
    if (command === 'die') process.exit(3);
    if (command === 'exhaust') exhaust();
    if (command === 'die-helping') return helped(context, argument);
    if (command === 'loop') loop(argument);
    if (command === 'loop-later') loopLater(argument);
    if (command === 'listen') await listen(context, argument);
    if (command !== 'threads' && command !== 'megabytes') return listKind.compile(context);
    const ids = new Int32Array(new SharedArrayBuffer(4 * (command === 'threads' ? Number(argument) : 60)));
    const megabytes = command === 'threads' ? 0 : Number(argument);
    const texels = new Uint8Array(new SharedArrayBuffer(megabytes << 20)).fill(1);
    await context.parallel('note-thread', ids.length, { ids, texels, asking: threadId });
    context.emit({ suffix: '.out', bytes: new TextEncoder().encode(ids.join(',')) });
  },
};

/** Writes a file, if one is named. */
function loop(mark = ''): never {
  if (mark.trim() !== '') writeFileSync(mark.trim(), '');
  for (;;);
}

/** Blocks its thread after its result was reported: when one file exists, it writes another. */
function loopLater(mark = ''): void {
  setInterval(() => {
    if (!existsSync(`${mark.trim()}-go`)) return;
    writeFileSync(`${mark.trim()}-loops`, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }, 10);
}

/** Writes a file, waits for its signal and then writes the signal's reason into the file. */
async function listen({ signal }: CompileContext, mark = ''): Promise<void> {
  writeFileSync(mark.trim(), 'listening');
  await new Promise<void>((resolve) => {
    const idle = setInterval(() => {}, 1000);
    signal.addEventListener('abort', () => {
      clearInterval(idle);
      writeFileSync(mark.trim(), String(signal.reason));
      resolve();
    });
  });
}

/** Creates objects until the thread's heap is full. */
function exhaust(): void {
  const held: number[][] = [];
  for (;;) held.push(new Array<number>(1000).fill(held.length));
}

/** Shares work that kills the first thread that helps (`once`), or every one. */
async function helped(context: CompileContext, argument = ''): Promise<void> {
  const once = argument.trim() === 'once';
  const helpers = new Int32Array(new SharedArrayBuffer(4));
  await context.parallel('die-helping', 40, { asking: threadId, mark: once ? context.path : '', helpers });
  context.emit({ suffix: '.out', bytes: new TextEncoder().encode('helped') });
}

/** Slow for each index; the thread that shares the work does only the first half itself, even if the machine takes long to start the other threads. */
function dawdle(ms: number, isLeftToOthers: boolean, hasHelp: () => boolean): void {
  const startMs = performance.now();
  while (performance.now() < startMs + ms);
  while (isLeftToOthers && !hasHelp() && performance.now() < startMs + MAX_WAIT_MS);
}

interface DeadlyWork {
  readonly asking: number;
  readonly mark: string;
  readonly helpers: Int32Array;
}

function dieHelping({ asking, mark: name, helpers }: DeadlyWork, index: number): void {
  const isAsking = threadId === asking;
  dawdle(20, isAsking && index >= 20, () => Atomics.load(helpers, 0) > 0);
  if (isAsking) return;
  const mark = join(tmpdir(), `assetc-died-${process.pid}-${name}`);
  const isSpared = name !== '' && existsSync(mark);
  if (name !== '') writeFileSync(mark, '');
  Atomics.add(helpers, 0, 1);
  if (!isSpared) process.exit(3);
}

function noteThread({ ids, asking }: { readonly ids: Int32Array; readonly asking: number }, index: number): void {
  dawdle(5, threadId === asking && index >= ids.length / 2, () => ids.some((id) => id !== 0 && id !== asking));
  Atomics.store(ids, index, Atomics.load(ids, index) === 0 ? threadId : -1);
}

export const slowRegistry: Registry = {
  ...toyRegistry,
  kinds: toyRegistry.kinds.map((kind) => (kind === listKind ? slowList : kind)),
  tasks: { ...toyRegistry.tasks, 'note-thread': async () => noteThread, 'die-helping': async () => dieHelping },
};
