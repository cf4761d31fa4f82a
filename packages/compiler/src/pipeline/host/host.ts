// The disk as the compiler sees it; host-disk.ts is the real one. Looking is synchronous, because a no-op build is nothing but
// tens of thousands of stats and promises would cost more than the calls; writing is asynchronous, because fsync waits.

export interface FileStat {
  readonly type: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

export interface FileReader {
  readonly sizeBytes: number;
  /** Fills `buffer` from `position` on; returns how many bytes there were. */
  read(buffer: Uint8Array, position: number): number;
  close(): void;
}

export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Returns when the bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A folder held open, so that what is done in it is done in this very folder, whatever is renamed or linked meanwhile. Node
 * has no calls relative to a folder; on Linux `path` leads through /proc/self/fd and amounts to the same. Elsewhere `path` is
 * the real path, and only who can change the folders above it within the microseconds between look and act can mislead.
 */
export interface FolderHandle {
  /** Without links, as it was when the folder was opened. */
  readonly real: string;
  /** To join the names in it to. */
  readonly path: string;
  close(): void;
}

/** Who else than this user has a say over a file or folder. */
export interface Ownership {
  readonly mine: boolean;
  readonly othersMayRead: boolean;
  readonly othersMayWrite: boolean;
}

export interface CreateOptions {
  /** Nobody but the user may read it. */
  readonly private?: boolean;
}

/** Paths are absolute. Failures are Node's errors with their `code`. */
export interface Host {
  /** The user's own folder for what assetc keeps between builds of all projects. */
  readonly userCache: string;
  now(): number;
  /** This process, for lock files: alive(pid) tells whether another one still runs. */
  readonly process: { readonly pid: number; readonly host: string };
  alive(pid: number): boolean;
  readFolder(path: string): readonly FolderEntry[];
  /** Follows links; undefined where nothing is there. */
  stat(path: string): FileStat | undefined;
  realPath(path: string): string | undefined;
  /** What is at the path itself, links not followed; undefined where nothing is. */
  entryType(path: string): FolderEntry['type'] | undefined;
  /** Follows links; undefined where nothing is there. Where a system knows no owners, everything is mine alone. */
  ownership(path: string): Ownership | undefined;
  /** Undefined where there is no folder. */
  openFolder(path: string): FolderHandle | undefined;
  readFile(path: string): Uint8Array;
  openRead(path: string): FileReader;
  /** With all folders above it. */
  makeFolder(path: string, options?: CreateOptions): void;
  /** Replaces what was there, be it a link; never writes through one. */
  create(path: string, options?: CreateOptions): Promise<FileWriter>;
  /** Refuses a link. */
  append(path: string): Promise<FileWriter>;
  /** A file that only the user may read, whole or not at all; false where the path exists already. */
  createPrivate(path: string, bytes: Uint8Array): boolean;
  /** False where the path exists already. */
  createExclusive(path: string, bytes: Uint8Array): boolean;
  /** Replaces what was at `to` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** A file or a link; false where nothing is there. */
  remove(path: string): Promise<boolean>;
  /** Only an empty folder; false otherwise. */
  removeFolder(path: string): boolean;
  /** Marks a file as used now; of a link, the link. */
  touch(path: string): void;
  /** Makes a link to a folder. Absent where the system knows no links. */
  linkFolder?(path: string, target: string): void;
  /** What comes of it rests on something that no host shows, such as another program. Only who keeps book of looks listens. */
  markUncacheable?(): void;
}

/** One buffer holds at most this (readFileSync's own limit). */
export const MAX_FILE_BYTES = 2 ** 31 - 1;

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
