// KTX2 ↔ vkguide's `.tx`, and one form of `.tx` into the other.

import {
  ColorModel,
  decodeKtx2,
  encodeKtx2,
  type Ktx2,
  rgba8Format,
  Supercompression,
  UASTC_CHANNEL,
} from '@assetc/formats';
import { type AssetFile, encodeVkguideTexture, readVkguidePage, readVkguideTexture } from '@assetc/formats/vkguide';
import { decodeTexels, type Texels } from '../../encoding/decode-texels.js';
import { loadZstd } from '../../encoding/zstd.js';
import { modeByName } from '../../model/image-names.js';
import type { Conversion } from './convert-mesh.js';

export type TextureFormat = 'ktx2' | 'vkguide' | 'vkguide-paged';

const SRGB_TRANSFER = 2;
/** As for raw textures of normal quality. */
const ZSTD_LEVEL = 6;

/** Throws FormatError for what has no RGBA8 texels; see texelsRefusal. */
export async function ktx2ToTx(
  bytes: Uint8Array,
  to: Exclude<TextureFormat, 'ktx2'>,
  originalFile: string,
): Promise<Conversion> {
  const ktx = decodeKtx2(bytes);
  const paged = to === 'vkguide-paged';
  const levels = await decodeTexels(ktx, paged ? ktx.levels.length : 1);
  const lost = [`the colour space (${isSrgb(ktx) ? 'sRGB' : 'linear'})`];
  if (!paged && ktx.levels.length > 1) lost.push(levelsText(ktx.levels.length - 1));
  const metadata = ktx.keyValues.filter(({ key }) => key !== 'KTXwriter').map(({ key }) => key);
  if (metadata.length > 0) lost.push(`key/value data (${metadata.join(', ')})`);
  if (ktx.dataFormat.basic?.colorModel === ColorModel.uastc) lost.push('the block compression: texels are RGBA8 now');
  const isTwoChannels = ktx.dataFormat.basic?.samples[0]?.channelType === UASTC_CHANNEL.rg;
  const rounded =
    isTwoChannels && ktx.dataFormat.basic?.colorModel === ColorModel.uastc
      ? ['blue is 0: the file holds red and green alone']
      : [];
  return { bytes: encodeVkguideTexture({ paged, originalFile, levels }), lost, rounded, guessed: [] };
}

/** `known`: the colour space where a manifest tells it; else the name of the original file does. */
export async function txToKtx2(file: AssetFile, known: 'srgb' | 'linear' | undefined): Promise<Conversion> {
  const { originalFile, pages } = readVkguideTexture(file);
  const [base] = pages;
  if (base === undefined) throw new Error('a texture has at least one page');
  const transfer = known ?? (modeByName(originalFile) === 'color' ? 'srgb' : 'linear');
  const zstd = await loadZstd();
  const bytes = encodeKtx2({
    format: rgba8Format(transfer),
    pixelWidth: base.width,
    pixelHeight: base.height,
    supercompressionScheme: Supercompression.zstd,
    levels: pages.map((page) => {
      const texels = readVkguidePage(page);
      return { bytes: zstd.compress(texels, ZSTD_LEVEL), uncompressedByteLength: texels.byteLength };
    }),
  });
  const guessed =
    known === undefined
      ? [`the colour space ${transfer === 'srgb' ? 'sRGB' : 'linear'}, by the name ${originalFile}`]
      : [];
  return { bytes, lost: [`the original file's name (${originalFile})`], rounded: [], guessed };
}

/** Between the two forms of `.tx`: mips are dropped, never made. */
export function rewriteTx(file: AssetFile, to: Exclude<TextureFormat, 'ktx2'>): Conversion {
  const { originalFile, pages } = readVkguideTexture(file);
  const paged = to === 'vkguide-paged';
  const kept = paged ? pages : pages.slice(0, 1);
  const levels = kept.map(
    (page): Texels => ({ width: page.width, height: page.height, pixels: readVkguidePage(page) }),
  );
  const dropped = pages.length - kept.length;
  const lost = dropped === 0 ? [] : [levelsText(dropped)];
  return { bytes: encodeVkguideTexture({ paged, originalFile, levels }), lost, rounded: [], guessed: [] };
}

const isSrgb = (ktx: Ktx2): boolean => ktx.dataFormat.basic?.transferFunction === SRGB_TRANSFER;
const levelsText = (count: number): string => `${count} ${count === 1 ? 'mip level' : 'mip levels'}`;
