// One of several machines that share a disk: its own name and process, a record of what it changes, and a pause at any sync.

import { posixPath } from '../../testing/posix-paths.js';
import type { FileWriter, Host } from '../host/host.js';
import type { MemoryHost } from './memory-host.js';

export class MemoryMachine {
  readonly host: Host;
  /** The operations that changed the disk: machine, operation, POSIX path. */
  readonly changes: string[];
  readonly #paused: Promise<void>;
  #resume = (): void => {};
  /** How many it has begun. */
  syncs = 0;

  /** `pauseAt`: before which sync it pauses, counted from 1. `changes` may be those of several machines, in their order. */
  constructor(disk: MemoryHost, name: string, pauseAt = 0, changes: string[] = []) {
    this.changes = changes;
    const resumed = new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    let pause = (): void => {};
    this.#paused = new Promise((resolve) => {
      pause = resolve;
    });
    const changing =
      <A extends readonly [string, ...unknown[]], T>(operation: string, act: (...args: A) => T) =>
      (...args: A): T => {
        this.changes.push(`${name} ${operation} ${posixPath(args[0])}`);
        return act(...args);
      };
    const pausing = (writer: FileWriter): FileWriter => ({
      write: (bytes) => writer.write(bytes),
      close: () => writer.close(),
      sync: async () => {
        if (++this.syncs === pauseAt) {
          pause();
          await resumed;
        }
        await writer.sync();
      },
    });
    this.host = {
      userCache: disk.userCache,
      process: { pid: 1, host: name },
      now: () => disk.now(),
      alive: () => true,
      readFolder: (path) => disk.readFolder(path),
      stat: (path) => disk.stat(path),
      realPath: (path) => disk.realPath(path),
      entryType: (path) => disk.entryType(path),
      ownership: (path) => disk.ownership(path),
      freeBytes: () => disk.freeBytes(),
      openFolder: (path) => disk.openFolder(path),
      readFile: (path) => disk.readFile(path),
      openRead: (path) => disk.openRead(path),
      makeFolder: (path) => disk.makeFolder(path),
      touch: (path) => disk.touch(path),
      create: changing('create', async (path: string) => pausing(await disk.create(path))),
      append: changing('append', async (path: string) => pausing(await disk.append(path))),
      createPrivate: changing('create', (path: string, bytes: Uint8Array) => disk.createPrivate(path, bytes)),
      createExclusive: changing('create', (path: string, bytes: Uint8Array) => disk.createExclusive(path, bytes)),
      rename: changing('rename', (from: string, to: string) => disk.rename(from, to)),
      remove: changing('remove', (path: string) => disk.remove(path)),
      removeFolder: changing('remove', (path: string) => disk.removeFolder(path)),
    };
  }

  /** Resolves to false if `end` comes first: what a busy machine syncs one by one, another may sync together. */
  pausesBefore(end: Promise<unknown>): Promise<boolean> {
    return Promise.race([this.#paused.then(() => true), end.then(() => false)]);
  }

  resume(): void {
    this.#resume();
  }
}
