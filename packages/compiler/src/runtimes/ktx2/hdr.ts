// Converts HDR KTX2 textures: to tone-mapped pictures, and to other HDR formats.

import { type HdrFormat, hdrFormatOf, type Ktx2, Supercompression } from '@assetc/formats';
import { decodeHdrImages } from '../../encoding/hdr/decode-hdr.js';
import { encodeHdrStrip } from '../../encoding/hdr/encode-hdr-strip.js';
import { encodeHdrTextures, hdrFormatFor } from '../../encoding/hdr/encode-hdr-textures.js';
import type { HdrLevel } from '../../encoding/hdr/hdr-levels.js';
import { toneMap } from '../../encoding/hdr/tone-map.js';
import { runOnThisThread } from '../../encoding/parallel.js';
import { encodePng } from '../../encoding/texture/encode-png.js';
import { ZSTD_LEVELS } from '../../encoding/zstd.js';
import type { ReencodeTarget } from '../../model/image/texture-target.js';

const isPremultiplied = ({ dataFormat }: Ktx2): boolean => ((dataFormat.basic?.flags ?? 0) & 1) !== 0;

/** Level 0 of each image, and how many texels are brighter than white. */
export async function tonedPngs(ktx: Ktx2): Promise<{ readonly pngs: readonly Uint8Array[]; readonly bright: number }> {
  const pngs: Uint8Array[] = [];
  let [bright, texels] = [0, 0];
  for (const image of await decodeHdrImages(ktx, 0)) {
    const toned = toneMap(image, isPremultiplied(ktx));
    bright += toned.brightTexelCount;
    texels += image.width * image.height;
    pngs.push(await encodePng(toned));
  }
  return { pngs, bright: bright / texels };
}

/** Returns undefined if it already has this format. */
export async function reencodeHdr(ktx: Ktx2, target: ReencodeTarget): Promise<Uint8Array | undefined> {
  const levels: HdrLevel[] = [];
  let hasAlpha = false;
  const choice =
    target === 'raw'
      ? ({ compress: false, target: 'universal', hdrRaw: 'rgba16f' } as const)
      : ({ compress: true, target, hdrRaw: 'rgb9e5' } as const);
  const own: HdrFormat | undefined = hdrFormatOf(ktx.vkFormat, ktx.dataFormat.basic?.colorModel);
  if (own === hdrFormatFor(choice, false)) return undefined;
  for (let level = 0; level < ktx.levels.length; level++) {
    const images = await decodeHdrImages(ktx, level);
    const [first] = images;
    if (first === undefined) throw new Error('a texture has at least one image');
    const texels = new Float32Array(first.texels.length * images.length);
    for (const [i, image] of images.entries()) texels.set(image.texels, i * first.texels.length);
    for (let i = 3; i < texels.length && !hasAlpha; i += 4) hasAlpha = (texels[i] ?? 1) < 1;
    levels.push({ width: first.width, height: first.height, texels });
  }
  if (own === hdrFormatFor(choice, hasAlpha)) return undefined;
  const isPacked = ktx.supercompressionScheme !== Supercompression.none;
  const surfaces = {
    levels,
    faceCount: ktx.faceCount === 6 ? 6 : 1,
    layerCount: ktx.layerCount,
    hasAlpha,
    keyValues: ktx.keyValues.filter(({ key }) => key !== 'KTXwriter'),
  } as const;
  const options = {
    ...choice,
    astc: '4x4',
    quality: 'normal',
    rawZstdLevel: ZSTD_LEVELS.normal,
    blockZstdLevel: isPacked ? ZSTD_LEVELS.normal : undefined,
  } as const;
  const [file] = await encodeHdrTextures(surfaces, [options], runOnThisThread({ 'encode-hdr': encodeHdrStrip }));
  return file;
}
