// Loads a bundled file of the program after checking its digest.
// The shader thread gets the folder from its host.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pins from './bundled-files.json' with { type: 'json' };

type BundledFile = keyof typeof pins;

/** The package's folder of bundled files. */
export const bundledFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('assetc/vendor/shader-process.mjs'));

/** The bytes of a bundled file. */
export async function readBundled(folder: string, name: BundledFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') !== pins[name].sha256)
    throw new Error(`${name} is damaged: its SHA-256 is not the one this program was built with; reinstall assetc`);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a file of a package that we depend on. */
export async function readPackaged(packageName: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const bytes = await readFile(join(dirname(entry), file));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The untyped exports of a bundled script. */
export async function importBundled(folder: string, name: BundledFile): Promise<Record<string, unknown>> {
  await readBundled(folder, name);
  const url = pathToFileURL(join(folder, name)).href;
  return import(url);
}
