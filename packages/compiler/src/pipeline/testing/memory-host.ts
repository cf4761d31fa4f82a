// The disk's double: a tree in memory that can fail at any write, sync, rename or removal, list folders in any order, and
// lose what was never synced. No links; hooks get POSIX paths.

import { nativePath, PathMap, PathSet, posixPath } from '../../testing/posix-paths.js';
import type { FileStat, FileWriter, FolderEntry, FolderHandle, Host, Ownership } from '../host/host.js';
import { isInside } from '../host/is-inside.js';
import { type HostOperation, hostError, type MemoryFile, torn, writerOf } from './memory-file.js';

const folderOf = (path: string): string => posixPath(path).replace(/\/[^/]*$/, '') || '/';

export class MemoryHost implements Host {
  readonly process = { pid: 4242, host: 'memory' };
  readonly userCache = '/home/cache';
  /** For tests: access of other users to a path. Default: none. */
  readonly owned = new PathMap<Ownership>();
  readonly files = new PathMap<MemoryFile>();
  readonly folders = new PathSet(['/']);
  /** Called before every changing operation; a throw is the operation's failure. A failing write keeps half its bytes. */
  onOperation: ((operation: HostOperation, path: string) => void) | undefined;
  /** Called before every read of a file's bytes. */
  onRead: ((path: string) => void) | undefined;
  /** The longest read, in bytes. */
  largestRead = 0;
  /** Reorders what a folder lists. */
  order: (names: FolderEntry[]) => FolderEntry[] = (names) => names;
  /** What `freeBytes` returns for every folder. */
  free: number | undefined;
  /** Milliseconds; every change advances it a little. */
  clock = 1_700_000_000_000;
  livePids = new Set<number>([4242]);
  #nextInode = 1;

  now(): number {
    return this.clock;
  }

  alive(pid: number): boolean {
    return this.livePids.has(pid);
  }

  /** For tests: creates a file without calling any hook. */
  put(path: string, content: string | Uint8Array): void {
    this.#addFolders(folderOf(path));
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.clock += 100;
    const node = this.files.get(path);
    const inode = node?.inode ?? this.#nextInode++;
    this.files.set(path, { bytes, syncedLength: bytes.length, mtimeMs: this.clock, ctimeMs: this.clock, inode });
    this.clock += 100;
  }

  text(path: string): string | undefined {
    const node = this.files.get(path);
    return node === undefined ? undefined : new TextDecoder().decode(node.bytes);
  }

