// The note of a build: what it observed, and what a build that changes nothing prints. It is stored in the user's cache folder as
// `noop/v2/<key>`, where the key identifies the request, and is sealed for that key (see seal.ts):
//
//   32 bytes   the seal of all that follows, in hex
//    8 bytes   the number of files, and the length of their paths in bytes
//   columns    four doubles per file: size, mtime, ctime, inode
//   paths      of the files, UTF-8, each but the last followed by a NUL
//   JSON       { answers: Observation[], summary, record }; the last is the identity of the record if its stat data may prove nothing
//
// Numbers are in the machine's byte order: the seal is only valid on this machine. A no-op of ten thousand assets reads two megabytes of
// this instead of a record, a configuration and most of the program. If the note is missing, torn or outdated, the build runs.

import { join } from 'node:path';
import { openSeal, SEAL_DIGITS } from '../cache/seal.js';
import { errorCode, type Host } from '../host/host.js';
import { type Observation, type Observations, STAT_NUMBERS } from './observations.js';

const FOLDER = join('noop', 'v2');
const HEAD_BYTES = 8;

/** A note takes one or two megabytes for ten thousand assets. The oldest are removed. */
const MAX_NOTES = 32;

export interface Note<Summary> {
  readonly observations: Observations;
  readonly summary: Summary;
  /** See CacheState.identity. */
  readonly record: string | undefined;
}

/** Undefined if there is none for this key that a build of this user wrote. `key`: SHA-256 in hex. */
export function readNote<Summary>(
  host: Host,
  key: string,
  isSummary: (value: unknown) => value is Summary,
): Note<Summary> | undefined {
  let bytes: Uint8Array;
  try {
    bytes = host.readFile(join(host.userCache, FOLDER, key));
  } catch {
    return undefined;
  }
  if (bytes.length < SEAL_DIGITS + HEAD_BYTES) return undefined;
  const body = bytes.subarray(SEAL_DIGITS);
  const seal = Buffer.from(bytes.buffer, bytes.byteOffset, SEAL_DIGITS).toString('latin1');
  if (!openSeal(host).holds(seal, 'noop', body, key)) return undefined;
  const { summary, ...note } = decodeNote(body);
  return isSummary(summary) ? { ...note, summary } : undefined;
}

/** A disk error is ignored: without a note the next build only takes a little longer. */
export async function writeNote(host: Host, key: string, note: Note<unknown>): Promise<void> {
  const folder = join(host.userCache, FOLDER);
  const temporary = join(folder, `${key}.${host.process.pid}`);
  try {
    host.makeFolder(folder, { private: true });
    const body = encodeNote(note);
    const writer = await host.create(temporary, { private: true });
    try {
      await writer.write(Buffer.from(openSeal(host).of('noop', body, key)));
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

function encodeNote({ observations: { paths, stats, answers }, summary, record }: Note<unknown>): Uint8Array {
  const text = Buffer.from(paths.join('\0'));
  const head = Uint32Array.of(paths.length, text.length);
  const columns = new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength);
  const rest = Buffer.from(JSON.stringify({ answers, summary, record }));
  return Buffer.concat([new Uint8Array(head.buffer), columns, text, rest]);
}

/** Only for bytes whose seal is valid. */
function decodeNote(body: Uint8Array): Note<unknown> {
  // Copied, because a Float64Array must start at a multiple of eight. `slice` of a Buffer would not copy.
  const { buffer } = new Uint8Array(body);
  const [count = 0, textBytes = 0] = new Uint32Array(buffer, 0, 2);
  const textAt = HEAD_BYTES + count * STAT_NUMBERS * 8;
  const text = Buffer.from(buffer, textAt, textBytes).toString('utf8');
  const rest: { answers: readonly Observation[]; summary: unknown; record?: string } = JSON.parse(
    Buffer.from(buffer, textAt + textBytes).toString('utf8'),
  );
  const { answers, summary, record } = rest;
  const stats = new Float64Array(buffer, HEAD_BYTES, count * STAT_NUMBERS);
  return { observations: { paths: count === 0 ? [] : text.split('\0'), stats, answers }, summary, record };
}
