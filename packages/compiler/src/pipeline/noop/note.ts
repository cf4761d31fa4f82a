// The note of a build: what it observed, and what a build that changes nothing prints. It is stored in the user's cache folder as
// `noop/v3/<key>`, where the key identifies the request, and is sealed for that key (see sealed-file.ts):
//
//   32 bytes   the seal of all that follows, in hex
//    8 bytes   the number of files, and the length of the texts in bytes
//   columns    four doubles per file: size, mtime, ctime, inode
//   texts      UTF-8, each followed by a NUL: the paths of the files, then three for each answer: what was asked, the path, and what was
//              seen after a `=`, or nothing. JSON takes four times as long to read
//   JSON       { summary, record }; the last is the identity of the record if its stat data may prove nothing
//
// Numbers are in the machine's byte order: the seal is only valid on this machine. A no-op of ten thousand assets reads two megabytes of
// this instead of a record, a configuration and most of the program. If the note is missing, torn or outdated, the build runs.

import { join } from 'node:path';
import type { Host } from '../host/host.js';
import { type Observation, type Observations, observe, STAT_NUMBERS } from './observations.js';
import { readSealed, type SealedFolder, writeSealed } from './sealed-file.js';

/** A note takes one or two megabytes for ten thousand assets. */
const NOTES: SealedFolder = { path: join('noop', 'v3'), purpose: 'noop', maxFiles: 32 };
const HEAD_BYTES = 8;

export interface Note<Summary> {
  readonly observations: Observations;
  readonly summary: Summary;
  /** See CacheState.identity. */
  readonly record: string | undefined;
  /** The texts of its observations as they were read, so that the same need not be encoded again. */
  readonly texts?: Uint8Array | undefined;
}

/** Undefined if there is none for this key that a build of this user wrote. `key`: SHA-256 in hex. */
export function readNote<Summary>(
  host: Host,
  key: string,
  isSummary: (value: unknown) => value is Summary,
): Note<Summary> | undefined {
  const body = readSealed(host, NOTES, key);
  if (body === undefined || body.length < HEAD_BYTES) return undefined;
  const note = decodeNote(body);
  if (note === undefined) return undefined;
  const { summary } = note;
  return isSummary(summary) ? { ...note, summary } : undefined;
}

export const writeNote = (host: Host, key: string, note: Note<unknown>): Promise<void> =>
  writeSealed(host, NOTES, key, encodeNote(note));

function encodeNote({ observations, summary, record, texts }: Note<unknown>): Uint8Array {
  const { paths, stats } = observations;
  const text = texts ?? encodeTexts(observations);
  const head = Uint32Array.of(paths.length, text.length);
  const columns = new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength);
  const rest = Buffer.from(JSON.stringify({ summary, record }));
  return Buffer.concat([new Uint8Array(head.buffer), columns, text, rest]);
}

function encodeTexts({ paths, answers }: Observations): Uint8Array {
  const seen = answers.flatMap(([what, path, saw]) => [what, path, saw === null ? '' : `=${saw}`]);
  return Buffer.from([...paths, ...seen].map((text) => `${text}\0`).join(''));
}

/** Only for bytes whose seal is valid. Undefined if a question is unknown, which no build of this version has asked. */
function decodeNote(body: Uint8Array): Note<unknown> | undefined {
  // A Float64Array must start at a multiple of eight. `slice` of a Buffer would not copy.
  const { buffer, byteOffset, byteLength } = body.byteOffset % 8 === 0 ? body : new Uint8Array(body);
  const [count = 0, textBytes = 0] = new Uint32Array(buffer, byteOffset, 2);
  const stats = new Float64Array(buffer, byteOffset + HEAD_BYTES, count * STAT_NUMBERS);
  const textAt = HEAD_BYTES + stats.byteLength;
  const texts = Buffer.from(buffer, byteOffset + textAt, textBytes);
  const all = texts.toString('utf8').split('\0');
  const answers = decodeAnswers(all.slice(count, -1));
  if (answers === undefined) return undefined;
  const restAt = textAt + textBytes;
  const rest: { summary: unknown; record?: string } = JSON.parse(
    Buffer.from(buffer, byteOffset + restAt, byteLength - restAt).toString('utf8'),
  );
  return { ...rest, record: rest.record, observations: { paths: all.slice(0, count), stats, answers }, texts };
}

function decodeAnswers(texts: readonly string[]): readonly Observation[] | undefined {
  const answers: Observation[] = [];
  for (let at = 0; at < texts.length; at += 3) {
    const [what = '', path = '', saw = ''] = texts.slice(at, at + 3);
    if (!isQuestion(what)) return undefined;
    answers.push([what, path, saw === '' ? null : saw.slice(1)]);
  }
  return answers;
}

const isQuestion = (what: string): what is Observation[0] => Object.hasOwn(observe, what);
