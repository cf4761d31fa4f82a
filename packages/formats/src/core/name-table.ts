// A table of names, in the same form in every format: u32 offsets[count + 1], padded with zeros to 16 bytes, then the names' UTF-8 text
// without terminators. Name i is text[offsets[i], offsets[i + 1]); names may be empty.

import type { Problems } from './problem.js';
import { alignUp, viewOf } from './struct.js';
import { readText, writeText } from './text.js';

/** Where the text begins, from the start of the table. */
const textOffset = (count: number): number => alignUp((count + 1) * 4, 16);

/** Equal names give equal bytes. Throws a plain Error for names that cannot be stored. */
export function encodeNameTable(names: readonly string[]): Uint8Array {
  const texts = names.map(writeText);
  const start = textOffset(names.length);
  const textBytes = texts.reduce((sum, text) => sum + text.length, 0);
  if (textBytes > 0xffffffff) throw new Error(`${textBytes} bytes of names cannot be written`);
  const bytes = new Uint8Array(start + textBytes);
  const view = viewOf(bytes);
  let end = 0;
  for (const [i, text] of texts.entries()) {
    bytes.set(text, start + end);
    end += text.length;
    view.setUint32((i + 1) * 4, end, true);
  }
  return bytes;
}

/**
 * Reads the `count` names of the table in `bytes[at, at + size)`, which must be inside the file. Problems are reported with offsets from
 * the start of `bytes` and fields `${label}[i]`. Returns undefined if the table is unusable; a name that is not UTF-8 becomes ''.
 */
export function readNameTable(
  bytes: Uint8Array,
  at: number,
  size: number,
  count: number,
  label: string,
  problems: Problems,
): readonly string[] | undefined {
  const start = textOffset(count);
  if (start > size) {
    problems.add('bad-range', at, label, `has ${size} bytes, ${count} names need at least ${start}`);
    return undefined;
  }
  const view = viewOf(bytes);
  const offsetOf = (i: number): number => view.getUint32(at + i * 4, true);
  if (!offsetsHold(offsetOf, at, count, label, problems)) return undefined;
  for (let i = at + (count + 1) * 4; i < at + start; i++)
    if (bytes[i] !== 0) {
      problems.add('bad-value', i, `${label}.padding`, 'must be zero');
      break;
    }
  const textBytes = size - start;
  if (offsetOf(count) !== textBytes) {
    const message = `puts the end of the text at ${offsetOf(count)}, must be ${textBytes}`;
    problems.add('bad-range', at + count * 4, `${label}.offsets[${count}]`, message);
    if (offsetOf(count) > textBytes) return undefined;
  }
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `${label}[${i}]`;
    const [from, to] = [at + start + offsetOf(i), at + start + offsetOf(i + 1)];
    names.push(problems.attempt(name, () => readText(bytes, from, to, name)) ?? '');
  }
  return names;
}

/** Offsets begin at zero and never decrease, so that names tile the text. */
function offsetsHold(
  offsetOf: (i: number) => number,
  at: number,
  count: number,
  label: string,
  problems: Problems,
): boolean {
  if (offsetOf(0) !== 0) {
    problems.add('bad-range', at, `${label}.offsets[0]`, 'must be zero');
    return false;
  }
  for (let i = 1; i <= count; i++)
    if (offsetOf(i) < offsetOf(i - 1)) {
      const message = `goes back from ${offsetOf(i - 1)} to ${offsetOf(i)}`;
      problems.add('bad-order', at + i * 4, `${label}.offsets[${i}]`, message);
      return false;
    }
  return true;
}
