// Decodes TGA: mapped, true-color and gray, raw or run-length encoded, any origin, 8 to 32 bits per pixel.

import { plural } from '../../../diagnostics/plural.js';
import { type Image, sharedBytes } from '../../../model/image/image.js';
import { type ImageInput, refuse, warnAbout } from '../image-input.js';
import { hasTransparentTexel, hasVisibleTexel } from '../transparency.js';
import { readTgaHeader, type TgaHeader } from './tga-header.js';

export function decodeTga(input: ImageInput): Image {
  const header = readTgaHeader(input);
  const { width, height } = header;
  const pixelBytes = Math.ceil(header.bits / 8);
  const raw = header.isRunLengthEncoded ? decodeRuns(input, header, pixelBytes) : rawPixels(input, header, pixelBytes);
  const pixels = sharedBytes(width * height * 4);
  writePixels(input, header, raw, pixelBytes, pixels);
  const hasAlpha = resolveAlpha(input, header, pixels);
  return { width, height, pixels, hasAlpha };
}

function rawPixels(input: ImageInput, header: TgaHeader, pixelBytes: number): Uint8Array {
  const length = header.width * header.height * pixelBytes;
  const end = header.dataOffset + length;
  if (end > input.bytes.length)
    refuse(
      input,
      'image/truncated',
      input.bytes.length,
      `the TGA's pixels lack ${plural(end - input.bytes.length, 'byte')}`,
    );
  return input.bytes.subarray(header.dataOffset, end);
}

function decodeRuns(input: ImageInput, header: TgaHeader, pixelBytes: number): Uint8Array {
  const { bytes } = input;
  const count = header.width * header.height;
  // A packet of 128 equal pixels is the densest possible; fewer bytes cannot contain the image.
  const packets = Math.floor((bytes.length - header.dataOffset) / (1 + pixelBytes));
  if (packets * 128 < count)
    refuse(
      input,
      'image/truncated',
      bytes.length,
      `the TGA has too few packets for ${header.width}×${header.height} texels`,
    );
  const out = new Uint8Array(count * pixelBytes);
  let at = header.dataOffset;
  let to = 0;
  while (to < out.length) {
    const packet = bytes[at];
    if (packet === undefined) return refuse(input, 'image/truncated', at, "the TGA's pixels end too early");
    const run = (packet & 127) + 1;
    const packetBytes = packet >= 128 ? pixelBytes : run * pixelBytes;
    if (at + 1 + packetBytes > bytes.length)
      refuse(input, 'image/truncated', at, "the TGA's pixels end inside a packet");
    const length = Math.min(run * pixelBytes, out.length - to);
    if (packet < 128) out.set(bytes.subarray(at + 1, at + 1 + length), to);
    else for (let i = 0; i < length; i++) out[to + i] = bytes[at + 1 + (i % pixelBytes)] ?? 0;
    to += length;
    at += 1 + packetBytes;
  }
  return out;
}

function writePixels(input: ImageInput, header: TgaHeader, raw: Uint8Array, pixelBytes: number, out: Uint8Array): void {
  const { width, height, map } = header;
  const mapEntryBytes = Math.ceil(map.bits / 8);
  for (let y = 0; y < height; y++) {
    const row = header.isTopToBottom ? y : height - 1 - y;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * pixelBytes;
      const to = (row * width + (header.isRightToLeft ? width - 1 - x : x)) * 4;
      if (header.content === 'mapped') {
        const index = (raw[from] ?? 0) + (pixelBytes === 2 ? (raw[from + 1] ?? 0) * 256 : 0) - map.first;
        if (index < 0 || index >= map.length)
          refuse(
            input,
            'image/corrupt',
            header.isRunLengthEncoded ? header.dataOffset : header.dataOffset + from,
            `texel ${x}, ${y} of the TGA uses color ${index + map.first}, which is outside its color map of ${map.length}`,
          );
        writeColor(input.bytes, map.offset + index * mapEntryBytes, map.bits, out, to);
      } else if (header.content === 'color') writeColor(raw, from, header.bits, out, to);
      else {
        out.fill(raw[from] ?? 0, to, to + 3);
        out[to + 3] = pixelBytes === 2 ? (raw[from + 1] ?? 0) : 255;
      }
    }
  }
}

function writeColor(from: Uint8Array, at: number, bits: number, out: Uint8Array, to: number): void {
  if (bits <= 16) {
    const v = (from[at] ?? 0) | ((from[at + 1] ?? 0) << 8);
    out[to] = expand5Bits(v >> 10);
    out[to + 1] = expand5Bits(v >> 5);
    out[to + 2] = expand5Bits(v);
    out[to + 3] = bits === 15 ? 255 : (v >> 15) * 255;
    return;
  }
  out[to] = from[at + 2] ?? 0;
  out[to + 1] = from[at + 1] ?? 0;
  out[to + 2] = from[at] ?? 0;
  out[to + 3] = bits === 32 ? (from[at + 3] ?? 0) : 255;
}

function expand5Bits(v: number): number {
  const c = v & 31;
  return (c << 3) | (c >> 2);
}

/** Decides whether the fourth channel is alpha: by the extension area, else by the header's alpha bits and the content. */
function resolveAlpha(input: ImageInput, header: TgaHeader, pixels: Uint8Array): boolean {
  const bits = header.content === 'mapped' ? header.map.bits : header.bits;
  const isGray = header.content === 'gray';
  if (isGray ? bits !== 16 : bits !== 16 && bits !== 32) return false;
  if (header.attributes === 4)
    warnAbout(
      input,
      'image/odd-data',
      0,
      'the TGA states that its colors are premultiplied by alpha; they are used as they are',
    );
  // Sixteen-bit pixels always have the top bit, and many writers leave it 0 for "no alpha". 32-bit writers often do not declare their
  // alpha bits. So declared bits count, and an alpha that is 0 everywhere never does.
  const declaresOpaque = header.attributes === 0 || header.attributes === 1;
  const mayHaveAlpha = header.alphaBits > 0 || bits === 32;
  if (!declaresOpaque && mayHaveAlpha && hasVisibleTexel(pixels)) return hasTransparentTexel(pixels);
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return false;
}
