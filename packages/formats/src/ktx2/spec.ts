// What docs/formats/ktx2.md and the C header say about textures.

import type { FormatSpec } from '../core/format-spec.js';
import {
  BasisLzGlobalHeader,
  DfdBasic,
  DfdBlockHeader,
  DfdSample,
  Ktx2Header,
  Ktx2LevelIndex,
  Supercompression,
} from './layout.js';
import { ColorModel, VkFormat } from './vk-format.js';

export const ktx2Spec: FormatSpec = {
  page: 'ktx2',
  prefix: 'KTX2',
  doc: '.ktx2, Khronos KTX 2.0: textures.',
  constants: [
    { name: 'VK_FORMAT_UNDEFINED', value: VkFormat.undefined, doc: 'Ktx2Header.vkFormat of UASTC and ETC1S.' },
    { name: 'VK_FORMAT_R8G8B8A8_UNORM', value: VkFormat.r8g8b8a8Unorm, doc: 'Raw, linear.' },
    { name: 'VK_FORMAT_R8G8B8A8_SRGB', value: VkFormat.r8g8b8a8Srgb, doc: 'Raw, sRGB.' },
    { name: 'VK_FORMAT_R16G16B16A16_SFLOAT', value: VkFormat.r16g16b16a16Sfloat, doc: 'Lookup tables in half floats.' },
    { name: 'SUPERCOMPRESSION_NONE', value: Supercompression.none, doc: 'Levels can be uploaded as they lie.' },
    { name: 'SUPERCOMPRESSION_BASISLZ', value: Supercompression.basisLz, doc: 'Read, never written.' },
    { name: 'SUPERCOMPRESSION_ZSTD', value: Supercompression.zstd, doc: 'Each level is one Zstandard frame.' },
    { name: 'SUPERCOMPRESSION_ZLIB', value: Supercompression.zlib, doc: 'Read, never written.' },
    { name: 'MODEL_RGBSDA', value: ColorModel.rgbsda, doc: 'DfdBasic.colorModel of raw textures.' },
    { name: 'MODEL_ETC1S', value: ColorModel.etc1s, doc: 'DfdBasic.colorModel: read, never written.' },
    { name: 'MODEL_UASTC', value: ColorModel.uastc, doc: 'DfdBasic.colorModel of UASTC LDR 4x4.' },
  ],
  layouts: [Ktx2Header, Ktx2LevelIndex, DfdBlockHeader, DfdBasic, DfdSample, BasisLzGlobalHeader],
};
