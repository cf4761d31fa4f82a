// A file on disk as a source of ranges.

import { type FileHandle, open } from 'node:fs/promises';
import type { RandomAccessSource } from '../source/random-access-source.js';

/** The caller keeps and closes the handle. */
export function fileHandleSource(handle: FileHandle): RandomAccessSource {
  return {
    size: async () => (await handle.stat()).size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new Error(`the file ends at ${offset + done}, ${offset + length} was asked for`);
        done += bytesRead;
      }
      return bytes;
    },
  };
}

/** A file that is open; close it, or declare it with `await using`. */
export interface FileSource extends RandomAccessSource {
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens the file; the caller closes the source. */
export async function openFileSource(path: string): Promise<FileSource> {
  const handle = await open(path, 'r');
  const close = () => handle.close();
  return { ...fileHandleSource(handle), close, [Symbol.asyncDispose]: close };
}
