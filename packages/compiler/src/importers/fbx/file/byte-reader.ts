// Numbers and text at offsets of a binary file, in its byte order. Callers check that the bytes exist.

import { damaged } from './fbx-errors.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class ByteReader {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly isLittleEndian: boolean;
  readonly #view: DataView;
  readonly #buffer: Buffer;

  constructor(file: string, bytes: Uint8Array, isBigEndian: boolean) {
    this.file = file;
    this.bytes = bytes;
    this.isLittleEndian = !isBigEndian;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  short(at: number): number {
    return this.#view.getInt16(at, this.isLittleEndian);
  }

  int(at: number): number {
    return this.#view.getInt32(at, this.isLittleEndian);
  }

  count(at: number): number {
    return this.#view.getUint32(at, this.isLittleEndian);
  }

  /** 64 bits as a number; above 2^53 it is rounded, which is past the end of any file. */
  longCount(at: number): number {
    return Number(this.#view.getBigUint64(at, this.isLittleEndian));
  }

  long(at: number): number | bigint {
    const value = this.#view.getBigInt64(at, this.isLittleEndian);
    const rounded = Number(value);
    return Number.isSafeInteger(rounded) ? rounded : value;
  }

  float(at: number): number {
    return this.#view.getFloat32(at, this.isLittleEndian);
  }

  double(at: number): number {
    return this.#view.getFloat64(at, this.isLittleEndian);
  }

  text(at: number, length: number): string {
    return decodeText(this.#buffer, at, at + length);
  }

  /** Throws unless there are `length` bytes before `end`. */
  check(at: number, length: number, end: number, what: string): void {
    if (at + length > end)
      throw damaged(
        this.file,
        { offset: at },
        `${what} needs ${length} bytes, but only ${Math.max(0, end - at)} are left`,
      );
  }
}

/** Old exporters write the code page of their machine. Such text is read as Latin-1, so that different names stay different. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  for (let i = start; i < end; i++) if ((bytes[i] ?? 0) >= 0x80) return decodeWide(bytes, start, end);
  return bytes.toString('latin1', start, end);
}

function decodeWide(bytes: Buffer, start: number, end: number): string {
  try {
    return utf8.decode(bytes.subarray(start, end));
  } catch {
    return bytes.toString('latin1', start, end);
  }
}
