// The lines of the cache file (see cache-log.ts): check sum, seal, JSON.

import { digestBytes, digestText } from './digest.js';
import { SEAL_DIGITS, type Seal } from './seal.js';

/** The identity of a file to which a line with this seal is appended. `sizeBytes`: of its JSON, so that a cut line is another. */
export const identityWith = (before: string, { seal, sizeBytes }: LineMark): string =>
  digestText(`${before} ${seal} ${sizeBytes}`);

interface LineMark {
  readonly seal: string;
  readonly sizeBytes: number;
}

export const checkSum = (json: Uint8Array): string => digestBytes(json).slice(0, 16);

const SUM_DIGITS = 16;
const JSON_AT = SUM_DIGITS + 1 + SEAL_DIGITS + 1;

interface Line extends LineMark {
  readonly value: unknown;
  readonly sealed: boolean;
}

/** Returns undefined if the line is torn. With a valid seal its checksum need not be computed. */
export function decodeLine(line: Uint8Array | undefined, seal: Seal): Line | undefined {
  if (line === undefined || line.length <= JSON_AT) return undefined;
  const json = Buffer.from(line.buffer, line.byteOffset + JSON_AT, line.byteLength - JSON_AT);
  const head = Buffer.from(line.buffer, line.byteOffset, JSON_AT).toString('latin1');
  const given = head.slice(SUM_DIGITS + 1, -1);
  const sealed = seal.holds(given, 'record', json);
  if (!sealed && head.slice(0, SUM_DIGITS) !== checkSum(json)) return undefined;
  return { value: JSON.parse(json.toString('utf8')), seal: given, sizeBytes: json.length, sealed };
}

export function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    yield bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
  }
}

/** As the line states it, verified or not. */
export function statedMark(line: Uint8Array): LineMark {
  const seal = Buffer.from(line.buffer, line.byteOffset, Math.min(line.length, JSON_AT)).toString('latin1');
  return { seal: seal.slice(SUM_DIGITS + 1, -1), sizeBytes: line.length - JSON_AT };
}
