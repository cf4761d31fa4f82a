// Proves that something was written by a build of this user on this machine: a keyed digest. The key is stored in the user's cache
// folder, readable only by the user, and created when a build first needs it. It is never stored in `cache.dir`: a project's
// configuration can set that folder, so the project's author could have put a key there.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { errorCode, type Host } from '../host/host.js';
import { isWritableByOthers } from './writable-by-others.js';

const KEY_FILE = 'record-key';
const KEY_BYTES = 32;

/** 128 bits in hex: too many to try. */
export const SEAL_DIGITS = 32;

/** What is sealed: a seal of one purpose is never valid for another. */
export type Sealed = 'record' | 'trace' | 'part' | 'noop' | 'code';

export class Seal {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  of(what: Sealed, bytes: Uint8Array, about = ''): string {
    const hmac = createHmac('sha256', this.#key).update(`assetc ${what} ${about}\n`).update(bytes);
    return hmac.digest('hex').slice(0, SEAL_DIGITS);
  }

  holds(seal: string, what: Sealed, bytes: Uint8Array, about = ''): boolean {
    const wanted = Buffer.from(this.of(what, bytes, about));
    const given = Buffer.from(seal);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

/** Used if no key can be stored. Valid while this process runs, so that watching still works. */
const passing = new WeakMap<Host, Uint8Array>();

/** Writes nothing. */
export function openSeal(host: Host): Seal {
  const key = readKey(host);
  if (key instanceof Uint8Array) return new Seal(key);
  const own = passing.get(host) ?? randomBytes(KEY_BYTES);
  passing.set(host, own);
  return new Seal(own);
}

/** Whether what is sealed now is valid in later runs. */
export const hasSealKey = (host: Host): boolean => readKey(host) instanceof Uint8Array;

/** Creates the key if there is none yet. Returns a warning if it cannot be created or must not be used. */
export function prepareSeal(host: Host): readonly Diagnostic[] {
  const key = readKey(host);
  if (key instanceof Uint8Array) return [];
  if (key !== 'absent') return [unusable(host, key)];
  const text = new TextEncoder().encode(`${randomBytes(KEY_BYTES).toString('hex')}\n`);
  try {
    host.makeFolder(host.userCache, { private: true });
    host.createPrivate(join(host.userCache, KEY_FILE), text);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [unusable(host, `cannot be written (${errorCode(error)})`)];
  }
  const made = readKey(host);
  return made instanceof Uint8Array ? [] : [unusable(host, made === 'absent' ? 'cannot be read back' : made)];
}

/** A string is the reason why it is not used. */
function readKey(host: Host): Uint8Array | 'absent' | string {
  const file = join(host.userCache, KEY_FILE);
  try {
    const found = host.entryType(file);
    if (found === undefined) return 'absent';
    if (found !== 'file') return 'is not a file';
    if (isWritableByOthers(host, host.userCache)) return 'is in a folder that other users can change';
    const owner = host.ownership(file);
    if (owner === undefined || !owner.mine || owner.othersMayRead || owner.othersMayWrite)
      return 'belongs to another user, or other users can read or change it';
    const text = new TextDecoder().decode(host.readFile(file)).trimEnd();
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : 'is damaged';
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : `cannot be read (${code})`;
  }
}

function unusable(host: Host, why: string): Diagnostic {
  return {
    code: 'build/no-record-key',
    severity: 'notice',
    message: `${join(host.userCache, KEY_FILE)} ${why}: later builds will hash every file, and delete nothing`,
  };
}
