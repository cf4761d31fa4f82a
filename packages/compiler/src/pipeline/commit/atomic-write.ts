// A file appears whole or not at all: written beside its target under a name of our own, synced, renamed.

import { basename, dirname, join } from 'node:path';
import { digestText } from '../cache/digest.js';
import type { Host } from '../host/host.js';

const TEMPORARY = '.assetc-tmp-';

/** Follows from the target alone, so that what a killed build left is found again; short, whatever the target's name. */
export function temporaryPath(target: string): string {
  return join(dirname(target), TEMPORARY + digestText(basename(target)).slice(0, 16));
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY);
}

export async function writeAtomically(
  host: Host,
  target: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  temporary = temporaryPath(target),
): Promise<void> {
  try {
    const writer = await host.create(temporary);
    try {
      // Not `for await` alone: that waits some turns more for every chunk which is at hand already.
      if (Symbol.iterator in chunks) for (const chunk of chunks) await writer.write(chunk);
      else for await (const chunk of chunks) await writer.write(chunk);
      await writer.sync();
    } finally {
      await writer.close();
    }
    await host.rename(temporary, target);
  } catch (error) {
    // The first failure is the one to tell; a temporary that stays is removed by the next build.
    await host.remove(temporary).catch(() => false);
    throw error;
  }
}
