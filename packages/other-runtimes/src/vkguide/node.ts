// `@assetc/other-runtimes/vkguide/node`: vkguide's assets by path. Saving replaces a whole file or nothing.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeAssetFile } from './encode-container.js';
import type { AssetFile, AssetFileModel } from './model.js';
import { decodeAssetFile } from './read-container.js';
import { isTextAsset, parseTextAsset, textAssetFile } from './read-text.js';

/**
 * Reads an asset of any type and version, binary or text; for a text form also the file with its blob. Rejects with FormatError if
 * the bytes are malformed, and with the system's error if a file cannot be read.
 *
 * @example
 * const mesh = readVkguideMesh(await loadAssetFile('assets/monkey.mesh'));
 */
export async function loadAssetFile(path: string): Promise<AssetFile> {
  const bytes = await readBytes(path);
  if (!isTextAsset(bytes)) return decodeAssetFile(bytes);
  const text = parseTextAsset(bytes);
  const blob = text.blobName === undefined ? undefined : await readBytes(join(dirname(path), text.blobName));
  return textAssetFile(text, blob);
}

/** Writes the binary form. An existing file is replaced only after the new one has been written. */
export async function saveAssetFile(path: string, file: AssetFileModel): Promise<void> {
  const bytes = encodeAssetFile(file);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
