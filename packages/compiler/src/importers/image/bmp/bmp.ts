// Decodes BMP: 1 to 32 bits per pixel, palettes, bit fields, run-length encoding, both row orders.

import { plural } from '../../../diagnostics/plural.js';
import { type Image, sharedBytes } from '../../../model/image/image.js';
import { colorsOfProfile } from '../color/color-profile.js';
import { type ImageInput, refuse } from '../image-input.js';
import { hasTransparentTexel, hasVisibleTexel } from '../transparency.js';
import { type BmpHeader, readBmpHeader } from './bmp-header.js';
import { unpackBmpRuns } from './bmp-runs.js';

export function decodeBmp(input: ImageInput): Image {
  const header = readBmpHeader(input);
  const { width, height } = header;
  const pixels = sharedBytes(width * height * 4);
  if (header.packing !== 'raw') writeIndexed(input, header, unpackBmpRuns(input, header), width, 8, pixels);
  else {
    const stride = Math.ceil((width * header.bits) / 32) * 4;
    const end = header.dataOffset + stride * height;
    // Some writers omit the padding of the last row.
    const needed = end - stride + Math.ceil((width * header.bits) / 8);
    if (needed > input.bytes.length)
      refuse(
        input,
        'image/truncated',
        input.bytes.length,
        `the BMP's pixels lack ${plural(needed - input.bytes.length, 'byte')}`,
      );
    const raw = input.bytes.subarray(header.dataOffset);
    if (header.bits <= 8) writeIndexed(input, header, raw, stride, header.bits, pixels);
    else writeColors(header, raw, stride, pixels);
  }
  const colors = colorsOfProfile(input, header.profile);
  return { width, height, pixels, hasAlpha: resolveAlpha(header, pixels), colors };
}

function writeIndexed(
  input: ImageInput,
  header: BmpHeader,
  raw: Uint8Array,
  stride: number,
  bits: number,
  out: Uint8Array,
): void {
  const { width, height, palette, isTopDown } = header;
  const mask = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    let to = (isTopDown ? y : height - 1 - y) * width * 4;
    for (let x = 0; x < width; x++, to += 4) {
      const bit = x * bits;
      const index = ((raw[y * stride + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
      // Indices outside the palette are black, as in other readers.
      const at = palette.offset + index * palette.entryBytes;
      const isInPalette = index < palette.count;
      out[to] = isInPalette ? (input.bytes[at + 2] ?? 0) : 0;
      out[to + 1] = isInPalette ? (input.bytes[at + 1] ?? 0) : 0;
      out[to + 2] = isInPalette ? (input.bytes[at] ?? 0) : 0;
      out[to + 3] = 255;
    }
  }
}

function writeColors(header: BmpHeader, raw: Uint8Array, stride: number, out: Uint8Array): void {
  const { width, height, bits, isTopDown } = header;
  const size = bits / 8;
  const channels = header.masks.map(channelOf);
  for (let y = 0; y < height; y++) {
    let to = (isTopDown ? y : height - 1 - y) * width * 4;
    let from = y * stride;
    for (let x = 0; x < width; x++, to += 4, from += size) {
      const value =
        ((raw[from] ?? 0) |
          ((raw[from + 1] ?? 0) << 8) |
          (size > 2 ? (raw[from + 2] ?? 0) << 16 : 0) |
          (size > 3 ? (raw[from + 3] ?? 0) << 24 : 0)) >>>
        0;
      for (let c = 0; c < 4; c++) {
        const channel = channels[c];
        if (channel === undefined || channel.max === 0) out[to + c] = c === 3 ? 255 : 0;
        else {
          const sample = (value >>> channel.shift) % (channel.max + 1);
          out[to + c] = Math.floor((sample * 255 * 2 + channel.max) / (channel.max * 2));
        }
      }
    }
  }
}

/** The position of a mask's lowest bit, and the maximum value of its run of bits. */
function channelOf(mask: number): { readonly shift: number; readonly max: number } {
  if (mask === 0) return { shift: 0, max: 0 };
  let shift = 0;
  while (((mask >>> shift) & 1) === 0) shift++;
  let run = 0;
  while (run + shift < 32 && ((mask >>> (shift + run)) & 1) === 1) run++;
  return { shift, max: 2 ** run - 1 };
}

/** Alpha that is not declared and always 0 is treated as opaque. */
function resolveAlpha(header: BmpHeader, pixels: Uint8Array): boolean {
  if (header.masks[3] === 0) return false;
  if (!header.declaresAlpha && !hasVisibleTexel(pixels)) for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return hasTransparentTexel(pixels);
}
