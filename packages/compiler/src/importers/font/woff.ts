// Reads WOFF 1: the tables of a font, each compressed with zlib if that made it smaller.

import { inflateSync } from 'node:zlib';
import { damaged, type Sfnt, tagAt, viewOf } from './sfnt.js';
import { checkUnpackedSize } from './unpacked-size.js';

const HEADER_BYTES = 44;
const RECORD_BYTES = 20;

export function readWoff(bytes: Uint8Array, file: string): Sfnt {
  const view = viewOf(bytes);
  if (bytes.length < HEADER_BYTES) throw damaged(file, bytes.length, 'the WOFF header is cut off');
  const count = view.getUint16(12);
  if (HEADER_BYTES + count * RECORD_BYTES > bytes.length)
    throw damaged(file, 12, `a directory of ${count} tables does not fit into ${bytes.length} bytes`);
  const records = Array.from({ length: count }, (_, i) => {
    const at = HEADER_BYTES + i * RECORD_BYTES;
    return {
      at,
      name: tagAt(bytes, at),
      offset: view.getUint32(at + 4),
      packedLength: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    };
  });
  checkUnpackedSize(
    records.reduce((sum, { length }) => sum + length, 0),
    file,
  );
  const tables = new Map<string, Uint8Array>();
  for (const { at, name, offset, packedLength, length } of records) {
    if (offset > bytes.length || packedLength > bytes.length - offset || packedLength > length)
      throw damaged(
        file,
        at,
        `table ${name.trim()} (${packedLength} bytes at offset ${offset}) reaches past the end of the file`,
      );
    const stored = bytes.subarray(offset, offset + packedLength);
    tables.set(name, packedLength === length ? stored : inflate(stored, length, name, file, offset));
  }
  return { flavor: view.getUint32(4), tables };
}

function inflate(stored: Uint8Array, length: number, name: string, file: string, offset: number): Uint8Array {
  let table: Uint8Array;
  try {
    table = inflateSync(stored, { maxOutputLength: Math.max(1, length) });
  } catch (cause) {
    throw damaged(file, offset, `table ${name.trim()} cannot be inflated to ${length} bytes`, cause);
  }
  if (table.length !== length)
    throw damaged(file, offset, `table ${name.trim()} has ${table.length} bytes, not ${length}`);
  return table;
}
