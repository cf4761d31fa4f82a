// Files of the user's cache folder that only builds of this user can have written: a seal, then the content. The seal is valid for one
// purpose and one name, which is a digest. A file that is missing or torn, or whose seal is wrong, counts as absent.

import { join } from 'node:path';
import { openSeal, SEAL_DIGITS, type Seal, type Sealed } from '../cache/seal.js';
import { errorCode, type Host } from '../host/host.js';

export interface SealedFolder {
  /** Below the user's cache folder. */
  readonly path: string;
  readonly purpose: Sealed;
  /** If there are more, the oldest are removed. */
  readonly maxFiles: number;
}

/** `seal`: if several are read. */
export function readSealed(
  host: Host,
  { path, purpose }: SealedFolder,
  name: string,
  seal: Seal = openSeal(host),
): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = host.readFile(join(host.userCache, path, name));
  } catch {
    return undefined;
  }
  if (bytes.length < SEAL_DIGITS) return undefined;
  const content = bytes.subarray(SEAL_DIGITS);
  const stated = Buffer.from(bytes.buffer, bytes.byteOffset, SEAL_DIGITS).toString('latin1');
  return seal.holds(stated, purpose, content, name) ? content : undefined;
}

/** A disk error is ignored: without the file, a later run takes longer. */
export async function writeSealed(
  host: Host,
  { path, purpose, maxFiles }: SealedFolder,
  name: string,
  content: Uint8Array,
): Promise<void> {
  const folder = join(host.userCache, path);
  const temporary = join(folder, `${name}.${host.process.pid}`);
  try {
    host.makeFolder(folder, { private: true });
    const writer = await host.create(temporary, { private: true });
    try {
      await writer.write(Buffer.from(openSeal(host).of(purpose, content, name)));
      await writer.write(content);
    } finally {
      await writer.close();
    }
    await host.rename(temporary, join(folder, name));
    await dropOldest(host, folder, maxFiles);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    await host.remove(temporary).catch(() => false);
  }
}

async function dropOldest(host: Host, folder: string, maxFiles: number): Promise<void> {
  const names = host.readFolder(folder).map(({ name }) => name);
  if (names.length <= maxFiles) return;
  const aged = names.map((name) => ({ name, usedMs: host.stat(join(folder, name))?.mtimeMs ?? 0 }));
  aged.sort((a, b) => b.usedMs - a.usedMs);
  for (const { name } of aged.slice(maxFiles)) await host.remove(join(folder, name));
}
