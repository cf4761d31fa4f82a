// The second door of the library, for the command line alone and small enough to be loaded before everything else: whether the build
// that is asked for would change nothing, by the note of one that changed nothing.

import { digestText } from './pipeline/cache/digest.js';
import { diskHost } from './pipeline/host/disk-host.js';
import { keepNote, toldBefore } from './pipeline/noop/note.js';
import type { Witness } from './pipeline/noop/recording-host.js';

export type { Witness } from './pipeline/noop/recording-host.js';

/** What such a build told, where everything that it saw is as it was; undefined: build. `asked`: all that decides what is told. */
export function toldWhenSettled<Told>(
  asked: readonly unknown[],
  isTold: (value: unknown) => value is Told,
): Told | undefined {
  return toldBefore(diskHost, noteKey(asked), isTold);
}

/** Watches a build through its `host`. `program`: the file that runs, since another one may build otherwise. */
export async function openWitness(program: string): Promise<Witness> {
  const { Witness: Watching } = await import('./pipeline/noop/recording-host.js');
  const witness = new Watching(diskHost);
  witness.host.stat(program);
  return witness;
}

/** After a build that changed nothing and told no problem; writes nothing where it cannot be vouched for. */
export async function noteSettled(witness: Witness, asked: readonly unknown[], told: unknown): Promise<void> {
  const { looks } = witness;
  if (looks !== undefined) await keepNote(diskHost, noteKey(asked), looks, told);
}

const noteKey = (asked: readonly unknown[]): string => digestText(JSON.stringify(asked));
