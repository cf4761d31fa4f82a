// The lines of the cache file (see cache-log.ts): check sum, seal, JSON.

import { digestBytes, digestText } from './digest.js';
import { SEAL_DIGITS, type Seal } from './seal.js';

/** The identity of a file to which a line is appended. */
export const identityWith = (before: string, { seal, sizeBytes }: LineMark): string =>
  digestText(`${before} ${seal} ${sizeBytes}`);

export interface LineMark {
  readonly seal: string;
  /** Of its JSON. */
  readonly sizeBytes: number;
}

const checkSum = (json: Uint8Array): string => digestBytes(json).slice(0, 16);

const SUM_DIGITS = 16;
const JSON_AT = SUM_DIGITS + 1 + SEAL_DIGITS + 1;

export interface Line extends LineMark {
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

export const LINE_END = 0x0a;

export function* splitLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at);
    yield bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
  }
}

/** Whether it is the line that an index states. */
export const isMarked = (line: LineMark | undefined, { seal, sizeBytes }: LineMark): boolean =>
  line?.seal === seal && line.sizeBytes === sizeBytes;

/** With its line end. */
export const lineBytes = ({ sizeBytes }: LineMark): number => JSON_AT + sizeBytes + 1;

export function encodeLine(value: unknown, seal: Seal): { readonly line: Uint8Array; readonly mark: LineMark } {
  const json = Buffer.from(JSON.stringify(value));
  const mark = { seal: seal.of('record', json), sizeBytes: json.length };
  return { line: Buffer.concat([Buffer.from(`${checkSum(json)} ${mark.seal} `), json, Buffer.from('\n')]), mark };
}
