// Key/value data of a KTX2 file: `u32 length, key NUL value, padding to 4`. Decoding keeps order and duplicates.

import { FormatError } from '../core/format-error.js';
import { alignUp, viewOf } from '../core/struct.js';
import { compareBytes, readText, writeText } from '../core/text.js';

export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
}

export interface PlacedKeyValue extends KeyValue {
  readonly offset: number;
  /** End of the value, before padding. */
  readonly end: number;
}

export function decodeKeyValues(bytes: Uint8Array, start: number, length: number): PlacedKeyValue[] {
  const end = start + length;
  if (end > bytes.byteLength) throw new FormatError('truncated', start, `key/value data needs ${length} bytes`);
  const view = viewOf(bytes);
  const entries: PlacedKeyValue[] = [];
  for (let at = start; at < end; ) {
    if (at + 4 > end) throw new FormatError('truncated', at, 'key/value length needs 4 bytes');
    const size = view.getUint32(at, true);
    const stop = at + 4 + size;
    if (stop > end) throw new FormatError('bad-range', at, `key/value entry of ${size} bytes does not fit`);
    const nul = bytes.subarray(at + 4, stop).indexOf(0);
    if (nul < 0) throw new FormatError('bad-text', at + 4, 'key has no NUL terminator');
    const key = readText(bytes, at + 4, at + 4 + nul, 'key');
    entries.push({ key, value: bytes.subarray(at + 5 + nul, stop), offset: at, end: stop });
    at = start + alignUp(stop - start, 4);
  }
  return entries;
}

/** Sorts by key; the last entry is padded too. */
export function encodeKeyValues(entries: readonly KeyValue[]): Uint8Array {
  const keyed = entries.map(({ key, value }) => {
    if (key === '' || key.includes('\0')) throw new Error(`${JSON.stringify(key)} cannot be a KTX2 key`);
    return { name: writeText(key), key, value };
  });
  keyed.sort((a, b) => compareBytes(a.name, b.name));
  for (const [i, { key }] of keyed.entries()) {
    if (i > 0 && keyed[i - 1]?.key === key) throw new Error(`KTX2 key ${JSON.stringify(key)} is given twice`);
  }
  const sizes = keyed.map(({ name, value }) => name.byteLength + 1 + value.byteLength);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + 4 + alignUp(size, 4), 0));
  const view = viewOf(bytes);
  let at = 0;
  for (const [i, { name, value }] of keyed.entries()) {
    const size = sizes[i] ?? 0;
    view.setUint32(at, size, true);
    bytes.set(name, at + 4);
    bytes.set(value, at + 5 + name.byteLength);
    at += 4 + alignUp(size, 4);
  }
  return bytes;
}

/** A text value without its terminator; undefined when the key is absent or its value is not UTF-8. */
export function textValue(entries: readonly KeyValue[], key: string): string | undefined {
  const value = entries.find((entry) => entry.key === key)?.value;
  if (value === undefined) return undefined;
  const end = value.at(-1) === 0 ? value.byteLength - 1 : value.byteLength;
  try {
    return readText(value, 0, end, key);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** A text value as KTX2 wants it: with its terminator. */
export function textEntry(key: string, text: string): KeyValue {
  const encoded = writeText(text);
  const value = new Uint8Array(encoded.byteLength + 1);
  value.set(encoded);
  return { key, value };
}
