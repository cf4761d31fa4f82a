// Reads BMP headers: OS/2 1 and 2, and Windows versions 1 to 5. The pixel format is returned as masks or a palette.

import type { EmbeddedProfile } from '../color/color-profile.js';
import { checkDimensions, type ImageInput, refuse } from '../image-input.js';

type BmpPacking = 'raw' | 'rle4' | 'rle8';

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  /** 1, 2, 4, 8: indices into the palette; 16, 24, 32: colors. */
  readonly bits: number;
  readonly packing: BmpPacking;
  /** Red, green, blue, alpha; 0 for a missing channel. */
  readonly masks: readonly [number, number, number, number];
  /** Whether the header declares alpha. */
  readonly declaresAlpha: boolean;
  readonly palette: { readonly offset: number; readonly entryBytes: 3 | 4; readonly count: number };
  readonly dataOffset: number;
  /** Version 5 only. */
  readonly profile: EmbeddedProfile | undefined;
}

const FILE_HEADER_BYTES = 14;
const HEADER_SIZES = [12, 16, 40, 52, 56, 64, 108, 124];
const DEPTHS = [1, 2, 4, 8, 16, 24, 32];
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;
const SAVE_AS_PNG = 'Save the image as PNG.';

export function isBmp(bytes: Uint8Array): boolean {
  if (bytes.length < 18 || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return false;
  return HEADER_SIZES.includes(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(14, true));
}

export function readBmpHeader(input: ImageInput): BmpHeader {
  const { bytes } = input;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(14, true);
  if (bytes.length < FILE_HEADER_BYTES + size)
    refuse(input, 'image/truncated', bytes.length, 'the BMP ends inside its header');
  const isCoreHeader = size === 12;
  const width = isCoreHeader ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isCoreHeader ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isCoreHeader ? 24 : 28, true);
  const compression = size >= 40 ? view.getUint32(30, true) : 0;
  if (width < 0) refuse(input, 'image/corrupt', 18, `the BMP states a width of ${width}`);
  checkDimensions(input, width, Math.abs(signedHeight), 18);
  const packing = packingOf(input, size, compression, bits);
  const statedOffset = view.getUint32(10, true);
  const extraMasks = size === 40 && packing === 'raw' && compression !== 0 ? (compression === BIT_FIELDS ? 12 : 16) : 0;
  const paletteOffset = FILE_HEADER_BYTES + size + extraMasks;
  if (statedOffset < paletteOffset || statedOffset > bytes.length)
    refuse(input, 'image/corrupt', 10, `the BMP states that its pixels begin at byte ${statedOffset}`);
  const entryBytes = isCoreHeader ? 3 : 4;
  const usedColors = size >= 40 ? view.getUint32(46, true) : 0;
  const maxCount = bits > 8 ? 0 : Math.min(usedColors === 0 ? 1 << bits : usedColors, 1 << bits);
  // Some writers forget that the palette is between header and pixels.
  const dataOffset = statedOffset === paletteOffset ? paletteOffset + maxCount * entryBytes : statedOffset;
  const count = Math.min(maxCount, Math.floor((dataOffset - paletteOffset) / entryBytes));
  if (bits <= 8 && (count === 0 || dataOffset > bytes.length))
    refuse(input, 'image/corrupt', paletteOffset, 'the BMP has no palette for its indices');
  const masks = masksOf(view, size, compression, bits);
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    bits,
    packing,
    masks,
    declaresAlpha: masks[3] !== 0 && (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS),
    palette: { offset: paletteOffset, entryBytes, count },
    dataOffset,
    profile: profileOf(view, bytes, size),
  };
}

function packingOf(input: ImageInput, size: number, compression: number, bits: number): BmpPacking {
  const isOs2 = size === 64 || size === 16;
  if (compression === 0 && !DEPTHS.includes(bits))
    return refuse(input, 'image/unsupported', 28, `BMPs with ${bits} bits per pixel are not supported`, SAVE_AS_PNG);
  if (compression === 0) return 'raw';
  if (compression === 1 && bits === 8) return 'rle8';
  if (compression === 2 && bits === 4) return 'rle4';
  if ((compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) && !isOs2 && (bits === 16 || bits === 32))
    return 'raw';
  // Windows defines these two for printers. They have no depth of their own.
  const wrapped = isOs2 ? undefined : { 4: 'JPEG', 5: 'PNG' }[compression];
  if (wrapped !== undefined)
    return refuse(input, 'image/unsupported', 30, `the BMP contains a ${wrapped}, which is not supported`, SAVE_AS_PNG);
  const known = isOs2 ? { 3: 'Huffman-coded', 4: 'RLE24' }[compression] : undefined;
  return refuse(
    input,
    'image/unsupported',
    30,
    `${known ?? `compression ${compression} of`} BMPs with ${bits} bits per pixel are not supported`,
    SAVE_AS_PNG,
  );
}

function masksOf(view: DataView, size: number, compression: number, bits: number): BmpHeader['masks'] {
  if (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) {
    const at = (i: number) => (view.byteLength >= 54 + i * 4 + 4 ? view.getUint32(54 + i * 4, true) : 0);
    return [at(0), at(1), at(2), size >= 56 || compression === ALPHA_BIT_FIELDS ? at(3) : 0];
  }
  if (bits === 16) return [0x7c00, 0x3e0, 0x1f, 0];
  // Formally, the fourth byte is unused. In practice, it is alpha unless it is always 0.
  return bits === 32 ? [0xff0000, 0xff00, 0xff, 0xff000000] : [0xff0000, 0xff00, 0xff, 0];
}

const EMBEDDED = 0x4d424544;
const LINKED = 0x4c494e4b;

function profileOf(view: DataView, bytes: Uint8Array, size: number): BmpHeader['profile'] {
  const type = size === 124 ? view.getUint32(70, true) : 0;
  if (type === LINKED) return { bytes: undefined, fault: 'it is in another file', offset: 70, isGray: false };
  if (type !== EMBEDDED) return undefined;
  const offset = FILE_HEADER_BYTES + view.getUint32(126, true);
  const length = view.getUint32(130, true);
  if (offset + length > bytes.length) return { bytes: undefined, fault: 'it is cut off', offset: 126, isGray: false };
  return { bytes: bytes.subarray(offset, offset + length), offset, isGray: false };
}
