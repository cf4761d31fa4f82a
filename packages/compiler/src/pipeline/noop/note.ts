// The note of a build: what it observed, and what a build that changes nothing prints. It is stored in the user's cache folder as
// `noop/v2/<key>`, where the key identifies the request, and is sealed for that key (see sealed-file.ts):
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
import type { Host } from '../host/host.js';
import { type Observation, type Observations, STAT_NUMBERS } from './observations.js';
import { readSealed, type SealedFolder, writeSealed } from './sealed-file.js';

/** A note takes one or two megabytes for ten thousand assets. */
const NOTES: SealedFolder = { path: join('noop', 'v2'), purpose: 'noop', maxFiles: 32 };
const HEAD_BYTES = 8;

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
  const body = readSealed(host, NOTES, key);
  if (body === undefined || body.length < HEAD_BYTES) return undefined;
  const { summary, ...note } = decodeNote(body);
  return isSummary(summary) ? { ...note, summary } : undefined;
}

export const writeNote = (host: Host, key: string, note: Note<unknown>): Promise<void> =>
  writeSealed(host, NOTES, key, encodeNote(note));

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
