// info and check for .ktx2. Checking decompresses every level, because one of the wrong size would break an upload.

import {
  ColorModel,
  decodeKtx2,
  type Ktx2,
  levelByteLength,
  type QualityNote,
  readQualityNote,
  Supercompression,
  TransferFunction,
  texelBlockOf,
  texelFormatOf,
  VkFormat,
  validateKtx2,
} from '@assetc/formats';
import { isKtx2 } from '@assetc/formats/layouts';
import { hdrUnsupportedReason } from '../../encoding/hdr/decode-hdr.js';
import { luminanceRange } from '../../encoding/hdr/luminance.js';
import { isHdrTexture } from '../../encoding/texture/decode-texels.js';
import { describeQuality } from '../../model/image/describe-quality.js';
import { counted, type Description, type FileFormat, onTheGpu, short } from '../../runtimes/file-format.js';
import { ktx2OnGpu } from './ktx2-head.js';
import { checkLevels } from './ktx2-levels.js';
import { describeLight } from './ktx2-light.js';

const SCHEMES: Readonly<Record<number, string>> = {
  [Supercompression.none]: 'none',
  [Supercompression.basisLz]: 'BasisLZ',
  [Supercompression.zstd]: 'Zstd',
  [Supercompression.zlib]: 'zlib',
};

/** As Vulkan calls them, without `VK_FORMAT_` and `_BLOCK`. */
const FORMATS: Readonly<Record<number, string>> = {
  [VkFormat.r8g8b8a8Unorm]: 'R8G8B8A8_UNORM',
  [VkFormat.r8g8b8a8Srgb]: 'R8G8B8A8_SRGB',
  [VkFormat.r16g16Sfloat]: 'R16G16_SFLOAT',
  [VkFormat.r16g16b16a16Sfloat]: 'R16G16B16A16_SFLOAT',
  [VkFormat.e5b9g9r9Ufloat]: 'E5B9G9R9_UFLOAT',
  [VkFormat.bc1RgbUnorm]: 'BC1_RGB_UNORM',
  [VkFormat.bc1RgbSrgb]: 'BC1_RGB_SRGB',
  [VkFormat.bc3Unorm]: 'BC3_UNORM',
  [VkFormat.bc3Srgb]: 'BC3_SRGB',
  [VkFormat.bc4Unorm]: 'BC4_UNORM',
  [VkFormat.bc5Unorm]: 'BC5_UNORM',
  [VkFormat.bc6hUfloat]: 'BC6H_UFLOAT',
  [VkFormat.bc7Unorm]: 'BC7_UNORM',
  [VkFormat.bc7Srgb]: 'BC7_SRGB',
  [VkFormat.etc2RgbUnorm]: 'ETC2_R8G8B8_UNORM',
  [VkFormat.etc2RgbSrgb]: 'ETC2_R8G8B8_SRGB',
  [VkFormat.etc2RgbaUnorm]: 'ETC2_R8G8B8A8_UNORM',
  [VkFormat.etc2RgbaSrgb]: 'ETC2_R8G8B8A8_SRGB',
  [VkFormat.eacR11Unorm]: 'EAC_R11_UNORM',
  [VkFormat.eacRg11Unorm]: 'EAC_R11G11_UNORM',
};

export const ktx2Format: FileFormat = {
  name: 'ktx2',
  extensions: ['.ktx2'],
  recognizes: isKtx2,
  async validate(bytes) {
    const problems = validateKtx2(bytes);
    return problems.length > 0 ? problems : await checkLevels(bytes);
  },
  describe: (bytes) => describeKtx2(decodeKtx2(bytes), bytes.byteLength),
  onGpuByHead: ktx2OnGpu,
  measure: (bytes) => measureLight(decodeKtx2(bytes)),
};

/** Luminance, for HDR textures. */
async function measureLight(ktx: Ktx2): Promise<Pick<Description, 'facts' | 'statements'>> {
  if (!isHdrTexture(ktx) || hdrUnsupportedReason(ktx) !== undefined) return { facts: {}, statements: [] };
  const { min, max, mean, level } = await luminanceRange(ktx);
  const where = level === 0 ? '' : ` (level ${level})`;
  return {
    facts: { luminance: { least: min, most: max, mean, level } },
    statements: [`luminance ${short(min)} to ${short(max)}, ${short(mean)} on average${where}`],
  };
}

