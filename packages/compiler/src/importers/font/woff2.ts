// Reads WOFF2: all tables in one Brotli stream, with glyf, loca and hmtx transformed for better compression. One font, or a collection
// whose fonts share tables.

import { brotliDecompressSync } from 'node:zlib';
import { FontBytes } from './font-bytes.js';
import { damaged, type Sfnt, viewOf } from './sfnt.js';
import { checkUnpackedSize } from './unpacked-size.js';
import { rebuildGlyf } from './woff2-glyf.js';
import { rebuildHmtx } from './woff2-hmtx.js';
import { KNOWN_TAGS } from './woff2-tags.js';

interface Entry {
  readonly name: string;
  readonly isTransformed: boolean;
  readonly length: number;
  readonly storedLength: number;
}

interface Member {
  readonly flavor: number;
  /** Indices of entries. */
  readonly tables: readonly number[];
}

const COLLECTION = 0x74746366;

/** The fonts in the file, each unpacked on request. */
export function readWoff2(bytes: Uint8Array, file: string): { readonly count: number; font(index: number): Sfnt } {
  const reader = new FontBytes(bytes, file, 'the WOFF2 header');
  reader.at = 4;
  const flavor = reader.u32();
  reader.at = 12;
  const tableCount = reader.u16();
  reader.at = 20;
  const packedLength = reader.u32();
  reader.at = 48;
  const entries = Array.from({ length: tableCount }, () => readEntry(reader));
  const members =
    flavor === COLLECTION ? readCollection(reader, entries.length) : [{ flavor, tables: [...entries.keys()] }];
  const size = entries.reduce((sum, { storedLength }) => sum + storedLength, 0);
  checkUnpackedSize(
    entries.reduce((sum, { length }) => sum + length, size),
    file,
  );
  const stored = unpackAll(reader.bytes(packedLength), size, file, reader.at - packedLength);
  let end = 0;
  const parts = entries.map(({ storedLength }) => {
    end += storedLength;
    return stored.subarray(end - storedLength, end);
  });
  return {
    count: members.length,
    font: (index) => {
      const member = members[index];
      if (member === undefined) throw new Error(`a collection of ${members.length} fonts was asked for font ${index}`);
      return assemble(member, entries, parts, file);
    },
  };
}

function readEntry(reader: FontBytes): Entry {
  const flags = reader.u8();
  const known = KNOWN_TAGS[flags & 63];
  const name = known ?? String.fromCharCode(...reader.bytes(4));
  const version = flags >> 6;
  const length = reader.base128();
  // For glyf and loca the meaning is reversed: 3 means untransformed.
  const isTransformed = name === 'glyf' || name === 'loca' ? version !== 3 : version !== 0;
  const storedLength = isTransformed ? reader.base128() : length;
  return { name, isTransformed, length, storedLength };
}

function readCollection(reader: FontBytes, entryCount: number): readonly Member[] {
  reader.u32();
  return Array.from({ length: reader.packed16() }, () => {
    const count = reader.packed16();
    const flavor = reader.u32();
    const tables = Array.from({ length: count }, () => reader.packed16());
    if (tables.some((index) => index >= entryCount)) throw reader.fail('refers to a table that does not exist');
    return { flavor, tables };
  });
}

function unpackAll(packed: Uint8Array, size: number, file: string, offset: number): Uint8Array {
  let stored: Uint8Array;
  try {
    stored = brotliDecompressSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw damaged(file, offset, `the tables cannot be decompressed to ${size} bytes`, cause);
  }
  if (stored.length !== size) throw damaged(file, offset, `the tables have ${stored.length} bytes, not ${size}`);
  return stored;
}

function assemble(member: Member, entries: readonly Entry[], parts: readonly Uint8Array[], file: string): Sfnt {
  const tables = new Map<string, Uint8Array>();
  const transformed = new Map<string, Uint8Array>();
  for (const index of member.tables) {
    const entry = entries[index];
    const part = parts[index];
    if (entry === undefined || part === undefined) continue;
    if (entry.isTransformed) transformed.set(entry.name, part);
    else tables.set(entry.name, part);
  }
  const glyf = transformed.get('glyf');
  let leftEdges: Int16Array | undefined;
  if (glyf !== undefined) {
    const rebuilt = rebuildGlyf(glyf, file);
    tables.set('glyf', rebuilt.glyf);
    tables.set('loca', rebuilt.loca);
    leftEdges = rebuilt.leftEdges;
    const head = tables.get('head');
    if (head === undefined || head.length < 54) throw damaged(file, 0, 'table head is missing or empty');
    const patched = head.slice();
    viewOf(patched).setInt16(50, rebuilt.hasLongOffsets ? 1 : 0);
    tables.set('head', patched);
  }
  const hmtx = transformed.get('hmtx');
  if (hmtx !== undefined) {
    const hhea = tables.get('hhea');
    if (leftEdges === undefined || hhea === undefined || hhea.length < 36)
      throw damaged(file, 0, 'table hmtx is compressed in a way that needs glyf and hhea, which are missing');
    tables.set('hmtx', rebuildHmtx(hmtx, viewOf(hhea).getUint16(34), leftEdges, file));
  }
  for (const name of transformed.keys())
    if (!['glyf', 'loca', 'hmtx'].includes(name))
      throw damaged(file, 0, `table ${name.trim()} is compressed in a way that no standard describes`);
  return { flavor: member.flavor, tables };
}
