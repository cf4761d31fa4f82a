// KTX2 textures from and into other formats: what is written holds raw texels.

import {
  ColorModel,
  decodeKtx2,
  encodeKtx2,
  type Ktx2,
  rgba8Format,
  Supercompression,
  TransferFunction,
  UASTC_CHANNEL,
} from '@assetc/formats';
import { decodeTexels, texelsRefusal } from '../../encoding/decode-texels.js';
import { loadZstd } from '../../encoding/zstd.js';
import { type Converter, type NeutralTexture, plural, type TextureFeature, type Written } from '../runtime.js';

/** As for raw textures of normal quality. */
const ZSTD_LEVEL = 6;

export const converter: Converter = {
  readers: [
    {
      name: 'ktx2',
      format: 'ktx2',
      doc: '`.ktx2`: 2D, raw RGBA8 or UASTC, plain, Zstd or zlib',
      texture: async ({ bytes }) => readTexture(decodeKtx2(bytes)),
    },
  ],
  targets: [
    {
      to: 'ktx2',
      doc: 'raw RGBA8 under Zstd',
      takes: 'texture',
      extension: '.ktx2',
      own: 'ktx2',
      keeps: ['colorspace', 'mips', 'metadata', 'blocks'],
      write: writeTexture,
    },
  ],
};

function readTexture(ktx: Ktx2): NeutralTexture {
  const { basic } = ktx.dataFormat;
  const isSrgb = basic?.transferFunction === TransferFunction.srgb;
  const isUastc = basic?.colorModel === ColorModel.uastc;
  const features = new Map<TextureFeature, string>([
    ['colorspace', `the colour space (${isSrgb ? 'sRGB' : 'linear'})`],
  ]);
  if (ktx.levels.length > 1) features.set('mips', plural(ktx.levels.length - 1, 'mip level'));
  const metadata = ktx.keyValues.filter(({ key }) => key !== 'KTXwriter').map(({ key }) => key);
  if (metadata.length > 0) features.set('metadata', `key/value data (${metadata.join(', ')})`);
  if (isUastc) features.set('blocks', 'the block compression: texels are RGBA8 now');
  const isTwoChannels = isUastc && basic?.samples[0]?.channelType === UASTC_CHANNEL.rg;
  return {
    features,
    refusal: texelsRefusal(ktx),
    colorspace: { is: isSrgb ? 'srgb' : 'linear', guessedBy: undefined },
    originalFile: undefined,
    rounded: isTwoChannels ? ['blue is 0: the file holds red and green alone'] : [],
    levels: (most) => decodeTexels(ktx, Math.min(most, ktx.levels.length)),
  };
}

async function writeTexture({ colorspace, rounded, levels }: NeutralTexture): Promise<Written> {
  const texels = await levels(Number.POSITIVE_INFINITY);
  const [base] = texels;
  if (base === undefined) throw new Error('a texture has at least one level');
  const zstd = await loadZstd();
  const bytes = encodeKtx2({
    format: rgba8Format(colorspace.is),
    pixelWidth: base.width,
    pixelHeight: base.height,
    supercompressionScheme: Supercompression.zstd,
    levels: texels.map(({ pixels }) => ({
      bytes: zstd.compress(pixels, ZSTD_LEVEL),
      uncompressedByteLength: pixels.byteLength,
    })),
  });
  const space = colorspace.is === 'srgb' ? 'sRGB' : 'linear';
  const guessed =
    colorspace.guessedBy === undefined ? [] : [`the colour space ${space}, by the name ${colorspace.guessedBy}`];
  return { bytes, rounded, guessed };
}
