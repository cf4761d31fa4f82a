// The note of a build that changed nothing: what it saw, and what it told. It lies in the user's cache folder under a key that says who
// asked for what, `settled/v1/<key>`, and is sealed for that key (see seal.ts):
//
//   32 bytes   the seal of all that follows, in hex
//    8 bytes   how many files there are, and how long their paths are in bytes
//   columns    of every file four doubles: size, time of the content, time of the entry, inode
//   paths      of the files, UTF-8, each but the last followed by a NUL
//   JSON       { others: Look[], told }
//
// Numbers are in the machine's own order: no other machine can read the seal. A no-op of ten thousand assets reads two megabytes of
// this instead of a record, a configuration and most of the program. Where it lacks, is torn or does not hold, the build runs.

import { join } from 'node:path';
import { openSeal, SEAL_DIGITS } from '../cache/seal.js';
import { errorCode, type Host } from '../host/host.js';
import { isSeenAgain, type Look, type Looks, STAT_NUMBERS } from './observations.js';

const FOLDER = join('settled', 'v1');
const HEAD_BYTES = 8;

/** A note is a megabyte or two for ten thousand assets; of those that were not written lately some may go. */
const MAX_NOTES = 32;

/** What the last such build told, where everything it saw is seen again; undefined: build. `key`: SHA-256 in hex. */
export function toldBefore<Told>(host: Host, key: string, isTold: (value: unknown) => value is Told): Told | undefined {
  let bytes: Uint8Array;
  try {
    bytes = host.readFile(join(host.userCache, FOLDER, key));
  } catch {
    return undefined;
  }
  if (bytes.length < SEAL_DIGITS + HEAD_BYTES) return undefined;
  const body = bytes.subarray(SEAL_DIGITS);
  const seal = Buffer.from(bytes.buffer, bytes.byteOffset, SEAL_DIGITS).toString('latin1');
  if (!openSeal(host).holds(seal, 'settled', body, key)) return undefined;
  const { looks, told } = decodeNote(body);
  return isTold(told) && isSeenAgain(looks, host) ? told : undefined;
}

/** Never fails: without a note the next build takes a little longer. */
export async function keepNote(host: Host, key: string, looks: Looks, told: unknown): Promise<void> {
  const folder = join(host.userCache, FOLDER);
  const temporary = join(folder, `${key}.${host.process.pid}`);
  try {
    host.makeFolder(folder, { private: true });
    const body = encodeNote(looks, told);
    const writer = await host.create(temporary, { private: true });
    try {
      await writer.write(Buffer.from(openSeal(host).of('settled', body, key)));
      await writer.write(body);
    } finally {
      await writer.close();
    }
    await host.rename(temporary, join(folder, key));
    await dropOldest(host, folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    await host.remove(temporary).catch(() => false);
  }
}

async function dropOldest(host: Host, folder: string): Promise<void> {
  const names = host.readFolder(folder).map(({ name }) => name);
  if (names.length <= MAX_NOTES) return;
  const aged = names.map((name) => ({ name, usedMs: host.stat(join(folder, name))?.mtimeMs ?? 0 }));
  aged.sort((a, b) => b.usedMs - a.usedMs);
  for (const { name } of aged.slice(MAX_NOTES)) await host.remove(join(folder, name));
}

function encodeNote({ paths, stats, others }: Looks, told: unknown): Uint8Array {
  const text = Buffer.from(paths.join('\0'));
  const head = Uint32Array.of(paths.length, text.length);
  const columns = new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength);
  const rest = Buffer.from(JSON.stringify({ others, told }));
  return Buffer.concat([new Uint8Array(head.buffer), columns, text, rest]);
}

/** Of bytes that our seal holds for. */
function decodeNote(body: Uint8Array): { readonly looks: Looks; readonly told: unknown } {
  // Copied, for a view of doubles must begin at a multiple of eight; not by `slice`, which copies nothing of a Buffer.
  const { buffer } = new Uint8Array(body);
  const [count = 0, textBytes = 0] = new Uint32Array(buffer, 0, 2);
  const textAt = HEAD_BYTES + count * STAT_NUMBERS * 8;
  const text = Buffer.from(buffer, textAt, textBytes).toString('utf8');
  const rest: { others: readonly Look[]; told: unknown } = JSON.parse(
    Buffer.from(buffer, textAt + textBytes).toString('utf8'),
  );
  const stats = new Float64Array(buffer, HEAD_BYTES, count * STAT_NUMBERS);
  return { looks: { paths: count === 0 ? [] : text.split('\0'), stats, others: rest.others }, told: rest.told };
}
