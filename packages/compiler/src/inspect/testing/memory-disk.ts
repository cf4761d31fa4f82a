// A disk in memory for the tests of inspection.

import { posixPath } from '../../testing/posix-paths.js';
import type { Disk } from '../disk.js';

/** Paths are absolute with forward slashes; folders follow from them. A value of 'link' is a symbolic link. */
export function memoryDisk(files: Readonly<Record<string, Uint8Array | 'link'>>): Disk {
  const bytesAt = (path: string): Uint8Array => {
    const bytes = files[posixPath(path)];
    if (bytes === undefined || bytes === 'link') throw new Error(`no file ${path}`);
    return bytes;
  };
  return {
    stat(path) {
      const bytes = files[posixPath(path)];
      if (bytes instanceof Uint8Array) return { type: 'file', sizeBytes: bytes.byteLength };
      return Object.keys(files).some((file) => file.startsWith(`${posixPath(path)}/`))
        ? { type: 'folder', sizeBytes: 0 }
        : undefined;
    },
    readFolder(path) {
      const folder = `${posixPath(path)}/`;
      const below = Object.keys(files).filter((file) => file.startsWith(folder));
      const names = new Set(below.map((file) => file.slice(folder.length).split('/')[0] ?? ''));
      return [...names].reverse().map((name) => {
        const own = files[folder + name];
        return { name, type: own === undefined ? 'folder' : own === 'link' ? 'link' : 'file' } as const;
      });
    },
    readFile: bytesAt,
    openRead(path) {
      const bytes = bytesAt(path);
      return {
        sizeBytes: bytes.byteLength,
        read(buffer, position) {
          // Returns one byte less than requested, if possible: readers must handle short reads.
          const wanted = Math.max(1, buffer.byteLength - 1);
          const part = bytes.subarray(position, position + Math.min(wanted, buffer.byteLength));
          buffer.set(part);
          return part.byteLength;
        },
        close() {},
      };
    },
  };
}
