// Encodes texels as PNG: RGBA if any texel is transparent, otherwise RGB.
// Compressed in TypeScript, because Node's zlib produces different bytes in different versions.

import { crc32 } from '../../model/crc32.js';
import type { Texels } from './decode-texels.js';

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const COLOR_RGB = 2;
const COLOR_RGBA = 6;
const FILTER_PAETH = 4;
/** Of 1 to 9: higher levels save 1 % and take twice the time. */
const DEFLATE_LEVEL = 6;

export async function encodePng({ width, height, pixels }: Texels): Promise<Uint8Array> {
  const { zlibSync } = await import('fflate');
  const channels = isOpaque(pixels) ? 3 : 4;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, channels === 3 ? COLOR_RGB : COLOR_RGBA], 8);
  const rows = filterRows(width, height, pixels, channels);
  return join([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(rows, { level: DEFLATE_LEVEL })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

/** Stores each byte as the difference from its Paeth prediction. */
function filterRows(width: number, height: number, pixels: Uint8Array, channels: 3 | 4): Uint8Array {
  const stride = 1 + width * channels;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    let to = y * stride;
    out[to++] = FILTER_PAETH;
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) {
        const at = (y * width + x) * 4 + c;
        const left = x > 0 ? (pixels[at - 4] ?? 0) : 0;
        const up = y > 0 ? (pixels[at - width * 4] ?? 0) : 0;
        const corner = x > 0 && y > 0 ? (pixels[at - width * 4 - 4] ?? 0) : 0;
        out[to++] = (pixels[at] ?? 0) - paeth(left, up, corner);
      }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.byteLength + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.byteLength);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(data.byteLength + 8, crc32(out.subarray(4, data.byteLength + 8)));
  return out;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}
