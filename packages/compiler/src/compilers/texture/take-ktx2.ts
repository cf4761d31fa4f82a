// A KTX2 image inside a model that is UASTC already: checked, and taken as it is.

import {
  ColorModel,
  decodeKtx2,
  fullLevelCount,
  type Ktx2,
  readLevel,
  Supercompression,
  TransferFunction,
  textValue,
  UASTC_CHANNEL,
  validateKtx2,
} from '@assetc/formats';
import { Ktx2Header } from '@assetc/formats/layouts';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { loadZstd } from '../../encoding/zstd.js';
import type { BytesRef } from '../../model/kind.js';
import type { TextureMode } from '../../model/texture-params.js';
import type { TextureSettings } from './settings.js';

export async function takeKtx2(
  ref: BytesRef,
  bytes: Uint8Array,
  mode: TextureMode,
  settings: TextureSettings,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  const refuse = (code: 'texture/bad-ktx2' | 'texture/unsupported-ktx2', offset: number, message: string): never => {
    const where = ref.pointer === undefined ? { offset: offset + (ref.offset ?? 0) } : { pointer: ref.pointer };
    throw new AssetError({ code, file: ref.file, where, message });
  };
  const [problem] = validateKtx2(bytes);
  if (problem !== undefined)
    refuse('texture/bad-ktx2', problem.offset, `the KTX2 image is damaged: ${problem.field} ${problem.message}`);
  const ktx = decodeKtx2(bytes);
  const unfit = unfitness(ktx);
  if (unfit !== undefined)
    refuse('texture/unsupported-ktx2', Ktx2Header.offsetOf('vkFormat'), `the KTX2 image ${unfit}`);
  if (Math.max(ktx.pixelWidth, ktx.pixelHeight) > settings.limit)
    refuse(
      'texture/unsupported-ktx2',
      Ktx2Header.offsetOf('pixelWidth'),
      `the KTX2 image is ${ktx.pixelWidth}×${ktx.pixelHeight} texels, texture.limit is ${settings.limit}`,
    );
  if (ktx.supercompressionScheme === Supercompression.zstd) {
    const zstd = await loadZstd();
    for (const level of ktx.levels) readLevel(level, (stored, length) => zstd.decompress(stored, length));
  }
  for (const message of disagreements(ktx, mode, settings)) warn(message);
  // A copy: the bytes may be a view of a whole model.
  return bytes.slice();
}

function unfitness(ktx: Ktx2): string | undefined {
  const model = ktx.dataFormat.basic?.colorModel;
  if (model === ColorModel.etc1s) return 'is ETC1S, which cannot be taken as it is';
  if (model !== ColorModel.uastc) return 'is not UASTC';
  if (ktx.faceCount !== 1 || ktx.layerCount > 0 || ktx.pixelDepth > 0 || ktx.pixelHeight === 0)
    return 'is not a single 2D image';
  const known =
    ktx.supercompressionScheme === Supercompression.none || ktx.supercompressionScheme === Supercompression.zstd;
  return known ? undefined : 'is packed by an unknown scheme';
}

function disagreements(ktx: Ktx2, mode: TextureMode, settings: TextureSettings): string[] {
  const basic = ktx.dataFormat.basic;
  const out: string[] = [];
  const srgb = basic?.transferFunction === TransferFunction.srgb;
  if (srgb !== (mode === 'color'))
    out.push(`the KTX2 image is ${srgb ? 'sRGB' : 'linear'}, its use is ${mode === 'color' ? 'sRGB' : 'linear'}`);
  if (mode === 'normal' && basic?.samples[0]?.channelType === UASTC_CHANNEL.rrrg)
    out.push('the KTX2 normal map holds Y in alpha, not in green');
  const packed = ktx.supercompressionScheme === Supercompression.zstd;
  if (settings.supercompress !== 'auto' && packed !== (settings.supercompress === 'zstd'))
    out.push(
      `the KTX2 image is ${packed ? '' : 'not '}packed with Zstd, texture.supercompress is ${settings.supercompress}`,
    );
  if (!settings.compress) out.push('the KTX2 image is compressed already: texture.compress cannot undo it');
  if (settings.maxSize > 0 && Math.max(ktx.pixelWidth, ktx.pixelHeight) > settings.maxSize)
    out.push(`the KTX2 image is larger than texture.maxSize ${settings.maxSize} and is not resized`);
  return out;
}

/** What of a KTX2 that was taken would break a promise to whoever reads textures of ours; undefined where nothing would. */
export function brokenPromise(bytes: Uint8Array, settings: TextureSettings): string | undefined {
  const ktx = decodeKtx2(bytes);
  const full = fullLevelCount(ktx);
  if (settings.mips && ktx.levels.length < full) return `has ${ktx.levels.length} of ${full} levels`;
  const { orientation, swizzle } = ktx2Layout(ktx);
  if (orientation !== 'rd') return `is stored with the orientation ${orientation}, not rd`;
  return swizzle === 'rgba' ? undefined : `asks for the swizzle ${swizzle}`;
}

export function ktx2Layout({ keyValues }: Ktx2): { readonly orientation: string; readonly swizzle: string } {
  return {
    orientation: textValue(keyValues, 'KTXorientation') ?? 'rd',
    swizzle: textValue(keyValues, 'KTXswizzle') ?? 'rgba',
  };
}
