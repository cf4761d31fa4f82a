// Converts KTX2 without the neutral form: supports cubemaps and arrays, and copies blocks if the other format has them.

import {
  blockFormatOf,
  decodeKtx2,
  FormatError,
  type Ktx2,
  Supercompression,
  texelFormatOf,
  VkFormat,
} from '@assetc/formats';
import { plural } from '../../diagnostics/plural.js';
import { hdrUnsupportedReason } from '../../encoding/hdr/decode-hdr.js';
import { imagesUnsupportedReason, isHdrTexture, levelBytes } from '../../encoding/texture/decode-texels.js';
import { encodePng } from '../../encoding/texture/encode-png.js';
import { rebuildNormalZ } from '../../encoding/texture/rebuild-normal-z.js';
import { decodeSwizzledImages, modeOfKtx2 } from '../../encoding/texture/swizzled-texels.js';
import { loadZstd } from '../../encoding/zstd.js';
import type { ReencodeTarget } from '../../model/image/texture-target.js';
import type { Conversion, ConvertOptions, FileWithSiblings } from '../contract/converter.js';
import { reencodeHdr, tonedPngs } from './hdr.js';
import { reencodeKtx2 } from './reencode.js';
import { type DdsTexels, writeDds } from './write-dds.js';

const NOTHING = { lost: [], rounded: [], guessed: [] } as const;

/** As in the folder of a cubemap's sources. */
const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

export async function ktx2InOtherBlocks(file: FileWithSiblings, { target }: ConvertOptions): Promise<Conversion> {
  if (target === undefined) throw new Error('a file is converted to its own format only if --target is given');
  const ktx = accepted(file);
  const bytes = await reencode(ktx, target);
  if (bytes === undefined) return file.refuse(`it is already ${target}`);
  return {
    ...NOTHING,
    bytes,
    rounded: narrowedHalfs(ktx),
    lost: lostKeys(ktx, isHdrTexture(ktx) || (texelFormatOf(ktx) === 'uastc' && target === 'astc')),
  };
}

const reencode = (ktx: Ktx2, target: ReencodeTarget): Promise<Uint8Array | undefined> =>
  isHdrTexture(ktx) ? reencodeHdr(ktx, target) : reencodeKtx2(ktx, target);

export async function pngOfKtx2(file: FileWithSiblings): Promise<Conversion> {
  const ktx = accepted(file);
  if (isHdrTexture(ktx)) return pngOfLight(ktx);
  const isNormal = modeOfKtx2(ktx) === 'normal';
  const images = await decodeSwizzledImages(ktx, 1);
  const parts: { mark: string; bytes: Uint8Array }[] = [];
  for (const [part, [base]] of images.entries()) {
    if (base === undefined) throw new Error('a texture has at least one level');
    parts.push({ mark: markOf(ktx, part), bytes: await encodePng(isNormal ? rebuildNormalZ(base) : base) });
  }
  const rounded = isNormal ? ['blue is computed from red and green, because the file contains only these'] : [];
  return { ...pictures(ktx, parts), rounded: [...rounded, ...narrowedHalfs(ktx)] };
}

async function pngOfLight(ktx: Ktx2): Promise<Conversion> {
  const { pngs, bright } = await tonedPngs(ktx);
  const share = Number((bright * 100).toPrecision(2));
  const rounded = [
    `HDR values are tone-mapped (PBR Neutral, exposure 1): ${share} % of the texels are brighter than white`,
  ];
  return {
    ...pictures(
      ktx,
      pngs.map((bytes, part) => ({ mark: markOf(ktx, part), bytes })),
    ),
    rounded,
  };
}

function pictures(ktx: Ktx2, parts: readonly { readonly mark: string; readonly bytes: Uint8Array }[]): Conversion {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('a texture has at least one image');
  const lost = ktx.levels.length > 1 ? [plural(ktx.levels.length - 1, 'mip level')] : [];
  return { ...NOTHING, ...first, moreFiles: others, lost: [...lost, ...lostKeys(ktx)] };
}

