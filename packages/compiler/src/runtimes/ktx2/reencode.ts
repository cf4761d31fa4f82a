// Reencodes a KTX2 texture in another block format, or as raw texels. Every level, layer and face is converted separately, so that mips are kept.

import { blockFormatOf, type Ktx2, Supercompression, texelFormatOf } from '@assetc/formats';
import { runOnThisThread } from '../../encoding/parallel.js';
import type { Texels } from '../../encoding/texture/decode-texels.js';
import { encodeBlockTextures } from '../../encoding/texture/encode-block-texture.js';
import { encodeStrip } from '../../encoding/texture/encode-blocks.js';
import { encodeRawSurfaces } from '../../encoding/texture/encode-raw-texture.js';
import { decodeSwizzledImages, modeOfKtx2 } from '../../encoding/texture/swizzled-texels.js';
import { blocksFor } from '../../encoding/texture/texture-blocks.js';
import { convertUastcToAstc } from '../../encoding/texture/uastc-to-astc.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { TextureMode } from '../../model/image/texture-params.js';
import { BC_CHOICES, type ReencodeTarget } from '../../model/image/texture-target.js';

/** Returns undefined if it already has this format. Throws FormatError if a level is damaged. */
export async function reencodeKtx2(ktx: Ktx2, target: ReencodeTarget): Promise<Uint8Array | undefined> {
  const mode = modeOfKtx2(ktx);
  const own = texelFormatOf(ktx);
  const isPacked = ktx.supercompressionScheme !== Supercompression.none;
  const zstdLevel = isPacked ? ZSTD_LEVELS.normal : undefined;
  if (target === 'raw' ? own === 'rgba8' : isAlready(ktx, mode, target)) return undefined;
  if (own === 'uastc' && target === 'astc') return convertUastcToAstc(ktx, zstdLevel);
  return encodeImages(await decodeSwizzledImages(ktx, ktx.levels.length), { ...ktx, mode, target, zstdLevel });
}

const isAlready = (ktx: Ktx2, mode: TextureMode, target: Exclude<ReencodeTarget, 'raw'>): boolean => {
  const own = texelFormatOf(ktx) === 'uastc' ? 'uastc' : blockFormatOf(ktx.vkFormat)?.name;
  return BC_CHOICES.some((bc) =>
    [false, true].some((hasAlpha) => blocksFor(mode, { target, bc, astc: '4x4' }, hasAlpha) === own),
  );
};

interface Wanted {
  readonly mode: TextureMode;
  readonly target: ReencodeTarget;
  readonly faceCount: number;
  readonly layerCount: number;
  readonly zstdLevel: number | undefined;
}

/** Images as KTX2 orders them, each with its levels. */
export async function encodeImages(
  chains: readonly (readonly Texels[])[],
  { mode, target, faceCount, layerCount, zstdLevel }: Wanted,
): Promise<Uint8Array> {
  const surfaces = { chains, faceCount: faceCount === 6 ? 6 : 1, layerCount } as const;
  if (target === 'raw')
    return encodeRawSurfaces(surfaces, mode === 'color' ? 'srgb' : 'linear', zstdLevel ?? ZSTD_LEVELS.normal);
  const how = { quality: 'normal', metric: 'rgb', alphaWeighted: false, rdo: 0 } as const;
  const options = { mode, target, bc: 'bc7', astc: '4x4', zstdLevel, ...how } as const;
  const hasAlpha = chains.flat().some(({ pixels }) => pixels.some((value, i) => i % 4 === 3 && value !== 255));
  const [bytes] = await encodeBlockTextures(
    surfaces,
    hasAlpha,
    [options],
    runOnThisThread({ 'encode-blocks': encodeStrip }),
  );
  if (bytes === undefined) throw new Error('there is a file for each that is wanted');
  return bytes;
}
