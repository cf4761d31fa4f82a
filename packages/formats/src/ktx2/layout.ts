// The fixed parts of a KTX 2.0 file. Values are not checked here: decoding must open files of other tools, and the validator reports what a
// field should be.

import { array, u8, u16, u32, u64 } from '../core/scalar.js';
import { field, type Infer, struct } from '../core/struct.js';

export const KTX2_IDENTIFIER: readonly number[] = [
  0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a,
];

/** The header of a KTX 2.0 file. */
export const Ktx2Header = struct('Ktx2Header', 80, 'The header of a KTX 2.0 file.', {
  identifier: field(array(u8, 12), 'AB 4B 54 58 20 32 30 BB 0D 0A 1A 0A.'),
  vkFormat: field(u32, 'VkFormat; 0 for UASTC and ETC1S.'),
  typeSize: field(u32, 'Bytes of the type that would be byte-swapped; 1 for block formats.'),
  pixelWidth: field(u32, 'Width of level 0.'),
  pixelHeight: field(u32, 'Height of level 0; 0 for 1D.'),
  pixelDepth: field(u32, 'Depth of level 0; 0 unless 3D.'),
  layerCount: field(u32, 'Array elements; 0 when not an array.'),
  faceCount: field(u32, '6 for cubemaps, else 1.'),
  levelCount: field(u32, 'Mip levels; 0 asks the loader to generate them.'),
  supercompressionScheme: field(u32, '0 none, 1 BasisLZ, 2 Zstandard, 3 ZLIB.'),
  dfdByteOffset: field(u32, 'Start of the data format descriptor.'),
  dfdByteLength: field(u32, 'Its bytes.'),
  kvdByteOffset: field(u32, 'Start of the key/value data; 0 when there is none.'),
  kvdByteLength: field(u32, 'Its bytes, padding included.'),
  sgdByteOffset: field(u64, 'Start of the supercompression global data; 0 when there is none.'),
  sgdByteLength: field(u64, 'Its bytes.'),
});

export type Ktx2HeaderFields = Infer<typeof Ktx2Header>;

/** One mip level; the largest level comes first. */
export const Ktx2LevelIndex = struct('Ktx2LevelIndex', 24, 'One mip level; the largest level comes first.', {
  byteOffset: field(u64, 'Start of the level, from the start of the file.'),
  byteLength: field(u64, 'Stored bytes.'),
  uncompressedByteLength: field(u64, 'Bytes after supercompression is undone; 0 under BasisLZ.'),
});

/** The schemes that KTX 2.0 names. */
export const Supercompression = { none: 0, basisLz: 1, zstd: 2, zlib: 3 } as const;

/** Starts every descriptor block. */
export const DfdBlockHeader = struct('DfdBlockHeader', 8, 'Starts every descriptor block.', {
  vendorAndType: field(u32, 'Vendor in bits 0–16, descriptor type in bits 17–31; 0 is the basic block.'),
  versionNumber: field(u16, '2.'),
  descriptorBlockSize: field(u16, 'Bytes of the block, this header included.'),
});

/** Follows the header of a basic block. */
export const DfdBasic = struct('DfdBasic', 16, 'Follows the header of a basic block.', {
  colorModel: field(u8, '1 RGBSDA, 128 BC1 … 134 BC7, 161 ETC2 and EAC, 162 ASTC, 163 ETC1S, 166 UASTC, …'),
  colorPrimaries: field(u8, '0 unspecified, 1 BT.709.'),
  transferFunction: field(u8, '1 linear, 2 sRGB.'),
  flags: field(u8, 'Bit 0: premultiplied alpha.'),
  texelBlockDimension: field(array(u8, 4), 'Width, height, depth and length of a texel block, less one.'),
  bytesPlane: field(array(u8, 8), 'Bytes of a texel block in each plane.'),
});

/** One channel of a texel block. */
export const DfdSample = struct('DfdSample', 16, 'One channel of a texel block.', {
  bitOffset: field(u16, 'First bit of the sample in the block.'),
  bitLength: field(u8, 'Bits of the sample, less one.'),
  channelType: field(u8, 'Channel in bits 0–3; bit 4 linear, 5 exponent, 6 signed, 7 float.'),
  samplePosition: field(array(u8, 4), 'Where in the block the sample is taken.'),
  lower: field(u32, 'Value that means 0 (or −1).'),
  upper: field(u32, 'Value that means 1.'),
});

export const BASIC_FIXED = DfdBlockHeader.size + DfdBasic.size;

/** Starts the global data of BasisLZ. */
export const BasisLzGlobalHeader = struct('BasisLzGlobalHeader', 20, 'Starts the global data of BasisLZ.', {
  endpointCount: field(u16, 'Entries of the endpoint codebook.'),
  selectorCount: field(u16, 'Entries of the selector codebook.'),
  endpointsByteLength: field(u32, 'Bytes of the endpoint codebook.'),
  selectorsByteLength: field(u32, 'Bytes of the selector codebook.'),
  tablesByteLength: field(u32, 'Bytes of the Huffman tables.'),
  extendedByteLength: field(u32, 'Bytes of extended data.'),
});