/** `.2` for a layer, `.px` for a face. */
function markOf({ layerCount, faceCount }: Ktx2, part: number): string {
  const layer = layerCount > 0 ? `.${Math.floor(part / faceCount)}` : '';
  return faceCount === 6 ? `${layer}.${FACES[part % 6]}` : layer;
}

export async function ddsOfKtx2(file: FileWithSiblings, { target }: ConvertOptions): Promise<Conversion> {
  if (target !== undefined && NOT_OF_DIRECT3D.includes(target)) return file.refuse(`DDS cannot store ${target} blocks`);
  const ktx = decodeKtx2(file.bytes);
  const isPlain = ddsTexels(ktx) !== undefined;
  if (!isPlain || target !== undefined) accepted(file);
  const anew = target === undefined && isPlain ? undefined : await reencode(ktx, target ?? 'raw');
  const lost = [...lostKeys(ktx), ...(isPlain || (target !== undefined && target !== 'raw') ? [] : [blocksLost(ktx)])];
  const rounded = anew === undefined ? [] : narrowedHalfs(ktx);
  return { ...NOTHING, bytes: await ddsOf(anew === undefined ? ktx : decodeKtx2(anew)), lost, rounded };
}

const NOT_OF_DIRECT3D: readonly string[] = ['universal', 'astc', 'etc2'];
const blocksLost = (ktx: Ktx2): string =>
  `the block compression (texels become ${isHdrTexture(ktx) ? 'RGBA16F' : 'RGBA8'}; --target bc writes blocks)`;

function ddsTexels(ktx: Ktx2): DdsTexels | undefined {
  const format = texelFormatOf(ktx);
  switch (format) {
    case 'bc1':
    case 'bc3':
    case 'bc4':
    case 'bc5':
    case 'bc7':
    case 'rgba8':
    case 'rg16f':
    case 'rgba16f':
    case 'rgb9e5':
    case 'bc6h':
      return format;
    default:
      return undefined;
  }
}

/** For a file whose texels DDS supports. */
export async function ddsOf(ktx: Ktx2): Promise<Uint8Array> {
  const texels = ddsTexels(ktx);
  const scheme = ktx.supercompressionScheme;
  if (texels === undefined) throw new Error('DDS has no format for these texels');
  if (ktx.pixelHeight === 0) throw new FormatError('unsupported', 12, 'it is a 1D texture');
  const zstd = scheme === Supercompression.zstd ? await loadZstd() : undefined;
  return writeDds({
    texels,
    isSrgb: ktx.vkFormat === VkFormat.r8g8b8a8Srgb || blockFormatOf(ktx.vkFormat)?.transfer === 'srgb',
    width: ktx.pixelWidth,
    height: ktx.pixelHeight,
    depth: ktx.pixelDepth,
    layerCount: ktx.layerCount,
    faceCount: ktx.faceCount,
    levels: ktx.levels.map((_, n) => levelBytes(ktx, n, zstd)),
  });
}

/** Tables of half floats are not light: their range is clamped to that of colors. */
export const narrowedHalfs = (ktx: Ktx2): readonly string[] =>
  texelFormatOf(ktx) === 'rg16f' ? ['half floats become 8 bits, and values below 0 or above 1 are clamped'] : [];

function accepted(file: FileWithSiblings): Ktx2 {
  const ktx = decodeKtx2(file.bytes);
  const refusal = isHdrTexture(ktx) ? hdrUnsupportedReason(ktx) : imagesUnsupportedReason(ktx);
  return refusal === undefined ? ktx : file.refuse(refusal);
}

/** `KTXswizzle` is in the texels. */
function lostKeys({ keyValues }: Ktx2, keepsAll = false): readonly string[] {
  const lost = keyValues.map(({ key }) => key).filter((key) => key !== 'KTXwriter' && key !== 'KTXswizzle');
  return keepsAll || lost.length === 0 ? [] : [`key/value data (${lost.join(', ')})`];
}
