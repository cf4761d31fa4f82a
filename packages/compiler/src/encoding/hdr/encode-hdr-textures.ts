// Levels of high dynamic range → KTX2 files: blocks where the target has some and nothing is transparent, else halfs or shared
// exponents under Zstandard. Strips of rows go over all threads; a strip depends on its own texels alone.

import {
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
import { sharedBytes } from '../../model/image.js';
import type { TextureTarget } from '../../model/texture-target.js';
import type { Parallel } from '../parallel.js';
import { zstdPacker } from '../zstd.js';
import type { EncodeHdrJob } from './encode-hdr-strip.js';
import type { HdrLevel } from './hdr-levels.js';

interface HdrSurfaces {
  /** The largest first. */
  readonly levels: readonly HdrLevel[];
  readonly faceCount: 1 | 6;
  /** 0: not an array. */
  readonly layerCount: number;
  /** Any alpha is below 1. */
  readonly hasAlpha: boolean;
  readonly keyValues?: Ktx2Input['keyValues'];
}

export interface HdrTextureOptions {
  readonly compress: boolean;
  readonly target: TextureTarget;
  /** Where there are no blocks, and nothing is transparent. */
  readonly hdrRaw: 'rgb9e5' | 'rgba16f';
  readonly quality: BlockLevel;
  /** Of texels that are no blocks. */
  readonly rawZstdLevel: number;
  /** Of blocks; undefined: they are stored as they are. */
  readonly blockZstdLevel: number | undefined;
}

const BLOCKS: Readonly<Record<TextureTarget, HdrFormat | undefined>> = {
  universal: 'uastc-hdr',
  astc: 'astc-hdr',
  bc: 'bc6h',
  etc2: undefined,
};

type FormatChoice = Pick<HdrTextureOptions, 'compress' | 'target' | 'hdrRaw'>;

/** No blocks of high dynamic range have alpha, nor have shared exponents. */
export function hdrFormatFor({ compress, target, hdrRaw }: FormatChoice, hasAlpha: boolean): HdrFormat {
  if (hasAlpha) return 'rgba16f';
  return (compress ? BLOCKS[target] : undefined) ?? hdrRaw;
}

const isBlocks = (format: HdrFormat): boolean => format !== 'rgb9e5' && format !== 'rgba16f';

/** One file for each that is wanted. */
export async function encodeHdrTextures(
  surfaces: HdrSurfaces,
  wanted: readonly HdrTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const files: Uint8Array[] = [];
  // Blocks of UASTC and of ASTC are the same: the files differ in what they say of them.
  const encoded = new Map<string, readonly Uint8Array[]>();
  for (const options of wanted) {
    const format = hdrFormatFor(options, surfaces.hasAlpha);
    const blocks = format === 'astc-hdr' ? 'uastc-hdr' : format;
    const key = `${blocks} ${isBlocks(format) ? options.quality : ''}`;
    const levels = encoded.get(key) ?? (await encodeLevels(surfaces, blocks, options.quality, parallel));
    encoded.set(key, levels);
    const zstdLevel = isBlocks(format) ? options.blockZstdLevel : options.rawZstdLevel;
    files.push(await fileOf(surfaces, formatOf(format, surfaces.hasAlpha), levels, zstdLevel));
  }
  return files;
}

/** Colours that are multiplied by alpha say so. */
function formatOf(name: HdrFormat, hasAlpha: boolean): Ktx2Format {
  const format = hdrFormat(name);
  const { basic } = format.dataFormat;
  if (!hasAlpha || basic === undefined) return format;
  return { ...format, dataFormat: { ...format.dataFormat, basic: { ...basic, flags: basic.flags | 1 } } };
}

/** Enough for a thread to be worth waking. */
const STRIP_TEXELS = 1 << 16;

async function encodeLevels(
  surfaces: HdrSurfaces,
  format: EncodeHdrJob['format'],
  quality: BlockLevel,
  parallel: Parallel,
): Promise<readonly Uint8Array[]> {
  const { levels, faceCount, layerCount } = surfaces;
  const parts = faceCount * Math.max(1, layerCount);
  const { vkFormat, dataFormat } = hdrFormat(format);
  const block = texelBlockOf(vkFormat, dataFormat.basic);
  const [first] = levels;
  if (block === undefined || first === undefined) throw new Error('a texture has levels of a known format');
  const shape = { pixelWidth: first.width, pixelHeight: first.height, pixelDepth: 0, layerCount, faceCount };
  const outputs = levels.map((_, n) => sharedBytes(levelByteLength(block, shape, n)));
  const strips: number[] = [];
  for (const [n, { width, height }] of levels.entries()) {
    const rows = Math.max(4, Math.floor(STRIP_TEXELS / width / 4) * 4);
    for (let part = 0; part < parts; part++)
      for (let row = 0; row < height; row += rows) strips.push(n, part, row, Math.min(rows, height - row));
  }
  const job: EncodeHdrJob = { levels, outputs, parts, strips: Uint32Array.from(strips), format, quality };
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
