// Copies a file of the input to the output: read block by block, and compared with its recorded digest.

import { createHash } from 'node:crypto';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { type InputFolder, unreadable } from '../discover/input-folder.js';
import { fileBlocks } from '../host/file-blocks.js';
import { errorCode, type FileReader } from '../host/host.js';

/** Throws AssetError, at the end if the file has changed: then the copy must not be kept. */
export function* copyInput(input: InputFolder, file: string, digest: string): Generator<Uint8Array> {
  const reader = open(input, file);
  try {
    const hash = createHash('sha256');
    const blocks = fileBlocks(reader);
    for (let block = readNext(blocks, file); block !== undefined; block = readNext(blocks, file)) {
      hash.update(block);
      yield block;
    }
    if (hash.digest('hex') === digest) return;
  } finally {
    reader.close();
  }
  throw new AssetError({
    code: 'build/vanished',
    file,
    message: 'changed while it was being copied',
    hint: 'Run the build again.',
  });
}

function open(input: InputFolder, file: string): FileReader {
  try {
    return input.host.openRead(input.absolute(file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A read error of the source must not look like a write error of the output. */
function readNext(blocks: Generator<Uint8Array>, file: string): Uint8Array | undefined {
  try {
    const { value, done } = blocks.next();
    return done === true ? undefined : value;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadable(file, error);
  }
}
