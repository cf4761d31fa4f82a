// Writes FBX files for tests: binary with 32- or 64-bit records in both byte orders, and text.

import { deflateSync } from 'node:zlib';

/** `i` and so on: a value with a stated type. Numbers without one are integers (I) if whole, else doubles (D). */
export type WrittenValue = number | bigint | string | boolean | Uint8Array | WrittenArray | WrittenReal;

/** A double, also if it is whole. */
interface WrittenReal {
  readonly real: number;
}

interface WrittenArray {
  readonly type: 'i' | 'd' | 'f' | 'l' | 'b';
  /** Typed arrays are written as they are, for large files. */
  readonly values: readonly number[] | Float64Array | Int32Array;
  readonly isDeflated?: boolean;
}

export interface WrittenNode {
  readonly name: string;
  readonly values: readonly WrittenValue[];
  readonly children: readonly WrittenNode[];
}

export const node = (
  name: string,
  values: readonly WrittenValue[] = [],
  children: readonly WrittenNode[] = [],
): WrittenNode => ({ name, values, children });

export const real = (value: number): WrittenReal => ({ real: value });
export const ints = (...values: readonly number[]): WrittenArray => ({ type: 'i', values });
export const doubles = (...values: readonly number[]): WrittenArray => ({ type: 'd', values });

interface BinaryOptions {
  /** From 7500 on, records have 64-bit numbers. */
  readonly version?: number;
  readonly isBigEndian?: boolean;
  readonly deflates?: boolean;
}

export function writeBinary(nodes: readonly WrittenNode[], options: BinaryOptions = {}): Buffer {
  const { version = 7400, isBigEndian = false } = options;
  const writer = new BinaryWriter(version >= 7500, isBigEndian, options.deflates === true);
  const header = Buffer.alloc(27);
  header.write('Kaydara FBX Binary  \0\x1a', 'latin1');
  header[22] = isBigEndian ? 1 : 0;
  if (isBigEndian) header.writeUInt32BE(version, 23);
  else header.writeUInt32LE(version, 23);
  const body = writer.list(nodes, header.length);
  return Buffer.concat([header, body, Buffer.alloc(16, 0xfb)]);
}

class BinaryWriter {
  readonly #isLong: boolean;
  readonly #isBigEndian: boolean;
  readonly #deflates: boolean;

  constructor(isLong: boolean, isBigEndian: boolean, deflates: boolean) {
    this.#isLong = isLong;
    this.#isBigEndian = isBigEndian;
    this.#deflates = deflates;
  }

  /** Nodes with the null record at their end. */
  list(nodes: readonly WrittenNode[], start: number): Buffer {
    const parts: Buffer[] = [];
    let at = start;
    for (const each of nodes) {
      const bytes = this.#node(each, at);
      parts.push(bytes);
      at += bytes.length;
    }
    return Buffer.concat([...parts, Buffer.alloc(this.#isLong ? 25 : 13)]);
  }

  #node({ name, values, children }: WrittenNode, start: number): Buffer {
    const stored = Buffer.concat(values.map((value) => this.#value(value)));
    const width = this.#isLong ? 8 : 4;
    const title = Buffer.from(name, 'utf8');
    const headBytes = width * 3 + 1 + title.length;
    const nested = children.length === 0 ? Buffer.alloc(0) : this.list(children, start + headBytes + stored.length);
    const end = start + headBytes + stored.length + nested.length;
    const numbers = [end, values.length, stored.length].map((number) => this.#number(this.#isLong ? 'L' : 'I', number));
    return Buffer.concat([...numbers, Buffer.of(title.length), title, stored, nested]);
  }

  #value(value: WrittenValue): Buffer {
    if (typeof value === 'string') return this.#sized('S', Buffer.from(value, 'utf8'));
    if (value instanceof Uint8Array) return this.#sized('R', Buffer.from(value));
    if (typeof value === 'boolean') return Buffer.from([67, value ? 1 : 0]);
    if (typeof value === 'bigint') return Buffer.concat([Buffer.from('L'), this.#number('L', value)]);
    if (typeof value === 'object' && 'real' in value)
      return Buffer.concat([Buffer.from('D'), this.#number('D', value.real)]);
    if (typeof value === 'object') return this.#array(value);
    const type = !Number.isInteger(value) ? 'D' : Math.abs(value) < 2 ** 31 ? 'I' : 'L';
    return Buffer.concat([Buffer.from(type), this.#number(type, value)]);
  }

  #sized(type: string, bytes: Buffer): Buffer {
    return Buffer.concat([Buffer.from(type), this.#number('I', bytes.length), bytes]);
  }

  #array({ type, values, isDeflated = this.#deflates }: WrittenArray): Buffer {
    const plain = Array.isArray(values)
      ? Buffer.concat(values.map((value: number) => this.#number(type.toUpperCase(), value)))
      : Buffer.from((values as Float64Array).buffer);
    const stored = isDeflated ? deflateSync(plain) : plain;
    const head = [values.length, isDeflated ? 1 : 0, stored.length].map((number) => this.#number('I', number));
    return Buffer.concat([Buffer.from(type), ...head, stored]);
  }

  #number(type: string, value: number | bigint): Buffer {
    const size = type === 'B' ? 1 : type === 'I' || type === 'F' ? 4 : 8;
    const bytes = Buffer.alloc(size);
    const number = Number(value);
    if (type === 'B') bytes.writeUInt8(number);
    else if (type === 'I') bytes.writeInt32LE(number | 0);
    else if (type === 'F') bytes.writeFloatLE(number);
    else if (type === 'L') bytes.writeBigInt64LE(BigInt(value));
    else bytes.writeDoubleLE(number);
    return this.#isBigEndian ? Buffer.from(bytes.toReversed()) : bytes;
  }
}

/** `"Cube\0\x01Model"` is written as `"Model::Cube"`. */
export function writeText(nodes: readonly WrittenNode[], version = 7400): string {
  const head = `; FBX ${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 100)}.0 project file\n\n`;
  return head + nodes.map((each) => textOf(each, '')).join('');
}

function textOf({ name, values, children }: WrittenNode, indent: string): string {
  const inner = children.map((child) => textOf(child, `${indent}\t`)).join('');
  const block = children.length === 0 ? '' : ` {\n${inner}${indent}}`;
  return `${indent}${name}: ${values.map((value) => textOfValue(value, indent)).join(', ')}${block}\n`;
}

function textOfValue(value: WrittenValue, indent: string): string {
  if (typeof value === 'string') return `"${inText(value).replaceAll('"', '&quot;')}"`;
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`;
  if (typeof value !== 'object') return `${value}`;
  if ('real' in value) return `${value.real}`;
  return `*${value.values.length} {\n${indent}\ta: ${[...value.values].join(',')}\n${indent}}`;
}

function inText(value: string): string {
  const [name, kind] = value.split('\0\x01');
  return kind === undefined ? value : `${kind}::${name}`;
}
