// A file of the disk as a source that readers of formats take.

import type { RandomAccessSource } from '@assetc/formats';
import { readFully } from '../model/read-fully.js';
import type { Disk } from './disk.js';

export function readerSource(reader: ReturnType<Disk['openRead']>): RandomAccessSource {
  return {
    size: async () => reader.sizeBytes,
    async read(offset, length) {
      const bytes = readFully(reader, offset, length);
      if (bytes === undefined) throw new Error(`the file ends before ${offset + length}, which was asked for`);
      return bytes;
    },
  };
}
