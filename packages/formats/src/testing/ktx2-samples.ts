// Small KTX2 files for tests, one per shape that the compiler writes.

import { rgba8Format, rgba16fFormat, type Transfer, type UastcChannel, uastcFormat } from '../ktx2/basic-formats.js';
import { type BlockFormat, blockFormat } from '../ktx2/block-formats.js';
import { encodeKtx2 } from '../ktx2/encode.js';
import { fullLevelCount, levelByteLength, texelBlockOf } from '../ktx2/level-layout.js';
import type { Ktx2Input } from '../ktx2/model.js';

type Shape = Omit<Ktx2Input, 'format' | 'levels'>;

/** Level bytes count up from the level number, so that a swapped level shows. */
export function sampleLevels(input: Omit<Ktx2Input, 'levels'>, count: number): Ktx2Input['levels'] {
  const block = texelBlockOf(input.format.vkFormat, input.format.dataFormat.basic);
  if (block === undefined) throw new Error('the sample format has no block');
  const extent = {
    pixelWidth: input.pixelWidth,
    pixelHeight: input.pixelHeight ?? 0,
    pixelDepth: input.pixelDepth ?? 0,
    layerCount: input.layerCount ?? 0,
    faceCount: input.faceCount ?? 1,
  };
  return Array.from({ length: count }, (_, level) => ({
    bytes: Uint8Array.from({ length: levelByteLength(block, extent, level) }, (_, i) => (i + 17 * (level + 1)) & 255),
  }));
}

export function uastcInput(shape: Shape, transfer: Transfer = 'srgb', channel: UastcChannel = 'rgba'): Ktx2Input {
  const input = { ...shape, format: uastcFormat({ transfer, channel }) };
  const extent = { pixelHeight: 1, pixelDepth: 0, layerCount: 0, faceCount: 1, ...shape };
  return { ...input, levels: sampleLevels(input, fullLevelCount(extent)) };
}

export const uastc2d = (): Uint8Array => encodeKtx2(uastcInput({ pixelWidth: 10, pixelHeight: 6 }));
export const uastcCube = (): Uint8Array =>
  encodeKtx2(uastcInput({ pixelWidth: 4, pixelHeight: 4, faceCount: 6 }, 'srgb', 'rgb'));
export const uastcArray = (): Uint8Array =>
  encodeKtx2(uastcInput({ pixelWidth: 4, pixelHeight: 4, layerCount: 3 }, 'linear', 'rg'));

/** A full chain of a block format. */
export function blocks(name: BlockFormat, transfer: Transfer, shape: Shape): Uint8Array {
  const input = { ...shape, format: blockFormat(name, transfer) };
  const extent = { pixelHeight: 1, pixelDepth: 0, layerCount: 0, faceCount: 1, ...shape };
  return encodeKtx2({ ...input, levels: sampleLevels(input, fullLevelCount(extent)) });
}

export function rgba8(transfer: Transfer, shape: Shape, levels: number): Uint8Array {
  const input = { ...shape, format: rgba8Format(transfer) };
  return encodeKtx2({ ...input, levels: sampleLevels(input, levels) });
}

export function rgba16fLut(): Uint8Array {
  const input = { pixelWidth: 2, pixelHeight: 2, pixelDepth: 2, format: rgba16fFormat() };
  return encodeKtx2({ ...input, levels: sampleLevels(input, 1) });
}

/** Two levels of ETC1S under BasisLZ; the codebooks are empty, which no rule of the container forbids. */
export function etc1s(): Uint8Array {
  const globalData = new Uint8Array(20 + 2 * 20);
  const format = uastcFormat({ transfer: 'srgb', channel: 'rgb' });
  const basic = format.dataFormat.basic;
  if (basic === undefined) throw new Error('no basic block');
  const [sample] = basic.samples;
  if (sample === undefined) throw new Error('no sample');
  const dataFormat = {
    basic: {
      ...basic,
      colorModel: 163,
      bytesPlane: [0, 0, 0, 0, 0, 0, 0, 0],
      samples: [{ ...sample, bitLength: 63, channelType: 0 }],
    },
    extra: [],
  };
  return encodeKtx2({
    pixelWidth: 8,
    pixelHeight: 8,
    format: { ...format, dataFormat },
    supercompressionScheme: 1,
    globalData,
    levels: [
      { bytes: Uint8Array.of(1, 2, 3, 4, 5), uncompressedByteLength: 0 },
      { bytes: Uint8Array.of(6, 7), uncompressedByteLength: 0 },
    ],
  });
}
