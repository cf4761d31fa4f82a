// The toys with a task that takes its time and says which thread ran it, commands that kill their thread, a helping one or
// the heap, one that sleeps, some that never end and one that shares a lot of memory.

import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { CompileContext, Kind, Registry } from '../../model/kind.js';
import { listKind, toyRegistry } from './toy-registry.js';

const slowList: Kind = {
  ...listKind,
  async compile(context) {
    const text = new TextDecoder().decode(await context.read(context.path));
    const [command, argument] = text.split(' ');
    if (command === 'die') process.exit(3);
    if (command === 'exhaust') exhaust();
    if (command === 'die-helping') return helped(context, argument);
    if (command === 'loop') for (;;);
    // When its result has been told.
    if (command === 'loop-later') setTimeout(loop, 500);
    if (command === 'listen') await listen(context, argument);
    if (command === 'sleep') await new Promise((resolve) => setTimeout(resolve, Number(argument)));
    if (command !== 'threads' && command !== 'megabytes') return listKind.compile(context);
    const ids = new Int32Array(new SharedArrayBuffer(4 * (command === 'threads' ? Number(argument) : 60)));
    const megabytes = command === 'threads' ? 0 : Number(argument);
    const texels = new Uint8Array(new SharedArrayBuffer(megabytes << 20)).fill(1);
    await context.parallel('note-thread', ids.length, { ids, texels });
    context.emit({ suffix: '.out', bytes: new TextEncoder().encode(ids.join(',')) });
  },
};

function loop(): never {
  for (;;);
}

/** Leaves a file behind, waits for its signal and then writes into the file what that says. */
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

/** Objects until the thread's heap has no room for more. */
function exhaust(): void {
  const held: number[][] = [];
  for (;;) held.push(new Array<number>(1000).fill(held.length));
}

/** Shares work that kills the first thread that helps (`once`), or every one. */
async function helped(context: CompileContext, argument = ''): Promise<void> {
  const once = argument.trim() === 'once';
  await context.parallel('die-helping', 40, { asking: threadId, mark: once ? context.path : '' });
  context.emit({ suffix: '.out', bytes: new TextEncoder().encode('helped') });
}

function dieHelping(payload: { readonly asking: number; readonly mark: string }): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
  if (threadId === payload.asking) return;
  const mark = join(tmpdir(), `assetc-died-${process.pid}-${payload.mark}`);
  if (payload.mark !== '' && existsSync(mark)) return;
  if (payload.mark !== '') writeFileSync(mark, '');
  process.exit(3);
}

function noteThread(payload: { readonly ids: Int32Array }, index: number): void {
  const end = performance.now() + 5;
  while (performance.now() < end);
  payload.ids[index] = (payload.ids[index] ?? 0) === 0 ? threadId : -1;
}

export const slowRegistry: Registry = {
  ...toyRegistry,
  kinds: toyRegistry.kinds.map((kind) => (kind === listKind ? slowList : kind)),
  tasks: { ...toyRegistry.tasks, 'note-thread': async () => noteThread, 'die-helping': async () => dieHelping },
};
