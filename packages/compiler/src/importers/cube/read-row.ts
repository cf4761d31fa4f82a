// Reads the lines and rows of a .cube file without allocating a string for each: a 256³ table has seventeen million.

import { readFloat } from '../../model/text/read-number.js';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** The end of the line at `at`: a line feed, a carriage return, or the end of the file. */
export function lineEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

/** The start of the next line after one that ends at `end`. */
export const nextLine = (bytes: Uint8Array, end: number): number =>
  end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);

/** Writes to `out` and returns true if the line is exactly three numbers, finite as 32-bit floats. Otherwise returns false. */
export function readRow(bytes: Uint8Array, start: number, end: number, out: Float32Array): boolean {
  let at = start;
  for (let i = 0; i < 4; i++) {
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    if (i === 3) break;
    let word = at;
    while (word < end && bytes[word] !== SPACE && bytes[word] !== TAB) word++;
    const value = Math.fround(readFloat(bytes, at, word));
    if (!Number.isFinite(value)) return false;
    out[i] = value;
    at = word;
  }
  return at === end;
}
