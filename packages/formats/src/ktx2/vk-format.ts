// Properties of VkFormat numbers: enough to size and align the levels of a KTX2 file.

/** The texel blocks of a VkFormat number. */
export interface VkFormatInfo {
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly blockBytes: number;
  readonly typeSize: number;
  readonly srgb: boolean;
  /** Not sRGB, but the same layout exists as sRGB: then its texels must not be declared sRGB. */
  readonly srgbTwin: boolean;
  /** Color model that the data format descriptor must have; 0 if several are valid. */
  readonly model: number;
  readonly compressed: boolean;
  /** KTX 2.0 forbids the format: scaled ones, and packed twins of byte formats. */
  readonly prohibited: boolean;
  readonly depthStencil: boolean;
}

/** The two Khronos data format transfer functions that our textures use. */
export const TransferFunction = { linear: 1, srgb: 2 } as const;

/** Khronos data format color models. */
export const ColorModel = {
  rgbsda: 1,
  bc1: 128,
  bc2: 129,
  bc3: 130,
  bc4: 131,
  bc5: 132,
  bc6h: 133,
  bc7: 134,
  etc1: 160,
  etc2: 161,
  astc: 162,
  etc1s: 163,
  pvrtc: 164,
  pvrtc2: 165,
  uastc: 166,
  /** Blocks of ASTC, of the subset that Basis Universal calls UASTC HDR 4×4. */
  uastcHdr4x4: 167,
} as const;

/** The VkFormat numbers that assetc writes. */
export const VkFormat = {
  undefined: 0,
  r8g8b8a8Unorm: 37,
  r8g8b8a8Srgb: 43,
  r16g16Sfloat: 83,
  r16g16b16a16Sfloat: 97,
  e5b9g9r9Ufloat: 123,
  bc1RgbUnorm: 131,
  bc1RgbSrgb: 132,
  bc3Unorm: 137,
  bc3Srgb: 138,
  bc4Unorm: 139,
  bc5Unorm: 141,
  bc6hUfloat: 143,
  bc7Unorm: 145,
  bc7Srgb: 146,
  etc2RgbUnorm: 147,
  etc2RgbSrgb: 148,
  etc2RgbaUnorm: 151,
  etc2RgbaSrgb: 152,
  eacR11Unorm: 153,
  eacRg11Unorm: 155,
  astc4x4Unorm: 157,
  astc4x4Srgb: 158,
  astc4x4Sfloat: 1_000_066_000,
} as const;

/** The block sizes of ASTC for 2D textures, width × height, in the order of their numbers. */
export const ASTC_FOOTPRINTS = [
  ...(['4x4', '5x4', '5x5', '6x5', '6x6', '8x5', '8x6'] as const),
  ...(['8x8', '10x5', '10x6', '10x8', '10x10', '12x10', '12x12'] as const),
] as const;

/** A block size of ASTC. */
export type AstcFootprint = (typeof ASTC_FOOTPRINTS)[number];

const table = new Map<number, VkFormatInfo>();

const plain = {
  blockWidth: 1,
  blockHeight: 1,
  srgb: false,
  srgbTwin: false,
  model: ColorModel.rgbsda,
  compressed: false,
  prohibited: false,
  depthStencil: false,
} as const;

function word(first: number, count: number, blockBytes: number, typeSize: number, more: Partial<VkFormatInfo> = {}) {
  for (let i = 0; i < count; i++) {
    table.set(first + i, { ...plain, blockBytes, typeSize, ...more });
  }
}

/** UNORM SNORM USCALED SSCALED UINT SINT and a seventh (SRGB or SFLOAT): Vulkan repeats this order. */
function family(first: number, count: number, blockBytes: number, typeSize: number, seventhIsSrgb: boolean) {
  for (let i = 0; i < count; i++) {
    const scaled = i === 2 || i === 3;
    const srgb = seventhIsSrgb && i === 6;
    word(first + i, 1, blockBytes, typeSize, { prohibited: scaled, srgb, srgbTwin: seventhIsSrgb && i === 0 });
  }
}

function block(first: number, srgbs: string, width: number, height: number, blockBytes: number, model: number) {
  for (let i = 0; i < srgbs.length; i++) {
    const srgb = srgbs[i] === 's';
    const srgbTwin = !srgb && srgbs[i + 1] === 's';
    const size = { blockWidth: width, blockHeight: height, blockBytes, typeSize: 1 };
    table.set(first + i, { ...plain, ...size, srgb, srgbTwin, model, compressed: true });
  }
}

word(1, 1, 1, 1);
word(2, 7, 2, 2);
for (const [first, bytes] of [
  [9, 1],
  [16, 2],
  [23, 3],
  [30, 3],
  [37, 4],
  [44, 4],
] as const) {
  family(first, 7, bytes, 1, true);
}
word(51, 7, 4, 4, { prohibited: true });
family(58, 6, 4, 4, false);
family(64, 6, 4, 4, false);
for (let i = 0; i < 4; i++) {
  family(70 + 7 * i, 7, 2 * (i + 1), 2, false);
  word(98 + 3 * i, 3, 4 * (i + 1), 4);
  word(110 + 3 * i, 3, 8 * (i + 1), 8);
}
word(122, 2, 4, 4);
const depth = { depthStencil: true };
word(124, 1, 2, 2, depth);
word(125, 2, 4, 4, depth);
word(127, 1, 1, 1, depth);
word(128, 1, 4, 2, depth);
word(129, 1, 4, 4, depth);
word(130, 1, 8, 4, depth);
block(131, '-s-s', 4, 4, 8, ColorModel.bc1);
block(135, '-s', 4, 4, 16, ColorModel.bc2);
block(137, '-s', 4, 4, 16, ColorModel.bc3);
block(139, '--', 4, 4, 8, ColorModel.bc4);
block(141, '--', 4, 4, 16, ColorModel.bc5);
block(143, '--', 4, 4, 16, ColorModel.bc6h);
block(145, '-s', 4, 4, 16, ColorModel.bc7);
block(147, '-s-s', 4, 4, 8, ColorModel.etc2);
block(151, '-s', 4, 4, 16, ColorModel.etc2);
block(153, '--', 4, 4, 8, ColorModel.etc2);
block(155, '--', 4, 4, 16, ColorModel.etc2);
for (const [i, size] of ASTC_FOOTPRINTS.entries()) {
  const [width = 4, height = 4] = size.split('x').map(Number);
  block(157 + 2 * i, '-s', width, height, 16, ColorModel.astc);
  block(1_000_066_000 + i, '-', width, height, 16, ColorModel.astc);
}
// PVRTC1 (…54000, …54001 and their sRGB twins) is left out: its smallest levels are padded to 2×2 blocks.
block(1_000_054_002, '-', 8, 4, 8, ColorModel.pvrtc2);
block(1_000_054_003, '-', 4, 4, 8, ColorModel.pvrtc2);
block(1_000_054_006, 's', 8, 4, 8, ColorModel.pvrtc2);
block(1_000_054_007, 's', 4, 4, 8, ColorModel.pvrtc2);
word(1_000_340_000, 2, 2, 2);

/** Returns undefined for unknown formats: such files open, but their level sizes cannot be checked. */
export const vkFormatInfo = (vkFormat: number): VkFormatInfo | undefined => table.get(vkFormat);

/** Every format that `vkFormatInfo` knows, ascending. */
export const knownVkFormats = (): readonly number[] => [...table.keys()].sort((a, b) => a - b);
