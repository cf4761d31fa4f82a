// Encodes HDR levels as KTX2 files: blocks if the target has HDR blocks and the image is opaque, else halfs or shared exponents with
// Zstandard. Strips of rows are encoded on all threads; a strip depends only on its own texels.

import {
  type AstcFootprint,
  encodeKtx2,
  type HdrFormat,
  hdrFormat,
  type Ktx2Format,
  type Ktx2Input,
  levelByteLength,
  Supercompression,
  texelBlockOf,
} from '@assetc/formats';
import type { BlockLevel } from '@assetc/kernels';
import { sharedBytes } from '../../model/image/image.js';
import type { AstcChoice, TextureTarget } from '../../model/image/texture-target.js';
import type { Parallel } from '../parallel.js';
import { zstdPacker } from '../zstd.js';
import type { EncodeHdrJob } from './encode-hdr-strip.js';
import type { HdrLevel } from './hdr-levels.js';

interface HdrSurfaces {
  /** Largest first. */
  readonly levels: readonly HdrLevel[];
  readonly faceCount: 1 | 6;
  /** 0 if it is not an array. */
  readonly layerCount: number;
  /** Whether any alpha is below 1. */
  readonly hasAlpha: boolean;
  readonly keyValues?: Ktx2Input['keyValues'];
}

export interface HdrTextureOptions {
  readonly compress: boolean;
  readonly target: TextureTarget;
  readonly astc: AstcChoice;
  /** Used if the texture is not written as blocks and is opaque. */
  readonly hdrRaw: 'rgb9e5' | 'rgba16f';
  readonly quality: BlockLevel;
  /** Zstandard level of textures that are not written as blocks. */
  readonly rawZstdLevel: number;
  /** Zstandard level of blocks. If undefined, they are stored without compression. */
  readonly blockZstdLevel: number | undefined;
}

const HDR_BLOCK_FORMATS: Readonly<Record<TextureTarget, HdrFormat | undefined>> = {
  universal: 'uastc-hdr',
  astc: 'astc-hdr',
  bc: 'bc6h',
  etc2: undefined,
};

type FormatChoice = Pick<HdrTextureOptions, 'compress' | 'target' | 'hdrRaw'>;

/** Neither HDR blocks nor shared exponents have alpha. */
export function hdrFormatFor({ compress, target, hdrRaw }: FormatChoice, hasAlpha: boolean): HdrFormat {
  if (hasAlpha) return 'rgba16f';
  return (compress ? HDR_BLOCK_FORMATS[target] : undefined) ?? hdrRaw;
}

/** Skies and lamps are smooth: larger blocks lose little. */
const AUTO_FOOTPRINT = '6x6';

const footprintOf = (format: HdrFormat, astc: AstcChoice): AstcFootprint =>
  format !== 'astc-hdr' ? '4x4' : astc === 'auto' ? AUTO_FOOTPRINT : astc;

const isBlocks = (format: HdrFormat): boolean => format !== 'rgb9e5' && format !== 'rgba16f';

/** Encodes one file per entry of `wanted`. */
export async function encodeHdrTextures(
  surfaces: HdrSurfaces,
  wanted: readonly HdrTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const files: Uint8Array[] = [];
  // UASTC and ASTC blocks of 4×4 are the same; only the file descriptors differ.
  const encoded = new Map<string, readonly Uint8Array[]>();
  for (const options of wanted) {
    const format = hdrFormatFor(options, surfaces.hasAlpha);
    const footprint = footprintOf(format, options.astc);
    const blocks = format === 'astc-hdr' && footprint === '4x4' ? 'uastc-hdr' : format;
    const key = `${blocks} ${footprint} ${isBlocks(format) ? options.quality : ''}`;
    const levels = encoded.get(key) ?? (await encodeLevels(surfaces, { blocks, footprint }, options.quality, parallel));
    encoded.set(key, levels);
    const zstdLevel = isBlocks(format) ? options.blockZstdLevel : options.rawZstdLevel;
    files.push(await fileOf(surfaces, formatOf(format, footprint, surfaces.hasAlpha), levels, zstdLevel));
  }
  return files;
}

/** Sets the premultiplied flag if there is alpha. */
function formatOf(name: HdrFormat, footprint: AstcFootprint, hasAlpha: boolean): Ktx2Format {
  const format = hdrFormat(name, footprint);
  const { basic } = format.dataFormat;
  if (!hasAlpha || basic === undefined) return format;
  return { ...format, dataFormat: { ...format.dataFormat, basic: { ...basic, flags: basic.flags | 1 } } };
}

/** Enough texels to make waking a thread worthwhile. */
const STRIP_TEXELS = 1 << 16;

async function encodeLevels(
  surfaces: HdrSurfaces,
  { blocks: format, footprint }: { readonly blocks: EncodeHdrJob['format']; readonly footprint: AstcFootprint },
  quality: BlockLevel,
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { levels, faceCount, layerCount } = surfaces;
  const imageCount = faceCount * Math.max(1, layerCount);
  const { vkFormat, dataFormat } = hdrFormat(format, footprint);
  const block = texelBlockOf(vkFormat, dataFormat.basic);
  const [first] = levels;
  if (block === undefined || first === undefined) throw new Error('a texture has levels of a known format');
  const shape = { pixelWidth: first.width, pixelHeight: first.height, pixelDepth: 0, layerCount, faceCount };
  const outputs = levels.map((_, n) => sharedBytes(levelByteLength(block, shape, n)));
  const strips: number[] = [];
  for (const [n, { width, height }] of levels.entries()) {
    const rows = block.height * Math.max(1, Math.floor(STRIP_TEXELS / width / block.height));
    for (let imageIndex = 0; imageIndex < imageCount; imageIndex++)
      for (let row = 0; row < height; row += rows) strips.push(n, imageIndex, row, Math.min(rows, height - row));
  }
  const job: EncodeHdrJob = { levels, outputs, imageCount, strips: Uint32Array.from(strips), format, block, quality };
  await parallel('encode-hdr', strips.length / 4, job);
  return outputs;
}

async function fileOf(
  { levels: [first], faceCount, layerCount, keyValues = [] }: HdrSurfaces,
  format: Ktx2Format,
  levels: readonly Uint8Array[],
  zstdLevel: number | undefined,
): Promise<Uint8Array> {
  const pack = zstdPacker(zstdLevel);
  const stored: { bytes: Uint8Array; uncompressedByteLength: number }[] = [];
  for (const bytes of levels)
    stored.push({ bytes: pack === undefined ? bytes : await pack(bytes), uncompressedByteLength: bytes.length });
  return encodeKtx2({
    format,
    pixelWidth: first?.width ?? 0,
    pixelHeight: first?.height ?? 0,
    faceCount,
    layerCount,
    keyValues,
    supercompressionScheme: pack === undefined ? Supercompression.none : Supercompression.zstd,
    levels: stored,
  });
}
