// Opens a KTX 2.0 file of any format: tables are parsed, levels are views into the input, nothing is decompressed.

import { FormatError } from '../core/format-error.js';
import { toNumber } from '../core/wide.js';
import { KTX2_IDENTIFIER, Ktx2Header, Ktx2LevelIndex, Supercompression } from './layout.js';
import type { Ktx2, Ktx2Level } from './model.js';
import { decodeDataFormat } from './read-data-format.js';
import { decodeKeyValues } from './read-key-values.js';

/** Decodes a KTX2 file to views into `bytes`. Throws only FormatError. */
export function decodeKtx2(bytes: Uint8Array): Ktx2 {
  const { identifier, ...header } = Ktx2Header.read(bytes);
  if (identifier.some((byte, i) => byte !== KTX2_IDENTIFIER[i])) {
    throw new FormatError('bad-magic', 0, 'not a KTX 2.0 file');
  }
  const { dfdByteOffset, dfdByteLength, kvdByteOffset, kvdByteLength, sgdByteOffset, sgdByteLength, ...rest } = header;
  const stored = Math.max(1, header.levelCount);
  if (Ktx2Header.size + stored * Ktx2LevelIndex.size > bytes.byteLength) {
    throw new FormatError('truncated', Ktx2Header.size, `level index of ${stored} levels does not fit`);
  }
  const levels: Ktx2Level[] = [];
  for (let i = 0; i < stored; i++) {
    const at = Ktx2Header.size + i * Ktx2LevelIndex.size;
    const entry = Ktx2LevelIndex.read(bytes, at);
    const byteOffset = toNumber(entry.byteOffset, at, `level ${i} byteOffset`);
    levels.push({
      byteOffset,
      uncompressedByteLength: toNumber(entry.uncompressedByteLength, at + 16, `level ${i} uncompressedByteLength`),
      supercompressionScheme: header.supercompressionScheme,
      bytes: section(bytes, byteOffset, toNumber(entry.byteLength, at + 8, `level ${i} byteLength`), `level ${i}`, at),
    });
  }
  return {
    ...rest,
    dataFormat: decodeDataFormat(bytes, dfdByteOffset, dfdByteLength),
    keyValues: decodeKeyValues(bytes, kvdByteOffset, kvdByteLength).map(({ key, value }) => ({ key, value })),
    globalData: section(
      bytes,
      toNumber(sgdByteOffset, 64, 'sgdByteOffset'),
      toNumber(sgdByteLength, 72, 'sgdByteLength'),
      'supercompression global data',
      64,
    ),
    levels,
  };
}

/** Decompresses a level; the result must have exactly `uncompressedByteLength` bytes. */
export type Decompress = (stored: Uint8Array, uncompressedByteLength: number, scheme: number) => Uint8Array;

/**
 * The texel blocks of a level: layer by layer, face by face, row by row.
 *
 * @example
 * const texels = readLevel(level, (stored, length) => zstd.decompress(stored, length));
 */
export function readLevel(level: Ktx2Level, decompress?: Decompress): Uint8Array {
  const { supercompressionScheme: scheme, bytes, byteOffset, uncompressedByteLength } = level;
  if (scheme === Supercompression.none) return bytes;
  if (scheme === Supercompression.basisLz) {
    throw new FormatError('unsupported', byteOffset, 'BasisLZ levels need a Basis transcoder and the global data');
  }
  if (decompress === undefined) {
    throw new FormatError('unsupported', byteOffset, `scheme ${scheme} needs a decompressor`);
  }
  const out = decompress(bytes, uncompressedByteLength, scheme);
  if (out.byteLength !== uncompressedByteLength) {
    const message = `level decompresses to ${out.byteLength} bytes, in its index ${uncompressedByteLength}`;
    throw new FormatError('bad-value', byteOffset, message);
  }
  return out;
}

function section(bytes: Uint8Array, start: number, length: number, what: string, fieldOffset: number): Uint8Array {
  if (start + length > bytes.byteLength) {
    throw new FormatError(
      'bad-range',
      fieldOffset,
      `${what} ends at ${start + length}, the file at ${bytes.byteLength}`,
    );
  }
  return bytes.subarray(start, start + length);
}
