// One build at a time per output folder, and one command on packs per file that it writes: a lock file that names its holder. A second build waits. The lock of a process that has ended is
// taken over. The holder touches it, so that a stale lock from another machine is recognized too.
//
// A holder that was paused (a laptop that sleeps, a virtual machine that moves) may have lost its lock without knowing. So it reads the
// lock before every change. What remains is a pause exactly between this check and the one system call that follows: disks have no call
// that does both. Then a single file is replaced or deleted late, and the next build notices it by its stat data.

import { basename, join } from 'node:path';
import { digestText } from '../cache/digest.js';
import { errorCode, type FolderHandle, type Host } from '../host/host.js';
import { LockLost } from './lock-lost.js';

const LOCK_FILE = '.assetc-lock';
/** Where a stale lock is moved: its name and this. One name for all, so that the next holder finds and removes what a killed one left there. */
const STALE = '-stale';

const POLL_MS = 100;
const TOUCH_MS = 5_000;
/**
 * A holder that is not known to run on this machine and has not touched its lock for this long is gone: it was on another machine, in
 * another container, or died before it wrote its name. A shorter time would take the lock of a process that got no CPU meanwhile.
 */
const STALE_MS = 60_000;

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

interface LockContent extends LockHolder {
  readonly token: string;
}

/** Tokens of locks that this process holds. A lock of this process that is not among them was left by a failed release. */
const held = new Set<string>();
let serial = 0;

export interface Lock {
  /** Call it immediately before every change. Throws LockLost if the lock is not ours any more, and the disk's errors. */
  check(): void;
  /** Aborts with a LockLost when the loss is noticed. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** The name of the lock of one file in a folder, for commands that write nothing else there. */
export const lockNameOf = (path: string): string => `${LOCK_FILE}-${digestText(basename(path)).slice(0, 16)}`;

/** Rejects with the signal's reason when it aborts while waiting. `name`: by default, the lock of the whole folder. */
export async function acquireLock(
  host: Host,
  output: string,
  signal: AbortSignal,
  onWaiting: (holder: LockHolder) => void,
  name = LOCK_FILE,
): Promise<Lock> {
  // Kept open, so that later operations affect the lock in exactly this folder, even if another folder replaces it.
  const folder = host.openFolder(output);
  if (folder === undefined) throw Object.assign(new Error(`${output} is gone`), { code: 'ENOENT' });
  try {
    return await lockIn(host, folder, name, signal, onWaiting);
  } catch (error) {
    folder.close();
    throw error;
  }
}

async function lockIn(
  host: Host,
  folder: FolderHandle,
  name: string,
  signal: AbortSignal,
  onWaiting: (holder: LockHolder) => void,
): Promise<Lock> {
  const file = join(folder.path, name);
  const aside = join(folder.path, name + STALE);
  const token = `${host.now()}-${serial++}`;
  const own = new TextEncoder().encode(JSON.stringify({ ...host.process, token } satisfies LockContent));
  let hasReported = false;
  for (;;) {
    signal.throwIfAborted();
    if (host.createExclusive(file, own)) break;
    const holder = readHolder(host, file);
    if (holder === 'gone' ? isLink(host, file) : isStale(host, file, holder)) {
      await takeOver(host, file, aside);
      continue;
    }
    if (holder === 'gone') continue;
    if (!hasReported) onWaiting({ pid: holder?.pid ?? 0, host: holder?.host ?? '' });
    hasReported = true;
    await sleep(POLL_MS, signal);
  }
  held.add(token);
  if (host.entryType(aside) === 'file') await host.remove(aside).catch(() => false);
  const loss = new AbortController();
  const check = (): void => {
    loss.signal.throwIfAborted();
    const found = changeOf(host, file, own);
    if (found === undefined) return;
    loss.abort(new LockLost(found));
    loss.signal.throwIfAborted();
  };
  const touch = (): void => {
    try {
      check();
      host.touch(file);
    } catch {
      // A loss has aborted the signal; any other failure is reported at the next change.
    }
  };
  const timer = setInterval(touch, TOUCH_MS);
  timer.unref();
  return {
    check,
    lost: loss.signal,
    async release() {
      clearInterval(timer);
      held.delete(token);
      try {
        check();
        await host.remove(file);
      } catch {
        // Another build has the lock now, or it cannot be removed and is stale: then the next build takes it over.
      }
      folder.close();
    },
  };
}

/** What became of a lock that had this content. Undefined if nothing did. */
function changeOf(host: Host, file: string, own: Uint8Array): string | undefined {
  try {
    if (Buffer.from(host.readFile(file)).equals(own)) return undefined;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return 'is gone';
  }
  const holder = readHolder(host, file);
  if (holder === 'gone') return 'is gone';
  return holder === undefined ? 'has another holder' : `was taken over by process ${holder.pid} on ${holder.host}`;
}

function readHolder(host: Host, file: string): LockContent | undefined | 'gone' {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(host.readFile(file)));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('host' in value)) return undefined;
    const { pid, host: name } = value;
    const token = 'token' in value && typeof value.token === 'string' ? value.token : '';
    return typeof pid === 'number' && typeof name === 'string' ? { pid, host: name, token } : undefined;
  } catch (error) {
    // Not JSON: its holder is just writing it, or died while doing so.
    return errorCode(error) === 'ENOENT' ? 'gone' : undefined;
  }
}

function isLive(host: Host, holder: LockContent): boolean {
  return holder.pid === host.process.pid ? held.has(holder.token) : host.alive(holder.pid);
}

/** No build makes one, so there is nobody to wait for. */
const isLink = (host: Host, file: string): boolean => host.entryType(file) === 'link';

function isStale(host: Host, file: string, holder: LockContent | undefined): boolean {
  if (isLink(host, file)) return true;
  if (holder !== undefined && holder.host === host.process.host) return !isLive(host, holder);
  const stat = host.stat(file);
  return stat !== undefined && host.now() - stat.mtimeMs > STALE_MS;
}

/** Moves the stale lock aside first: of several that see it only one succeeds, and nobody deletes a fresh lock unseen. */
async function takeOver(host: Host, file: string, aside: string): Promise<void> {
  try {
    await host.rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(host, aside);
  // Another build took over between the check and the move, or its holder was resumed: it gets its lock back.
  if (moved !== 'gone' && !isStale(host, aside, moved)) host.createExclusive(file, host.readFile(aside));
  await host.remove(aside).catch(() => false);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
