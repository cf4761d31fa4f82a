// Block formats that GPUs sample directly, as header fields with the matching descriptor. One row per format: the writer, the validator,
// the table of the guide and the C header derive from it.

import type { Transfer } from './basic-formats.js';
import type { DataFormatSample, Ktx2Format } from './model.js';
import { ASTC_FOOTPRINTS, type AstcFootprint, ColorModel, TransferFunction, VkFormat } from './vk-format.js';

/** A block format that GPUs sample directly. */
export type BlockFormat =
  | 'bc1'
  | 'bc3'
  | 'bc4'
  | 'bc5'
  | 'bc7'
  | 'etc2-rgb'
  | 'etc2-rgba'
  | 'eac-r11'
  | 'eac-rg11'
  | `astc-${AstcFootprint}`;

/** Formats whose blocks have 4×4 texels. */
type SquareFormat = Exclude<BlockFormat, `astc-${string}`>;

interface BlockRow {
  readonly linear: number;
  /** Undefined if there is no such format. */
  readonly srgb?: number;
  readonly model: number;
  /** Of all samples. */
  readonly bits: 64 | 128;
  /** The channel of each sample, in the order of the block. */
  readonly channels: readonly number[];
}

const RED = 0;
const GREEN = 1;
const ETC2_COLOR = 2;
const ALPHA = 15;
/** The channel id for a whole block of BC and ASTC, and for the colors of BC3. */
const DATA = 0;
const QUALIFIER_LINEAR = 0x10;

const { bc1, bc3, bc4, bc5, bc7, etc2, astc } = ColorModel;

const SQUARE_ROWS: Readonly<Record<SquareFormat, BlockRow>> = {
  bc1: { linear: VkFormat.bc1RgbUnorm, srgb: VkFormat.bc1RgbSrgb, model: bc1, bits: 64, channels: [DATA] },
  bc3: { linear: VkFormat.bc3Unorm, srgb: VkFormat.bc3Srgb, model: bc3, bits: 64, channels: [ALPHA, DATA] },
  bc4: { linear: VkFormat.bc4Unorm, model: bc4, bits: 64, channels: [DATA] },
  bc5: { linear: VkFormat.bc5Unorm, model: bc5, bits: 64, channels: [RED, GREEN] },
  bc7: { linear: VkFormat.bc7Unorm, srgb: VkFormat.bc7Srgb, model: bc7, bits: 128, channels: [DATA] },
  'etc2-rgb': {
    linear: VkFormat.etc2RgbUnorm,
    srgb: VkFormat.etc2RgbSrgb,
    model: etc2,
    bits: 64,
    channels: [ETC2_COLOR],
  },
  'etc2-rgba': {
    linear: VkFormat.etc2RgbaUnorm,
    srgb: VkFormat.etc2RgbaSrgb,
    model: etc2,
    bits: 64,
    channels: [ALPHA, ETC2_COLOR],
  },
  'eac-r11': { linear: VkFormat.eacR11Unorm, model: etc2, bits: 64, channels: [RED] },
  'eac-rg11': { linear: VkFormat.eacRg11Unorm, model: etc2, bits: 64, channels: [RED, GREEN] },
};

/** Vulkan numbers the block sizes of ASTC in one order: linear and sRGB take turns. */
function astcRow(index: number): BlockRow {
  const linear = VkFormat.astc4x4Unorm + 2 * index;
  return { linear, srgb: linear + 1, model: astc, bits: 128, channels: [DATA] };
}

const ASTC_ROWS = ASTC_FOOTPRINTS.map((_, i) => astcRow(i));

const isSquare = (name: BlockFormat): name is SquareFormat => name in SQUARE_ROWS;

const rowOf = (name: BlockFormat): BlockRow =>
  isSquare(name) ? SQUARE_ROWS[name] : (ASTC_ROWS[ASTC_NAMES.indexOf(name)] ?? astcRow(0));

const ASTC_NAMES = ASTC_FOOTPRINTS.map((footprint) => `astc-${footprint}` as const);

const NAMES: readonly BlockFormat[] = [
  ...(['bc1', 'bc3', 'bc4', 'bc5', 'bc7'] as const),
  ...(['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11'] as const),
  ...ASTC_NAMES,
];

/** Bytes of a block. */
export function blockFormatBytes(name: BlockFormat): number {
  const { bits, channels } = rowOf(name);
  return (bits / 8) * channels.length;
}

/** Texels of a block: 4×4, except for ASTC. */
export function blockFormatSize(name: BlockFormat): { readonly width: number; readonly height: number } {
  if (isSquare(name)) return { width: 4, height: 4 };
  const [width = 4, height = 4] = name.slice('astc-'.length).split('x').map(Number);
  return { width, height };
}

/**
 * The format fields of a block format. Throws a plain Error for sRGB if the format is only linear (BC4, BC5, EAC).
 *
 * @example
 * encodeKtx2({ format: blockFormat('bc7', 'srgb'), pixelWidth: 4, pixelHeight: 4, levels: [{ bytes: block }] });
 */
export function blockFormat(name: BlockFormat, transfer: Transfer): Ktx2Format {
  const { linear, srgb, model, bits, channels } = rowOf(name);
  const { width, height } = blockFormatSize(name);
  const vkFormat = transfer === 'srgb' ? srgb : linear;
  if (vkFormat === undefined) throw new Error(`${name} cannot be sRGB`);
  const samples = channels.map((channel, i): DataFormatSample => {
    const isLinear = channel === ALPHA && transfer === 'srgb';
    return {
      bitOffset: bits * i,
      bitLength: bits - 1,
      channelType: channel | (isLinear ? QUALIFIER_LINEAR : 0),
      samplePosition: [0, 0, 0, 0],
      lower: 0,
      upper: 0xffffffff,
    };
  });
  const basic = {
    versionNumber: 2,
    colorModel: model,
    // As for UASTC: linear data has no primaries.
    colorPrimaries: transfer === 'srgb' ? 1 : 0,
    transferFunction: TransferFunction[transfer],
    flags: 0,
    texelBlockDimension: [width - 1, height - 1, 0, 0],
    bytesPlane: [blockFormatBytes(name), 0, 0, 0, 0, 0, 0, 0],
    samples,
  };
  return { vkFormat, typeSize: 1, dataFormat: { basic, extra: [] } };
}

/** The block format and transfer function of a Vulkan format; undefined for those that assetc does not write. */
export function blockFormatOf(
  vkFormat: number,
): { readonly name: BlockFormat; readonly transfer: Transfer } | undefined {
  for (const name of NAMES) {
    const { linear, srgb } = rowOf(name);
    if (linear === vkFormat) return { name, transfer: 'linear' };
    if (srgb === vkFormat) return { name, transfer: 'srgb' };
  }
  return undefined;
}
