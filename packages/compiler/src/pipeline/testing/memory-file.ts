// A file of the disk in memory. It knows which part of it was synced.

import type { FileWriter } from '../host/host.js';

export type HostOperation = 'create' | 'append' | 'exclusive' | 'write' | 'sync' | 'rename' | 'remove' | 'make-folder';

export interface MemoryFile {
  bytes: Uint8Array;
  syncedLength: number;
  mtimeMs: number;
  ctimeMs: number;
  inode: number;
}

/** The error that Node would throw. */
export function hostError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: injected or simulated failure, '${path}'`), { code });
}

/** The file after a power cut: half of the unsynced part is lost. */
export function torn(file: MemoryFile): MemoryFile {
  const { bytes, syncedLength } = file;
  const unsynced = Math.max(0, bytes.length - syncedLength);
  const kept = Math.min(bytes.length, syncedLength + Math.floor(unsynced / 2));
  return { ...file, bytes: bytes.slice(0, kept), syncedLength: kept };
}

interface WriterHooks {
  /** Throws if the operation should fail; a failing write keeps half its bytes. */
  before(operation: 'write' | 'sync'): void;
  /** The time of a change. */
  tick(): number;
}

export function writerOf(file: MemoryFile, { before, tick }: WriterHooks): FileWriter {
  const append = (bytes: Uint8Array): void => {
    const grown = new Uint8Array(file.bytes.length + bytes.length);
    grown.set(file.bytes);
    grown.set(bytes, file.bytes.length);
    file.bytes = grown;
    file.mtimeMs = tick();
    file.ctimeMs = file.mtimeMs;
  };
  return {
    write: async (bytes) => {
      try {
        before('write');
      } catch (error) {
        append(bytes.subarray(0, bytes.length >> 1));
        throw error;
      }
      append(bytes);
    },
    sync: async () => {
      before('sync');
      file.syncedLength = file.bytes.length;
    },
    close: async () => {},
  };
}
