// Writes the key/value data of a KTX2 file: sorted by key, each entry padded to four bytes.

import { alignUp, viewOf } from '../core/struct.js';
import { compareBytes, writeText } from '../core/text.js';
import type { KeyValue } from './model.js';

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

/** A text value with the terminator that KTX2 requires. */
export function textEntry(key: string, text: string): KeyValue {
  const encoded = writeText(text);
  const value = new Uint8Array(encoded.byteLength + 1);
  value.set(encoded);
  return { key, value };
}
