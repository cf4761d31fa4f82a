// The results of other decoders for texels that we know in 16 bits. If theirs is not the nearest value, this defines exactly which one it
// is: there is no tolerance.

import { decodeTexels, decodeTexels16, type TexelFormat } from '@assetc/formats';

/** Pillow and SwiftShader cut thirds and sevenths off to 8 bits, where we round. A third or a seventh of a code is more than thirty of 65535, and
 *  the rounding to 16 bits at most a half. */
export const cutOff = (v: number): number => Math.floor((v + 2) / 257);

/** astcenc before version 5 and SwiftShader cut ASTC's 16 bits to a half float and take the nearest of 8 bits; since then, as here, the top 8. */
export function throughHalf(v: number): number {
  if (v === 65535) return 255;
  const dropped = Math.max(0, 32 - Math.clz32(v) - 11);
  return Math.floor((((v >> dropped) << dropped) / 65536) * 255 + 0.5);
}

/** SwiftShader shows eleven bits as the upper ones of sixteen: 2047 is 65504. */
const upperBits = (v: number): number => Math.round((v * 2047) / 65535) * 32;

/** Texels that do not differ from `theirs` (16 bits a channel) by the rule of a format in SwiftShader. */
export function countWebGlDifferences(
  format: TexelFormat,
  blocks: Uint8Array,
  width: number,
  height: number,
  theirs: Uint16Array,
): number {
  const wide = decodeTexels16(format, blocks, width, height);
  const narrow = decodeTexels(format, blocks, width, height);
  let wrong = 0;
  for (let i = 0; i < wide.length; i++) if (!shown(format, wide, narrow, i).includes(theirs[i] ?? -1)) wrong++;
  return wrong;
}

function shown(format: TexelFormat, wide: Uint16Array, narrow: Uint8Array, i: number): readonly number[] {
  const v = wide[i] ?? 0;
  switch (format) {
    case 'bc1':
    case 'bc1-cut-out':
    case 'bc3':
    case 'bc4':
    case 'bc5':
      return [cutOff(v) * 257];
    case 'eac-r11':
    case 'eac-rg11':
      return i % 4 < (format === 'eac-r11' ? 1 : 2) ? [upperBits(v)] : [v];
    default:
      if (!format.startsWith('astc-')) return [v];
      // Its error color is 254 where only the endpoints of some texels are of high dynamic range.
      return isErrorColor(wide, i >> 2) ? [v, 254 * 257] : [throughHalf(v) * 257, (narrow[i] ?? 0) * 257];
  }
}

/** In 16 bits, no legal block of the random ones has it by chance. */
const isErrorColor = (wide: Uint16Array, texel: number): boolean =>
  isMagentaIn(wide, texel, 65535) && wide[texel * 4 + 3] === 65535;

const isMagentaIn = (texels: Uint8Array | Uint16Array, texel: number, full: number): boolean =>
  texels[texel * 4] === full && texels[texel * 4 + 1] === 0 && texels[texel * 4 + 2] === full;

/** The error color of ASTC. */
export const isMagenta = (rgba: Uint8Array, texel: number): boolean => isMagentaIn(rgba, texel, 255);
