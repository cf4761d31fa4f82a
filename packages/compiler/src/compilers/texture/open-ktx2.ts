// A KTX2 image: what it holds, and why it is refused where it cannot be had. Others' files break rules that do no harm; such a file is
// decoded, never copied.

import {
  ColorModel,
  decodeKtx2,
  FormatError,
  type Ktx2,
  Supercompression,
  textValue,
  UASTC_CHANNEL,
  VkFormat,
  validateKtx2,
} from '@assetc/formats';
import { Ktx2Header } from '@assetc/formats/layouts';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/bytes-ref.js';
import type { TextureSettings } from './settings.js';

export interface OpenedKtx2 {
  readonly ref: BytesRef;
  readonly bytes: Uint8Array;
  readonly ktx: Ktx2;
  readonly holds: 'uastc' | 'etc1s' | 'rgba8';
  /** Several layers are its frames. */
  readonly isVideo: boolean;
  /** Two channels, the second of them in alpha. */
  readonly isSplit: boolean;
  /** Two channels, in red and green or split: what is blue says nothing. */
  readonly isPair: boolean;
  /** As KTX2 writes them. */
  readonly orientation: string;
  readonly swizzle: string;
  /** A rule of the container that it breaks. */
  readonly fault: string | undefined;
}

/** The channel id of green in an ETC1S slice of its own. */
const ETC1S_GGG = 4;

export function openKtx2(ref: BytesRef, bytes: Uint8Array, { limit }: Pick<TextureSettings, 'limit'>): OpenedKtx2 {
  const [problem] = validateKtx2(bytes);
  const fault = problem === undefined ? undefined : `${problem.field} ${problem.message}`;
  const ktx = withoutDamage(ref, () => decodeKtx2(bytes), fault);
  const isVideo = ktx.layerCount > 0 && ktx.keyValues.some(({ key }) => key === 'KTXanimData');
  const holds = holding(ktx);
  const refusal = holds === undefined ? 'is neither UASTC nor ETC1S nor RGBA8' : shapeRefusal(ktx, isVideo);
  if (holds === undefined || refusal !== undefined)
    return refuseKtx2(ref, 'texture/unsupported-ktx2', Ktx2Header.offsetOf('vkFormat'), `the KTX2 image ${refusal}`);
  if (Math.max(ktx.pixelWidth, ktx.pixelHeight) > limit)
    refuseKtx2(
      ref,
      'texture/unsupported-ktx2',
      Ktx2Header.offsetOf('pixelWidth'),
      `the KTX2 image is ${ktx.pixelWidth}×${ktx.pixelHeight} texels; the limit is ${limit} (texture.limit)`,
    );
  const [first, second] = ktx.dataFormat.basic?.samples ?? [];
  const isSplit =
    (holds === 'uastc' && first?.channelType === UASTC_CHANNEL.rrrg) ||
    (holds === 'etc1s' && second?.channelType === ETC1S_GGG);
  const isPair = isSplit || (holds === 'uastc' && first?.channelType === UASTC_CHANNEL.rg);
  const orientation = textValue(ktx.keyValues, 'KTXorientation') ?? 'rd';
  const swizzle = textValue(ktx.keyValues, 'KTXswizzle') ?? 'rgba';
  return { ref, bytes, ktx, holds, isVideo, isSplit, isPair, orientation, swizzle, fault };
}

/** Runs what throws a FormatError where the file is damaged. */
export function withoutDamage<T>(ref: BytesRef, read: () => T, fault?: string): T {
  try {
    return read();
  } catch (error) {
    return refuseDamage(ref, error, fault);
  }
}

export function refuseDamage(ref: BytesRef, error: unknown, fault?: string): never {
  if (!(error instanceof FormatError)) throw error;
  return refuseKtx2(ref, 'texture/bad-ktx2', error.offset, `the KTX2 image is damaged: ${fault ?? error.message}`);
}

function refuseKtx2(
  ref: BytesRef,
  code: 'texture/bad-ktx2' | 'texture/unsupported-ktx2',
  offset: number,
  message: string,
): never {
  const where = ref.pointer === undefined ? { offset: offset + (ref.offset ?? 0) } : { pointer: ref.pointer };
  throw new AssetError({ code, file: ref.file, where, message });
}

function holding({ vkFormat, supercompressionScheme: scheme, dataFormat }: Ktx2): OpenedKtx2['holds'] | undefined {
  const model = dataFormat.basic?.colorModel;
  if (scheme === Supercompression.basisLz)
    return vkFormat === VkFormat.undefined && model === ColorModel.etc1s ? 'etc1s' : undefined;
  if (vkFormat === VkFormat.undefined) return model === ColorModel.uastc ? 'uastc' : undefined;
  return vkFormat === VkFormat.r8g8b8a8Unorm || vkFormat === VkFormat.r8g8b8a8Srgb ? 'rgba8' : undefined;
}

function shapeRefusal(ktx: Ktx2, isVideo: boolean): string | undefined {
  if (ktx.pixelHeight === 0) return 'is a 1D texture, not a single 2D image';
  if (ktx.pixelDepth > 0) return 'is a 3D texture, not a single 2D image';
  if (ktx.faceCount !== 1) return 'is a cubemap, not a single 2D image';
  if (ktx.layerCount > 1 && !isVideo) return `is an array of ${ktx.layerCount} layers, not a single 2D image`;
  return undefined;
}
