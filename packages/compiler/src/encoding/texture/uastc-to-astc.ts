// Converts a UASTC KTX2 file to ASTC 4×4. Every texel, level, layer, face and metadata key is preserved.

import {
  blockFormat,
  encodeKtx2,
  type Ktx2,
  type Ktx2Format,
  readLevel,
  Supercompression,
  TransferFunction,
  textEntry,
  UASTC_CHANNEL,
} from '@assetc/formats';
import { transcodeUastc } from '@assetc/kernels';
import { loadZstd } from '../zstd.js';
import { inflateLevel } from './inflate-level.js';

/** The channel layout that UASTC stores in its descriptor. ASTC has no such field, so it needs a KTXswizzle key. */
const SWIZZLES: ReadonlyMap<number | undefined, string> = new Map([
  [UASTC_CHANNEL.rg, 'rg01'],
  [UASTC_CHANNEL.rrr, 'rrr1'],
]);

/** Levels are stored without compression if `zstdLevel` is undefined. Throws FormatError if a level is damaged. */
export async function convertUastcToAstc(ktx: Ktx2, zstdLevel: number | undefined): Promise<Uint8Array> {
  const zstd = await loadZstd();
  const levels = ktx.levels.map((level) => {
    const uastc = readLevel(level, (stored, length, scheme) =>
      scheme === Supercompression.zlib ? inflateLevel(stored, length) : zstd.decompress(stored, length),
    );
    const astc = new Uint8Array(uastc.length);
    transcodeUastc(uastc, 'astc', astc);
    const bytes = zstdLevel === undefined ? astc : zstd.compress(astc, zstdLevel);
    return { bytes, uncompressedByteLength: astc.length };
  });
  const { pixelWidth, pixelHeight, layerCount, faceCount } = ktx;
  const swizzle = SWIZZLES.get(ktx.dataFormat.basic?.samples[0]?.channelType);
  const keyValues = ktx.keyValues.filter(({ key }) => key !== 'KTXwriter');
  const needsSwizzle = swizzle !== undefined && !keyValues.some(({ key }) => key === 'KTXswizzle');
  return encodeKtx2({
    format: astcFormat(ktx),
    pixelWidth,
    pixelHeight,
    layerCount,
    faceCount,
    keyValues: needsSwizzle ? [...keyValues, textEntry('KTXswizzle', swizzle)] : keyValues,
    supercompressionScheme: zstdLevel === undefined ? Supercompression.none : Supercompression.zstd,
    levels,
  });
}

function astcFormat({ dataFormat: { basic } }: Ktx2): Ktx2Format {
  const format = blockFormat('astc-4x4', basic?.transferFunction === TransferFunction.srgb ? 'srgb' : 'linear');
  const astcBasic = format.dataFormat.basic;
  if (astcBasic === undefined || basic === undefined) return format;
  const { flags, colorPrimaries } = basic;
  return { ...format, dataFormat: { basic: { ...astcBasic, flags, colorPrimaries }, extra: [] } };
}
