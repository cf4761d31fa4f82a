// Writes KTX 2.0: metadata in the order of the specification, levels smallest first, padding zero.
// Equal input gives equal bytes; therefore KTXwriter has no version.

import { alignUp } from '../core/struct.js';
import { encodeDataFormat } from './encode-data-format.js';
import { encodeKeyValues, textEntry } from './encode-key-values.js';
import { KTX2_IDENTIFIER, Ktx2Header, Ktx2LevelIndex, Supercompression } from './layout.js';
import { fullLevelCount, levelAlignment, levelByteLength, placeLevels, texelBlockOf } from './level-layout.js';
import type { Ktx2Extent, Ktx2Input, Ktx2Layout, Ktx2Outline } from './model.js';

/**
 * Encodes a KTX2 file. Equal input gives equal bytes. Throws a plain Error for levels that do not match the size.
 *
 * @example
 * encodeKtx2({ format: rgba8Format('srgb'), pixelWidth: 1, pixelHeight: 1, levels: [{ bytes: pixel }] });
 */
export function encodeKtx2(input: Ktx2Input): Uint8Array {
  const levels = input.levels.map(({ bytes, ...level }) => ({ byteLength: bytes.byteLength, ...level }));
  const { head, levelOffsets, byteLength } = layOutKtx2({ ...input, levels });
  const bytes = new Uint8Array(byteLength);
  bytes.set(head);
  for (const [i, level] of input.levels.entries()) bytes.set(level.bytes, levelOffsets[i] ?? 0);
  return bytes;
}

/**
 * A KTX2 file without its levels: the bytes before them, the offset of each, and the total length. For writers of large textures, which can
 * write levels directly into place. Bytes between the head and the levels are zero. Throws like `encodeKtx2`.
 *
 * @example
 * const { head, levelOffsets, byteLength } = layOutKtx2({ format: rgba8Format('srgb'), pixelWidth: 1, pixelHeight: 1, levels: [{ byteLength: 4 }] });
 * const file = new Uint8Array(byteLength);
 * file.set(head);
 * file.set(pixel, levelOffsets[0]);
 */
export function layOutKtx2(input: Ktx2Outline): Ktx2Layout {
  const { format, levels, supercompressionScheme: scheme = Supercompression.none } = input;
  const extent: Ktx2Extent = {
    pixelWidth: input.pixelWidth,
    pixelHeight: input.pixelHeight ?? 0,
    pixelDepth: input.pixelDepth ?? 0,
    layerCount: input.layerCount ?? 0,
    faceCount: input.faceCount ?? 1,
  };
  const block = texelBlockOf(format.vkFormat, format.dataFormat.basic);
  checkInput(input, extent, scheme);
  const uncompressed = levels.map((level) => level.uncompressedByteLength ?? level.byteLength);
  if (block !== undefined) {
    for (const [i, length] of uncompressed.entries()) {
      const wanted = levelByteLength(block, extent, i);
      if (length !== wanted) throw new Error(`level ${i} has ${length} bytes, its size implies ${wanted}`);
    }
  }
  const dfd = encodeDataFormat(format.dataFormat);
  const given = input.keyValues ?? [];
  const writer = given.some(({ key }) => key === 'KTXwriter') ? [] : [textEntry('KTXwriter', 'assetc')];
  const kvd = encodeKeyValues([...given, ...writer]);
  const sgd = input.globalData ?? new Uint8Array(0);
  const dfdByteOffset = Ktx2Header.size + levels.length * Ktx2LevelIndex.size;
  const kvdByteOffset = dfdByteOffset + dfd.byteLength;
  const afterKvd = kvdByteOffset + kvd.byteLength;
  const sgdByteOffset = sgd.byteLength > 0 ? alignUp(afterKvd, 8) : 0;
  const headEnd = sgd.byteLength > 0 ? sgdByteOffset + sgd.byteLength : afterKvd;
  const place = placeLevels(
    levels.map((level) => level.byteLength),
    headEnd,
    levelAlignment(scheme, block),
  );
  const head = new Uint8Array(headEnd);
  Ktx2Header.write(head, 0, {
    identifier: KTX2_IDENTIFIER,
    vkFormat: format.vkFormat,
    typeSize: format.typeSize,
    ...extent,
    levelCount: input.generateMips === true ? 0 : levels.length,
    supercompressionScheme: scheme,
    dfdByteOffset,
    dfdByteLength: dfd.byteLength,
    kvdByteOffset,
    kvdByteLength: kvd.byteLength,
    sgdByteOffset: BigInt(sgdByteOffset),
    sgdByteLength: BigInt(sgd.byteLength),
  });
  for (const [i, level] of levels.entries())
    Ktx2LevelIndex.write(head, Ktx2Header.size + i * Ktx2LevelIndex.size, {
      byteOffset: BigInt(place.offsets[i] ?? 0),
      byteLength: BigInt(level.byteLength),
      uncompressedByteLength: BigInt(uncompressed[i] ?? 0),
    });
  head.set(dfd, dfdByteOffset);
  head.set(kvd, kvdByteOffset);
  head.set(sgd, sgdByteOffset === 0 ? afterKvd : sgdByteOffset);
  return { head, levelOffsets: place.offsets, byteLength: place.end };
}

function checkInput(input: Ktx2Outline, extent: Ktx2Extent, scheme: number): void {
  const { levels } = input;
  if (levels.length === 0) throw new Error('a KTX2 file needs at least one level');
  if (levels.length > fullLevelCount(extent)) throw new Error(`${levels.length} levels are more than the size allows`);
  if (extent.pixelWidth < 1) throw new Error('pixelWidth must be at least 1');
  if (extent.pixelDepth > 0 && extent.pixelHeight === 0) throw new Error('a 3D texture needs a height');
  if (extent.faceCount !== 1 && extent.faceCount !== 6) throw new Error('faceCount must be 1 or 6');
  if (extent.faceCount === 6 && (extent.pixelWidth !== extent.pixelHeight || extent.pixelDepth !== 0)) {
    throw new Error('cubemap faces must be square and flat');
  }
  if (input.generateMips === true && levels.length !== 1) throw new Error('generateMips needs exactly one level');
  if (scheme === Supercompression.none) return;
  for (const [i, level] of levels.entries()) {
    if (level.uncompressedByteLength === undefined) throw new Error(`level ${i} needs its uncompressedByteLength`);
  }
}
