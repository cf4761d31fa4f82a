// Parses binary FBX. A node is a record: where it ends, the number and size of its values, its name, the values, its children.
// From version 7500 on, the first three are 64-bit numbers.

import { ArrayReader, isArrayType } from './array-value.js';
import { ByteReader } from './byte-reader.js';
import { damaged, MAX_DEPTH, tooLarge } from './fbx-errors.js';
import type { FbxFile, FbxNode, FbxValue } from './fbx-node.js';

const MAGIC = 'Kaydara FBX Binary  \0';
const HEADER_BYTES = 27;
const LONG_RECORDS_SINCE = 7500;

export function isBinaryFbx(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, MAGIC.length) === MAGIC;
}

export function parseBinary(file: string, bytes: Uint8Array): FbxFile {
  const isBigEndian = bytes[22] === 1;
  const reader = new ByteReader(file, bytes, isBigEndian);
  reader.check(0, HEADER_BYTES, bytes.length, 'the header');
  const version = reader.count(23);
  const nodes = new BinaryParser(reader, version >= LONG_RECORDS_SINCE).parse(HEADER_BYTES);
  return { version, isText: false, isBigEndian, nodes };
}

interface Values {
  readonly values: readonly FbxValue[];
  readonly end: number;
}

class BinaryParser {
  readonly #reader: ByteReader;
  readonly #arrays: ArrayReader;
  readonly #isLong: boolean;
  readonly #recordBytes: number;

  constructor(reader: ByteReader, isLong: boolean) {
    this.#reader = reader;
    this.#arrays = new ArrayReader(reader);
    this.#isLong = isLong;
    this.#recordBytes = isLong ? 25 : 13;
  }

  /** The top level ends with a null record; a footer follows. */
  parse(start: number): FbxNode[] {
    const { bytes } = this.#reader;
    const nodes: FbxNode[] = [];
    for (let at = start; ; ) {
      const node = this.#node(at, bytes.length, 0);
      if (node === undefined) return nodes;
      nodes.push(node);
      at = node.end;
    }
  }

  /** Undefined for a null record, which ends a list. */
  #node(start: number, limit: number, depth: number): FbxNode | undefined {
    const reader = this.#reader;
    const place = { offset: start };
    reader.check(start, this.#recordBytes, limit, 'a node');
    const width = this.#isLong ? 8 : 4;
    const number = (at: number) => (this.#isLong ? reader.longCount(at) : reader.count(at));
    const end = number(start);
    const nameStart = start + this.#recordBytes;
    if (end === 0) return undefined;
    if (depth > MAX_DEPTH) throw tooLarge(reader.file, place, `nodes are nested deeper than ${MAX_DEPTH} levels`);
    const nameBytes = reader.byte(nameStart - 1);
    if (end > limit || end < nameStart + nameBytes)
      throw damaged(reader.file, place, `a node ends at byte ${end}, which is outside its parent or before its name`);
    const name = reader.text(nameStart, nameBytes);
    const valuesStart = nameStart + nameBytes;
    const valuesBytes = number(start + 2 * width);
    reader.check(valuesStart, valuesBytes, end, `the values of ${name}`);
    const { values } = this.#values(number(start + width), valuesStart, valuesStart + valuesBytes, name);
    const children = this.#children(valuesStart + valuesBytes, end, depth);
    return { name, place, start, end, values, children };
  }

  #children(start: number, end: number, depth: number): FbxNode[] {
    const children: FbxNode[] = [];
    for (let at = start; at < end; ) {
      const child = this.#node(at, end, depth + 1);
      if (child === undefined) break;
      children.push(child);
      at = child.end;
    }
    return children;
  }

  #values(count: number, start: number, end: number, name: string): Values {
    const values: FbxValue[] = [];
    // A value has at least two bytes.
    if (count * 2 > end - start)
      throw damaged(this.#reader.file, { offset: start }, `${name} has ${count} values in ${end - start} bytes`);
    let at = start;
    for (let i = 0; i < count; i++) {
      const type = String.fromCharCode(this.#reader.byte(at));
      const { value, next } = this.#value(type, at + 1, end);
      values.push(value);
      at = next;
    }
    return { values, end: at };
  }

  #value(type: string, at: number, end: number): { readonly value: FbxValue; readonly next: number } {
    const reader = this.#reader;
    if (isArrayType(type)) return this.#arrays.read(type, at, end);
    const size = SCALAR_BYTES[type];
    if (size === undefined)
      throw damaged(
        reader.file,
        { offset: at - 1 },
        `a value has the type ${JSON.stringify(type)}, which does not exist`,
      );
    reader.check(at, size, end, 'a value');
    if (type !== 'S' && type !== 'R') return { value: this.#scalar(type, at), next: at + size };
    const length = reader.count(at);
    const start = at + 4;
    reader.check(start, length, end, type === 'S' ? 'text' : 'raw data');
    const value = type === 'S' ? reader.text(start, length) : reader.bytes.subarray(start, start + length);
    return { value, next: start + length };
  }

  #scalar(type: string, at: number): FbxValue {
    const reader = this.#reader;
    switch (type) {
      case 'D':
        return reader.double(at);
      case 'I':
        return reader.int(at);
      case 'L':
        return reader.long(at);
      case 'F':
        return reader.float(at);
      case 'Y':
        return reader.short(at);
      default: {
        const byte = reader.byte(at);
        return byte > 1 ? String.fromCharCode(byte) : byte === 1;
      }
    }
  }
}

/** Bytes of each type; for text and raw data, of its length. */
const SCALAR_BYTES: Readonly<Record<string, number>> = {
  B: 1,
  C: 1,
  Z: 1,
  Y: 2,
  I: 4,
  F: 4,
  D: 8,
  L: 8,
  S: 4,
  R: 4,
};
