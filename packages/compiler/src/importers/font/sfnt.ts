// The plain container of TrueType and OpenType: a directory of tables. Every font is unpacked to this before HarfBuzz reads it.

import { AssetError } from '../../diagnostics/diagnostic.js';

export interface Sfnt {
  /** The four bytes that begin the file: 00 01 00 00, `true` or `OTTO`. */
  readonly flavor: number;
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

export const tagAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const damaged = (file: string, offset: number, message: string, cause?: unknown): AssetError =>
  new AssetError(
    { code: 'font/damaged', file, where: { offset }, message, hint: 'Download or export the font again.' },
    cause === undefined ? {} : { cause },
  );

/** Reads the font whose directory starts at `at`; table offsets are relative to the start of the file. */
export function readSfnt(bytes: Uint8Array, file: string, at = 0): Sfnt {
  const view = viewOf(bytes);
  if (at + HEADER_BYTES > bytes.length)
    throw damaged(file, at, `a font's directory does not fit into ${bytes.length} bytes`);
  const count = view.getUint16(at + 4);
  if (at + HEADER_BYTES + count * RECORD_BYTES > bytes.length)
    throw damaged(file, at + 4, `a directory of ${count} tables does not fit into ${bytes.length} bytes`);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < count; i++) {
    const record = at + HEADER_BYTES + i * RECORD_BYTES;
    const name = tagAt(bytes, record);
    const offset = view.getUint32(record + 8);
    const length = view.getUint32(record + 12);
    if (offset > bytes.length || length > bytes.length - offset)
      throw damaged(
        file,
        record,
        `table ${name.trim()} (${length} bytes at offset ${offset}) reaches past the end of the file`,
      );
    tables.set(name, bytes.subarray(offset, offset + length));
  }
  return { flavor: view.getUint32(at), tables };
}

/** A file with exactly these tables. Checksums are 0: HarfBuzz does not check them, and nothing else reads the file. */
export function writeSfnt({ flavor, tables }: Sfnt): Uint8Array {
  const names = [...tables.keys()].sort();
  let size = HEADER_BYTES + names.length * RECORD_BYTES;
  const offsets = names.map((name) => {
    const offset = size;
    size += Math.ceil((tables.get(name)?.length ?? 0) / 4) * 4;
    return offset;
  });
  const bytes = new Uint8Array(size);
  const view = viewOf(bytes);
  view.setUint32(0, flavor);
  view.setUint16(4, names.length);
  for (const [i, name] of names.entries()) {
    const table = tables.get(name) ?? new Uint8Array(0);
    const record = HEADER_BYTES + i * RECORD_BYTES;
    for (let c = 0; c < 4; c++) bytes[record + c] = name.charCodeAt(c);
    view.setUint32(record + 8, offsets[i] ?? 0);
    view.setUint32(record + 12, table.length);
    bytes.set(table, offsets[i] ?? 0);
  }
  return bytes;
}
