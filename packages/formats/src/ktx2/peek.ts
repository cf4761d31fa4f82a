// Reads properties of a KTX2 file from its first bytes, to choose between images before decoding one.

import { viewOf } from '../core/struct.js';
import { DfdBasic, DfdBlockHeader, KTX2_IDENTIFIER, Ktx2Header } from './layout.js';
import { ColorModel, VkFormat } from './vk-format.js';

/** Bytes of the descriptor's total size, in front of its first block. */
const DFD_PRELUDE = 4;

/** Whether `bytes` start like a KTX 2.0 file. The rest may still be damaged. */
export const isKtx2 = (bytes: Uint8Array): boolean => KTX2_IDENTIFIER.every((byte, i) => bytes[i] === byte);

/**
 * The color model of the first descriptor block; undefined if the bytes are not a KTX2 file, or end before it.
 *
 * @example
 * if (peekColorModel(bytes) === ColorModel.uastc) take(bytes);
 */
export function peekColorModel(bytes: Uint8Array): number | undefined {
  if (!isKtx2(bytes) || bytes.byteLength < Ktx2Header.size) return undefined;
  const view = viewOf(bytes);
  const block = view.getUint32(Ktx2Header.offsetOf('dfdByteOffset'), true) + DFD_PRELUDE;
  const at = block + DfdBlockHeader.size + DfdBasic.offsetOf('colorModel');
  return at < bytes.byteLength ? view.getUint8(at) : undefined;
}

/** Whether a KTX2 file contains UASTC, by its first bytes: it has that color model and, as required, no Vulkan format. */
export const isUastcKtx2 = (bytes: Uint8Array): boolean =>
  peekColorModel(bytes) === ColorModel.uastc &&
  viewOf(bytes).getUint32(Ktx2Header.offsetOf('vkFormat'), true) === VkFormat.undefined;