  /** All files below a folder, relative to it, as latin1 text so that trees compare by content. */
  tree(folder: string): Record<string, string> {
    const above = posixPath(folder);
    const entries = [...this.files].filter(([path]) => isInside(path, above));
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([path, node]) => [path.slice(above.length + 1), Buffer.from(node.bytes).toString('latin1')]),
    );
  }

  /** The disk after a power cut: what was never synced is torn in half, folders and names stay. */
  afterPowerCut(): MemoryHost {
    const next = new MemoryHost();
    // Starting the machine again takes longer than a lock without a name is respected.
    next.clock = this.clock + 90_000;
    for (const folder of this.folders) next.folders.add(folder);
    for (const [path, ownership] of this.owned) next.owned.set(path, ownership);
    for (const [path, node] of this.files) next.files.set(path, torn(node));
    next.#nextInode = this.#nextInode;
    return next;
  }

  readFolder(path: string): readonly FolderEntry[] {
    if (!this.folders.has(path)) throw hostError(this.files.has(path) ? 'ENOTDIR' : 'ENOENT', path);
    const prefix = posixPath(path).replace(/\/?$/, '/');
    const entries: FolderEntry[] = [];
    for (const folder of this.folders)
      if (folder !== '/' && folder.startsWith(prefix) && !folder.slice(prefix.length).includes('/'))
        entries.push({ name: folder.slice(prefix.length), type: 'folder' });
    for (const file of this.files.keys())
      if (file.startsWith(prefix) && !file.slice(prefix.length).includes('/'))
        entries.push({ name: file.slice(prefix.length), type: 'file' });
    return this.order(entries);
  }

  stat(path: string): FileStat | undefined {
    const node = this.files.get(path);
    if (node !== undefined)
      return {
        type: 'file',
        sizeBytes: node.bytes.length,
        mtimeMs: node.mtimeMs,
        ctimeMs: node.ctimeMs,
        inode: node.inode,
      };
    if (!this.folders.has(path)) return undefined;
    return { type: 'folder', sizeBytes: 0, mtimeMs: 1, ctimeMs: 1, inode: 0 };
  }

  realPath(path: string): string | undefined {
    return this.files.has(path) || this.folders.has(path) ? nativePath(path) : undefined;
  }

  entryType(path: string): FolderEntry['type'] | undefined {
    return this.files.has(path) ? 'file' : this.folders.has(path) ? 'folder' : undefined;
  }

  ownership(path: string): Ownership | undefined {
    if (this.entryType(path) === undefined) return undefined;
    return this.owned.get(path) ?? { mine: true, othersMayRead: false, othersMayWrite: false };
  }

  freeBytes(): number | undefined {
    return this.free;
  }

  openFolder(path: string): FolderHandle | undefined {
    const real = nativePath(path);
    return this.folders.has(path) ? { real, path: real, close: () => {} } : undefined;
  }

  readFile(path: string): Uint8Array {
    const { bytes } = this.#toRead(path);
    this.largestRead = Math.max(this.largestRead, bytes.length);
    return bytes.slice();
  }

  #toRead(path: string): MemoryFile {
    this.onRead?.(posixPath(path));
    const node = this.files.get(path);
    if (node === undefined) throw hostError(this.folders.has(path) ? 'EISDIR' : 'ENOENT', path);
    return node;
  }

  openRead(path: string) {
    const bytes = this.#toRead(path).bytes.slice();
    return {
      sizeBytes: bytes.length,
      read: (buffer: Uint8Array, position: number): number => {
        this.largestRead = Math.max(this.largestRead, buffer.length);
        const part = bytes.subarray(position, position + buffer.length);
        buffer.set(part);
        return part.length;
      },
      close(): void {},
    };
  }

  makeFolder(path: string): void {
    if (this.folders.has(path)) return;
    this.onOperation?.('make-folder', posixPath(path));
    this.#addFolders(path);
  }

  async create(path: string): Promise<FileWriter> {
    this.onOperation?.('create', posixPath(path));
    this.#checkTarget(path);
    const ctimeMs = ++this.clock;
    const node = { bytes: new Uint8Array(0), syncedLength: 0, mtimeMs: ctimeMs, ctimeMs, inode: this.#nextInode++ };
    this.files.set(path, node);
    return this.#writer(path, node);
  }

  async append(path: string): Promise<FileWriter> {
    this.onOperation?.('append', posixPath(path));
    const node = this.files.get(path);
    return node === undefined ? this.create(path) : this.#writer(path, node);
  }

  createExclusive(path: string, bytes: Uint8Array): boolean {
    this.onOperation?.('exclusive', posixPath(path));
    if (this.files.has(path)) return false;
    this.#checkTarget(path);
    const inode = this.#nextInode++;
    const ctimeMs = ++this.clock;
    this.files.set(path, { bytes, syncedLength: bytes.length, mtimeMs: ctimeMs, ctimeMs, inode });
    return true;
  }

  createPrivate(path: string, bytes: Uint8Array): boolean {
    return this.createExclusive(path, bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    this.onOperation?.('rename', posixPath(to));
    const node = this.files.get(from);
    if (node === undefined) throw hostError('ENOENT', from);
    this.#checkTarget(to);
    this.files.delete(from);
    node.ctimeMs = ++this.clock;
    this.files.set(to, node);
  }

  async remove(path: string): Promise<boolean> {
    this.onOperation?.('remove', posixPath(path));
    return this.files.delete(path);
  }

  removeFolder(path: string): boolean {
    if (posixPath(path) === '/' || !this.folders.has(path) || this.readFolder(path).length > 0) return false;
    this.folders.delete(path);
    return true;
  }

  touch(path: string): void {
    const node = this.files.get(path);
    if (node === undefined) return;
    node.mtimeMs = ++this.clock;
    node.ctimeMs = this.clock;
  }

  #writer(path: string, file: MemoryFile): FileWriter {
    return writerOf(file, {
      before: (operation) => this.onOperation?.(operation, posixPath(path)),
      tick: () => ++this.clock,
    });
  }

  #checkTarget(path: string): void {
    if (this.folders.has(path)) throw hostError('EISDIR', path);
    const parent = folderOf(path);
    if (!this.folders.has(parent)) throw hostError(this.files.has(parent) ? 'ENOTDIR' : 'ENOENT', path);
  }

  #addFolders(path: string): void {
    const parts = posixPath(path).split('/').slice(1);
    let at = '';
    for (const part of parts) {
      at += `/${part}`;
      if (this.files.has(at)) throw hostError('ENOTDIR', at);
      if (at !== '/') this.folders.add(at);
    }
  }
}
