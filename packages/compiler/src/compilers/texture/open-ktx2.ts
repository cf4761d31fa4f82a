// Opens a KTX2 image: detects its encoding, or reports why it is not supported. Files from other programs may break harmless rules of the
// format; such a file is decoded, never copied.

import {
  ColorModel,
  decodeKtx2,
  FormatError,
  type Ktx2,
  Supercompression,
  type TexelFormat,
  texelFormatOf,
  textValue,
  UASTC_CHANNEL,
  VkFormat,
  validateKtx2,
} from '@assetc/formats';
import { Ktx2Header } from '@assetc/formats/layouts';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { isHdrTexture } from '../../encoding/texture/decode-texels.js';
import { type BytesRef, placeIn } from '../../model/kind/bytes-ref.js';
import type { TextureSettings } from './settings.js';

export interface OpenedKtx2 {
  readonly ref: BytesRef;
  readonly bytes: Uint8Array;
  readonly ktx: Ktx2;
  /** texels: raw ones, or blocks of a GPU's format. */
  readonly encoding: 'uastc' | 'etc1s' | 'texels';
  /** Whether its layers are frames. */
  readonly isVideo: boolean;
  /** Two channels, the second of them in alpha. */
  readonly hasSecondInAlpha: boolean;
  /** Two channels, in red and green or in red and alpha; blue is unused. */
  readonly isTwoChannel: boolean;
  /** As KTX2 writes them. */
  readonly orientation: string;
  readonly swizzle: string;
  /** A rule of the container that it breaks. */
  readonly fault: string | undefined;
}

/** The channel id of green in a separate ETC1S slice. */
const ETC1S_GGG = 4;

const TWO_CHANNELS: ReadonlySet<TexelFormat | undefined> = new Set(['bc5', 'eac-rg11']);

export function openKtx2(ref: BytesRef, bytes: Uint8Array, { limit }: Pick<TextureSettings, 'limit'>): OpenedKtx2 {
  const [problem] = validateKtx2(bytes);
  const fault = problem === undefined ? undefined : `${problem.field} ${problem.message}`;
  const ktx = reportDamage(ref, () => decodeKtx2(bytes), fault);
  const isVideo = ktx.layerCount > 0 && ktx.keyValues.some(({ key }) => key === 'KTXanimData');
  const encoding = encodingOf(ktx);
  const reason = encoding === undefined ? unsupportedFormatReason(ktx) : unsupportedShapeReason(ktx, isVideo);
  if (encoding === undefined || reason !== undefined)
    return failKtx2(ref, 'texture/unsupported-ktx2', Ktx2Header.offsetOf('vkFormat'), `the KTX2 image ${reason}`);
  if (Math.max(ktx.pixelWidth, ktx.pixelHeight) > limit)
    failKtx2(
      ref,
      'texture/unsupported-ktx2',
      Ktx2Header.offsetOf('pixelWidth'),
      `the KTX2 image is ${ktx.pixelWidth}×${ktx.pixelHeight} texels; the limit is ${limit} (texture.limit)`,
      'Make the image smaller, or raise texture.limit.',
    );
  const [first, second] = ktx.dataFormat.basic?.samples ?? [];
  const hasSecondInAlpha =
    (encoding === 'uastc' && first?.channelType === UASTC_CHANNEL.rrrg) ||
    (encoding === 'etc1s' && second?.channelType === ETC1S_GGG);
  const isTwoChannel =
    hasSecondInAlpha ||
    (encoding === 'uastc' && first?.channelType === UASTC_CHANNEL.rg) ||
    TWO_CHANNELS.has(texelFormatOf(ktx));
  const orientation = textValue(ktx.keyValues, 'KTXorientation') ?? 'rd';
  const swizzle = textValue(ktx.keyValues, 'KTXswizzle') ?? 'rgba';
  return { ref, bytes, ktx, encoding, isVideo, hasSecondInAlpha, isTwoChannel, orientation, swizzle, fault };
}

/** Runs `read` and converts a FormatError to a diagnostic. */
export function reportDamage<T>(ref: BytesRef, read: () => T, fault?: string): T {
  try {
    return read();
  } catch (error) {
    return failDamaged(ref, error, fault);
  }
}

export function failDamaged(ref: BytesRef, error: unknown, fault?: string): never {
  if (!(error instanceof FormatError)) throw error;
  return failKtx2(ref, 'texture/bad-ktx2', error.offset, `the KTX2 image is damaged: ${fault ?? error.message}`);
}

function failKtx2(
  ref: BytesRef,
  code: 'texture/bad-ktx2' | 'texture/unsupported-ktx2',
  offset: number,
  message: string,
  hint?: string,
): never {
  throw new AssetError({
    code,
    file: ref.file,
    where: placeIn(ref, offset),
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

function encodingOf({
  vkFormat,
  supercompressionScheme: scheme,
  dataFormat,
}: Ktx2): OpenedKtx2['encoding'] | undefined {
  const model = dataFormat.basic?.colorModel;
  if (scheme === Supercompression.basisLz)
    return vkFormat === VkFormat.undefined && model === ColorModel.etc1s ? 'etc1s' : undefined;
  if (vkFormat === VkFormat.undefined) return model === ColorModel.uastc ? 'uastc' : undefined;
  const ktx = { vkFormat, dataFormat };
  return texelFormatOf(ktx) === undefined || isHdrTexture(ktx) ? undefined : 'texels';
}

const unsupportedFormatReason = (ktx: Ktx2): string =>
  isHdrTexture(ktx)
    ? `is HDR (vkFormat ${ktx.vkFormat}), which images of models cannot be`
    : `is in a format that cannot be decoded (vkFormat ${ktx.vkFormat})`;

function unsupportedShapeReason(ktx: Ktx2, isVideo: boolean): string | undefined {
  if (ktx.pixelHeight === 0) return 'is a 1D texture, not a single 2D image';
  if (ktx.pixelDepth > 0) return 'is a 3D texture, not a single 2D image';
  if (ktx.faceCount !== 1) return 'is a cubemap, not a single 2D image';
  if (ktx.layerCount > 1 && !isVideo) return `is an array of ${ktx.layerCount} layers, not a single 2D image`;
  return undefined;
}
