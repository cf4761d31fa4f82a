// The disk as inspection sees it: only reading.

import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';

export const readOnlyDisk = {
  stat(path: string) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const type = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { type, sizeBytes: stats.size } as const;
  },
  readFolder(path: string) {
    return readdirSync(path, { withFileTypes: true }).map(
      (entry) =>
        ({
          name: entry.name,
          type: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
        }) as const,
    );
  },
  readFile: (path: string): Uint8Array => readFileSync(path),
  openRead(path: string) {
    const file = openSync(path, 'r');
    return {
      sizeBytes: fstatSync(file).size,
      read: (buffer: Uint8Array, position: number) => readSync(file, buffer, 0, buffer.length, position),
      close: () => closeSync(file),
    };
  },
};
