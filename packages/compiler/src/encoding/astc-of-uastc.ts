// A KTX2 file of UASTC → the same texture in ASTC 4×4: every texel, level, layer, face and key stays as it is.

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
import { inflateLevel } from './inflate-level.js';
import { loadZstd } from './zstd.js';

/** What the descriptor of UASTC says of its channels, and none of ASTC can. */
const SWIZZLES: ReadonlyMap<number | undefined, string> = new Map([
  [UASTC_CHANNEL.rg, 'rg01'],
  [UASTC_CHANNEL.rrr, 'rrr1'],
]);

/** `zstdLevel` undefined: levels are stored as they are. Throws FormatError where a level is damaged. */
export async function astcOfUastc(ktx: Ktx2, zstdLevel: number | undefined): Promise<Uint8Array> {
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
  const kept = ktx.keyValues.filter(({ key }) => key !== 'KTXwriter');
  const says = swizzle !== undefined && !kept.some(({ key }) => key === 'KTXswizzle');
  return encodeKtx2({
    format: astcFormat(ktx),
    pixelWidth,
    pixelHeight,
    layerCount,
    faceCount,
    keyValues: says ? [...kept, textEntry('KTXswizzle', swizzle)] : kept,
    supercompressionScheme: zstdLevel === undefined ? Supercompression.none : Supercompression.zstd,
    levels,
  });
}

function astcFormat({ dataFormat: { basic } }: Ktx2): Ktx2Format {
  const format = blockFormat('astc-4x4', basic?.transferFunction === TransferFunction.srgb ? 'srgb' : 'linear');
  const own = format.dataFormat.basic;
  if (own === undefined || basic === undefined) return format;
  const { flags, colorPrimaries } = basic;
  return { ...format, dataFormat: { basic: { ...own, flags, colorPrimaries }, extra: [] } };
}
