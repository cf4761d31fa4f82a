// The toys with a task that takes its time and says which thread ran it, a command that kills its thread, and one that sleeps.

import { threadId } from 'node:worker_threads';
import type { Kind, Registry } from '../../model/kind.js';
import { listKind, toyRegistry } from './toy-registry.js';

const slowList: Kind = {
  ...listKind,
  async compile(context) {
    const text = new TextDecoder().decode(await context.read(context.path));
    const [command, argument] = text.split(' ');
    if (command === 'die') process.exit(3);
    if (command === 'sleep') await new Promise((resolve) => setTimeout(resolve, Number(argument)));
    if (command !== 'threads') return listKind.compile(context);
    const ids = new Int32Array(new SharedArrayBuffer(4 * Number(argument)));
    await context.parallel('note-thread', ids.length, { ids });
    context.emit({ suffix: '.out', bytes: new TextEncoder().encode(ids.join(',')) });
  },
};

function noteThread(payload: { readonly ids: Int32Array }, index: number): void {
  const end = performance.now() + 5;
  while (performance.now() < end);
  payload.ids[index] = (payload.ids[index] ?? 0) === 0 ? threadId : -1;
}

export const slowRegistry: Registry = {
  ...toyRegistry,
  kinds: toyRegistry.kinds.map((kind) => (kind === listKind ? slowList : kind)),
  tasks: { ...toyRegistry.tasks, 'note-thread': async () => noteThread },
};
