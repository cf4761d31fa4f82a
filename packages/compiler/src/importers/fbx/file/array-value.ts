// Arrays of a binary file: plain or deflated, checked against the bytes that are left before anything is allocated.

import { inflateSync } from 'node:zlib';
import type { ByteReader } from './byte-reader.js';
import { damaged, tooLarge } from './fbx-errors.js';
import type { FbxArray } from './fbx-node.js';

/** Bytes of each array type. */
const ELEMENT_BYTES: Readonly<Record<string, number>> = { f: 4, i: 4, d: 8, l: 8, b: 1, c: 1 };

export const isArrayType = (type: string): boolean => type in ELEMENT_BYTES;

/** Deflate cannot do better than this. */
const MAX_DEFLATE_RATIO = 1032;
/** Of all arrays of a file, after inflating. */
const MAX_TOTAL_BYTES = 2 ** 32;

export class ArrayReader {
  readonly #reader: ByteReader;
  #totalBytes = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** `at`: its count. The array must end before `end`. Returns the offset after it. */
  read(type: string, at: number, end: number): { readonly value: FbxArray; readonly next: number } {
    const reader = this.#reader;
    reader.check(at, 12, end, 'an array');
    const count = reader.count(at);
    const encoding = reader.count(at + 4);
    const storedBytes = reader.count(at + 8);
    const sizeBytes = count * (ELEMENT_BYTES[type] ?? 1);
    if (encoding > 1)
      throw damaged(reader.file, { offset: at }, `an array has the encoding ${encoding}, which does not exist`);
    const start = at + 12;
    const length = encoding === 0 ? sizeBytes : storedBytes;
    reader.check(start, length, end, `an array of ${count} numbers`);
    if (encoding === 1 && sizeBytes > storedBytes * MAX_DEFLATE_RATIO)
      throw damaged(reader.file, { offset: at }, `${storedBytes} bytes cannot inflate to ${count} numbers`);
    this.#totalBytes += sizeBytes;
    if (this.#totalBytes > MAX_TOTAL_BYTES)
      throw tooLarge(reader.file, { offset: at }, `the arrays take more than ${MAX_TOTAL_BYTES} bytes`);
    const stored = reader.bytes.subarray(start, start + length);
    const bytes = encoding === 0 ? stored : this.#inflate(stored, sizeBytes, at);
    return { value: this.#numbers(type, bytes), next: start + length };
  }

  #inflate(stored: Uint8Array, sizeBytes: number, at: number): Uint8Array {
    const { file } = this.#reader;
    if (sizeBytes === 0) return new Uint8Array(0);
    let out: Uint8Array;
    try {
      out = inflateSync(stored, { chunkSize: Math.max(64, sizeBytes + 1), maxOutputLength: sizeBytes });
    } catch (error) {
      if (error instanceof RangeError)
        throw damaged(file, { offset: at }, 'a deflated array is longer than its count', error);
      if (!(error instanceof Error && 'code' in error)) throw error;
      throw damaged(file, { offset: at }, `a deflated array is damaged (${error.message})`, error);
    }
    if (out.length < sizeBytes)
      throw damaged(file, { offset: at }, `a deflated array has ${out.length} bytes, not ${sizeBytes}`);
    return out;
  }

  #numbers(type: string, bytes: Uint8Array): FbxArray {
    const size = ELEMENT_BYTES[type] ?? 1;
    if (size === 1) return bytes;
    const isAligned = bytes.byteOffset % 8 === 0 && this.#reader.isLittleEndian;
    const aligned = isAligned ? bytes : Uint8Array.from(bytes);
    if (!this.#reader.isLittleEndian) swapBytes(aligned, size);
    const { buffer, byteOffset } = aligned;
    if (type === 'f') return new Float32Array(buffer, byteOffset, bytes.length / 4);
    if (type === 'i') return new Int32Array(buffer, byteOffset, bytes.length / 4);
    return type === 'd'
      ? new Float64Array(buffer, byteOffset, bytes.length / 8)
      : roundLongs(new Int32Array(buffer, byteOffset, bytes.length / 4));
  }
}

function swapBytes(bytes: Uint8Array, size: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (size === 4) buffer.swap32();
  else buffer.swap64();
}

/** By halves: BigInt64Array makes an object for each element. */
function roundLongs(halves: Int32Array): Float64Array {
  const out = new Float64Array(halves.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = (halves[i * 2 + 1] ?? 0) * 2 ** 32 + ((halves[i * 2] ?? 0) >>> 0);
  return out;
}