function describeKtx2(ktx: Ktx2, fileBytes: number): Description {
  const { pixelWidth, pixelHeight, pixelDepth, layerCount, faceCount } = ktx;
  const size = [pixelWidth, ...(pixelHeight > 0 ? [pixelHeight] : []), ...(pixelDepth > 0 ? [pixelDepth] : [])];
  const shape = pixelDepth > 0 ? '3D' : faceCount === 6 ? 'cube' : pixelHeight > 0 ? '2D' : '1D';
  const format = formatName(ktx);
  const transfer = ktx.dataFormat.basic?.transferFunction === TransferFunction.srgb ? 'sRGB' : 'linear';
  const supercompression = SCHEMES[ktx.supercompressionScheme] ?? `scheme ${ktx.supercompressionScheme}`;
  const block = texelBlockOf(ktx.vkFormat, ktx.dataFormat.basic);
  const levels = ktx.levels.length;
  const stored = ktx.levels.reduce((sum, level) => sum + level.bytes.byteLength, 0);
  const gpuBytes =
    block === undefined ? stored : ktx.levels.reduce((sum, _, i) => sum + levelByteLength(block, ktx, i), 0);
  const texels = texelCount(ktx);
  const named = ktx.vkFormat === VkFormat.undefined ? `${format} ${transfer}` : format;
  const bitsPerPixel = (stored * 8) / texels;
  const light = describeLight(ktx);
  const note = readQualityNote(ktx);
  return {
    facts: {
      width: pixelWidth,
      height: pixelHeight,
      depth: pixelDepth,
      layers: layerCount,
      faces: faceCount,
      mips: levels,
      format,
      transfer,
      supercompression,
      bitsPerPixel,
      gpuBytes,
      ...light.facts,
      ...(note === undefined ? {} : { quality: factsOf(note) }),
    },
    statements: [
      size.join(' × '),
      ...(shape === '2D' ? [] : [shape]),
      ...(layerCount > 0 ? [counted(layerCount, 'layer')] : []),
      counted(levels, 'mip'),
      named,
      supercompression === 'none' ? 'no supercompression' : supercompression,
      `${short(bitsPerPixel)} bits per pixel`,
      onTheGpu(gpuBytes),
      ...light.statements,
      ...(note === undefined ? [] : [describeQuality(note)]),
    ],
    totals: { textureBytes: fileBytes, gpuBytes },
    onGpu: { format: named, bytes: gpuBytes },
  };
}

const factsOf = ({ asked, tried, ...rest }: QualityNote) => ({
  ...rest,
  asked: { ...asked },
  tried: tried.map(([name, value, bytes]) => ({ name, value, ...(bytes === undefined ? {} : { bytes }) })),
});

/** ASTC's formats, which differ by block size: astc-6x6-srgb is ASTC_6x6_SRGB. */
function astcName(ktx: Ktx2): string | undefined {
  const [family, size, kind] = (texelFormatOf(ktx) ?? '').split('-');
  if (family !== 'astc') return undefined;
  return `ASTC_${size}_${kind === 'srgb' ? 'SRGB' : kind === 'hdr' ? 'SFLOAT' : 'UNORM'}`;
}

function formatName(ktx: Ktx2): string {
  const { vkFormat, dataFormat } = ktx;
  if (dataFormat.basic?.colorModel === ColorModel.uastcHdr4x4) return 'UASTC_HDR_4x4';
  if (vkFormat !== VkFormat.undefined) return FORMATS[vkFormat] ?? astcName(ktx) ?? `VkFormat ${vkFormat}`;
  const model = dataFormat.basic?.colorModel;
  if (model === ColorModel.uastc) return 'UASTC';
  return model === ColorModel.etc1s ? 'ETC1S' : `color model ${model ?? 'unknown'}`;
}

/** Texels of all levels, faces and layers, for the bits per texel. */
function texelCount({ pixelWidth, pixelHeight, pixelDepth, layerCount, faceCount, levels }: Ktx2): number {
  const at = (size: number, level: number) => Math.max(1, Math.floor(size / 2 ** level));
  let texels = 0;
  for (let level = 0; level < levels.length; level++)
    texels += at(pixelWidth, level) * at(pixelHeight, level) * at(pixelDepth, level);
  return texels * Math.max(1, layerCount) * faceCount;
}
