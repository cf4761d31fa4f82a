// The head of a KTX2 file, without its levels, from the first bytes of the file.

import { FormatError } from '../core/format-error.js';
import { toNumber } from '../core/wide.js';
import { KTX2_IDENTIFIER, Ktx2Header, Ktx2LevelIndex } from '../ktx2/layout.js';
import type { Ktx2, Ktx2Level } from '../ktx2/model.js';
import { decodeDataFormat } from '../ktx2/read-data-format.js';
import { decodeKeyValues } from '../ktx2/read-key-values.js';

/** A level that has not been fetched. */
export interface LevelPlace extends Omit<Ktx2Level, 'bytes'> {
  /** As stored. */
  readonly byteLength: number;
  readonly width: number;
  readonly height: number;
}

/** A texture without its levels. */
export interface TextureHead extends Omit<Ktx2, 'levels' | 'globalData'> {
  /** Largest first. */
  readonly levels: readonly LevelPlace[];
}

/** Bytes before the levels. `head` contains at least the header. Throws FormatError. */
export function headByteLength(head: Uint8Array, fileBytes: number): number {
  const header = Ktx2Header.read(head);
  if (header.identifier.some((byte, i) => byte !== KTX2_IDENTIFIER[i]))
    throw new FormatError('bad-magic', 0, 'not a KTX 2.0 file');
  const end = Math.max(
    Ktx2Header.size + Math.max(1, header.levelCount) * Ktx2LevelIndex.size,
    header.dfdByteOffset + header.dfdByteLength,
    header.kvdByteLength === 0 ? 0 : header.kvdByteOffset + header.kvdByteLength,
  );
  if (end > fileBytes)
    throw new FormatError('truncated', Ktx2Header.size, `the head ends at ${end}, the file at ${fileBytes}`);
  return end;
}

/** `head` has at least the length that `headByteLength` returns. Throws FormatError. */
export function decodeTextureHead(head: Uint8Array, fileBytes: number): TextureHead {
  const { identifier: _, ...header } = Ktx2Header.read(head);
  const {
    dfdByteOffset,
    dfdByteLength,
    kvdByteOffset,
    kvdByteLength,
    sgdByteOffset: __,
    sgdByteLength: ___,
    ...rest
  } = header;
  const levels = Array.from({ length: Math.max(1, header.levelCount) }, (_unused, i): LevelPlace => {
    const at = Ktx2Header.size + i * Ktx2LevelIndex.size;
    const entry = Ktx2LevelIndex.read(head, at);
    const byteOffset = toNumber(entry.byteOffset, at, `level ${i} byteOffset`);
    const byteLength = toNumber(entry.byteLength, at + 8, `level ${i} byteLength`);
    if (byteOffset + byteLength > fileBytes)
      throw new FormatError('bad-range', at, `level ${i} ends at ${byteOffset + byteLength}, the file at ${fileBytes}`);
    return {
      byteOffset,
      byteLength,
      uncompressedByteLength: toNumber(entry.uncompressedByteLength, at + 16, `level ${i} uncompressedByteLength`),
      supercompressionScheme: header.supercompressionScheme,
      width: Math.max(1, Math.floor(header.pixelWidth / 2 ** i)),
      height: Math.max(1, Math.floor(header.pixelHeight / 2 ** i)),
    };
  });
  return {
    ...rest,
    dataFormat: decodeDataFormat(head, dfdByteOffset, dfdByteLength),
    keyValues: decodeKeyValues(head, kvdByteOffset, kvdByteLength).map(({ key, value }) => ({ key, value })),
    levels,
  };
}
