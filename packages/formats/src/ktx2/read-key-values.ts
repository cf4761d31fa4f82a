// Reads the key/value data of a KTX2 file: `u32 length, key NUL value, padding to 4`. Order and duplicates are kept.

import { FormatError } from '../core/format-error.js';
import { alignUp, viewOf } from '../core/struct.js';
import { readText } from '../core/text.js';
import type { KeyValue } from './model.js';

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

/** A text value without its terminator; undefined if the key is absent or its value is not UTF-8. */
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
