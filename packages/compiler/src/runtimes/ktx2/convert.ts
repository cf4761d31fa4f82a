// KTX2 textures from and into other formats: raw texels, blocks of another target, PNG and DDS.

import { blockFormatOf, decodeKtx2, type Ktx2, TransferFunction, texelFormatOf } from '@assetc/formats';
import { plural } from '../../diagnostics/plural.js';
import { texelsUnsupportedReason } from '../../encoding/texture/decode-texels.js';
import { encodePng } from '../../encoding/texture/encode-png.js';
import { decodeSwizzledTexels, modeOfKtx2 } from '../../encoding/texture/swizzled-texels.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { Converter, ConvertOptions, FileOrigin, Written } from '../contract/converter.js';
import type { NeutralTexture, TextureFeature } from '../contract/neutral-forms.js';
import { ddsOf, ddsOfKtx2, ktx2InOtherBlocks, narrowedHalfs, pngOfKtx2 } from './direct.js';
import { encodeImages } from './reencode.js';

export const converter: Converter = {
  readers: [
    {
      name: 'ktx2',
      format: 'ktx2',
      doc: '`.ktx2`: blocks or raw texels, plain, Zstd or zlib',
      texture: async ({ bytes }) => readTexture(decodeKtx2(bytes)),
      direct: { ktx2: ktx2InOtherBlocks, png: pngOfKtx2, dds: ddsOfKtx2 },
    },
  ],
  targets: [
    {
      to: 'ktx2',
      doc: 'raw RGBA8 under Zstd, or blocks by `--target`',
      takes: 'texture',
      extension: '.ktx2',
      own: 'ktx2',
      builtWith: { texture: { format: 'ktx2' } },
      keeps: ['colorspace', 'mips', 'metadata', 'blocks'],
      options: ['target'],
      write: writeTexture,
    },
    {
      to: 'png',
      doc: 'level 0, tone-mapped where it is light',
      takes: 'texture',
      extension: '.png',
      keeps: ['colorspace'],
      write: writePng,
    },
    {
      to: 'dds',
      doc: 'DX10 header',
      takes: 'texture',
      extension: '.dds',
      keeps: ['colorspace', 'mips'],
      options: ['target'],
      write: writePlainDds,
    },
  ],
};

function readTexture(ktx: Ktx2): NeutralTexture {
  const isSrgb = ktx.dataFormat.basic?.transferFunction === TransferFunction.srgb;
  const features = new Map<TextureFeature, string>([['colorspace', `the color space (${isSrgb ? 'sRGB' : 'linear'})`]]);
  if (ktx.levels.length > 1) features.set('mips', plural(ktx.levels.length - 1, 'mip level'));
  const metadata = ktx.keyValues.filter(({ key }) => key !== 'KTXwriter' && key !== 'KTXswizzle').map(({ key }) => key);
  if (metadata.length > 0) features.set('metadata', `key/value data (${metadata.join(', ')})`);
  if (texelFormatOf(ktx) === 'uastc' || blockFormatOf(ktx.vkFormat) !== undefined)
    features.set('blocks', 'the block compression (texels become RGBA8)');
  return {
    features,
    refusal: texelsUnsupportedReason(ktx),
    colorspace: { is: isSrgb ? 'srgb' : 'linear', guessedBy: undefined },
    originalFile: undefined,
    rounded:
      modeOfKtx2(ktx) === 'normal' ? ['blue is 0, because the file contains only red and green'] : narrowedHalfs(ktx),
    levels: (most) => decodeSwizzledTexels(ktx, Math.min(most, ktx.levels.length)),
  };
}

async function writeTexture(texture: NeutralTexture, _: FileOrigin, { target }: ConvertOptions): Promise<Written> {
  const { colorspace, rounded, levels } = texture;
  const texels = await levels(Number.POSITIVE_INFINITY);
  const mode = colorspace.is === 'srgb' ? 'color' : 'linear';
  const shape = { faceCount: 1, layerCount: 0, zstdLevel: target === undefined ? ZSTD_LEVELS.normal : undefined };
  const bytes = await encodeImages([texels], { mode, target: target ?? 'raw', ...shape });
  return { bytes, rounded, guessed: guessesOf(texture) };
}

const guessesOf = ({ colorspace }: NeutralTexture): readonly string[] => {
  const space = colorspace.is === 'srgb' ? 'sRGB' : 'linear';
  return colorspace.guessedBy === undefined
    ? []
    : [`the color space ${space}, because of the name ${colorspace.guessedBy}`];
};

async function writePng(texture: NeutralTexture): Promise<Written> {
  const [base] = await texture.levels(1);
  if (base === undefined) throw new Error('a texture has at least one level');
  return { bytes: await encodePng(base), rounded: texture.rounded };
}

async function writePlainDds(texture: NeutralTexture, origin: FileOrigin, options: ConvertOptions): Promise<Written> {
  const { bytes, ...rest } = await writeTexture(texture, origin, { ...options, target: options.target ?? 'raw' });
  return { ...rest, bytes: await ddsOf(decodeKtx2(bytes)) };
}
