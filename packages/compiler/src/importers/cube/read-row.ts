// The lines of a .cube file, and its rows, without a string for each: a table of 256³ has seventeen million of them.

import { readFloat } from '../../model/read-number.js';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Where the line ends that `at` lies in: at a line feed, at a carriage return, at the end. */
export function lineEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  return end;
}

/** Where the line begins that follows one which ends here. */
export const nextLine = (bytes: Uint8Array, end: number): number =>
  end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);

/** Three numbers and nothing else, finite as 32-bit floats: then they are in `out`. Of any other line the answer is false. */
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
