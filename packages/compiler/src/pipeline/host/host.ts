// The disk as the compiler sees it; disk-host.ts is the real one. Reads are synchronous: a no-op build is tens of thousands of stats,
// and promises would cost more than the calls. Writes are asynchronous, because fsync waits.

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
  /** Fills `buffer` from `position`; returns the number of bytes read. */
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
 * An open folder. Operations in it affect exactly this folder, even if something is renamed or linked meanwhile. Node has no calls
 * relative to a folder, so on Linux `path` goes through /proc/self/fd. On other systems `path` is the real path; a process that changes
 * the folders above it in the microseconds between check and use could redirect an operation.
 */
export interface FolderHandle {
  /** The real path at the time of opening. */
  readonly real: string;
  /** Join names in the folder to this path. */
  readonly path: string;
  close(): void;
}

/** Which other users can access a file or folder. */
export interface Ownership {
  readonly mine: boolean;
  readonly othersMayRead: boolean;
  readonly othersMayWrite: boolean;
}

export interface CreateOptions {
  /** Only the user may read it. */
  readonly private?: boolean;
}

/** Paths are absolute. Failures are Node's errors with their `code`. */
export interface Host {
  /** The user's cache folder, shared by all projects. */
  readonly userCache: string;
  now(): number;
  /** This process, for lock files. `alive(pid)` returns whether a process still runs. */
  readonly process: { readonly pid: number; readonly host: string };
  alive(pid: number): boolean;
  readFolder(path: string): readonly FolderEntry[];
  /** Follows links. Undefined if nothing exists. */
  stat(path: string): FileStat | undefined;
  realPath(path: string): string | undefined;
  /** The type of the entry itself, without following links. Undefined if nothing exists. */
  entryType(path: string): FolderEntry['type'] | undefined;
  /** Follows links. Undefined if nothing exists. On systems without owners everything is `mine`. */
  ownership(path: string): Ownership | undefined;
  /** What the user can still write to the disk of a folder. Undefined if the disk does not say. */
  freeBytes(folder: string): number | undefined;
  /** Undefined if there is no folder. */
  openFolder(path: string): FolderHandle | undefined;
  readFile(path: string): Uint8Array;
  openRead(path: string): FileReader;
  /** With all folders above it. */
  makeFolder(path: string, options?: CreateOptions): void;
  /** Replaces what exists, even a link; never writes through a link. */
  create(path: string, options?: CreateOptions): Promise<FileWriter>;
  /** Refuses a link. */
  append(path: string): Promise<FileWriter>;
  /** Creates a file that only the user may read, completely or not at all. False if the path exists. */
  createPrivate(path: string, bytes: Uint8Array): boolean;
  /** False if the path exists. */
  createExclusive(path: string, bytes: Uint8Array): boolean;
  /** Atomically replaces what is at `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file or a link. False if nothing exists. */
  remove(path: string): Promise<boolean>;
  /** Removes an empty folder. False otherwise. */
  removeFolder(path: string): boolean;
  /** Sets a file's times to now; for a link, those of the link itself. */
  touch(path: string): void;
  /** Creates a link to a folder. Absent if the system has no links. */
  linkFolder?(path: string, target: string): void;
  /** Call it if the result depends on something outside the host, such as another program. Only a RecordingHost implements it. */
  markUncacheable?(): void;
  /** Of a RecordingHost. */
  readonly recorder?: Recorder;
}

/** Records what a build observes, for the next build (see pipeline/noop). */
export interface Recorder {
  /** What is read from now on is no observation of the next build: it belongs to making something. Writes are still noted. */
  pause(): void;
  resume(): void;
  /** Pauses while `act` runs. */
  without<T>(act: () => T): T;
  /** A file as the build saw or left it. Undefined if its stat data proves nothing. */
  know(path: string, file: Omit<FileStat, 'type'> | undefined): void;
  /** Everything that was made has been observed again. `record`: the identity of the record that the build left. */
  settle(record: string): void;
}

/** The largest file that fits into one buffer (the limit of readFileSync). */
export const MAX_FILE_BYTES = 2 ** 31 - 1;

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
