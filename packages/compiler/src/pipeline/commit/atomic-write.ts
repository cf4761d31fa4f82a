// A file appears completely or not at all: it is written next to its target under a temporary name, synced and renamed.

import { basename, dirname, join } from 'node:path';
import { digestText } from '../cache/digest.js';
import type { Host } from '../host/host.js';

const TEMPORARY = '.assetc-tmp-';

/** Depends only on the target, so that leftovers of a killed build are found again. Short for any name. */
export function temporaryPath(target: string): string {
  return join(dirname(target), TEMPORARY + digestText(basename(target)).slice(0, 16));
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY);
}

/** `check` is called before every change. If it throws, nothing more is changed. */
export async function writeAtomically(
  host: Host,
  target: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  check: () => void = () => {},
): Promise<void> {
  const temporary = temporaryPath(target);
  try {
    check();
    const writer = await host.create(temporary);
    try {
      // Not only `for await`: it waits extra turns for every chunk that is already available.
      if (Symbol.iterator in chunks) for (const chunk of chunks) await writer.write(chunk);
      else for await (const chunk of chunks) await writer.write(chunk);
      await writer.sync();
    } finally {
      await writer.close();
    }
    check();
    await host.rename(temporary, target);
  } catch (error) {
    // The first failure is reported. The next build removes a temporary file that stays.
    await removeIf(check, host, temporary).catch(() => false);
    throw error;
  }
}

async function removeIf(check: () => void, host: Host, path: string): Promise<boolean> {
  check();
  return host.remove(path);
}
