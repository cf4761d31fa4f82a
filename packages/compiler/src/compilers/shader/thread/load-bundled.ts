// Loads one of the bundled compilers' files after checking that it is the one that was reviewed. Runs in the shader thread,
// whose host hands it the folder: these are the program's own files, never a user's.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pins from './bundled-files.json' with { type: 'json' };

type BundledFile = keyof typeof pins;

/** The bytes of a bundled file. */
export async function readBundled(folder: string, name: BundledFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') !== pins[name].sha256)
    throw new Error(`${name} is damaged: its SHA-256 is not the one this program was built with; reinstall assetc`);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A bundled script's exports, as yet unknown. */
export async function importBundled(folder: string, name: BundledFile): Promise<Record<string, unknown>> {
  await readBundled(folder, name);
  const url = pathToFileURL(join(folder, name)).href;
  return import(url);
}
