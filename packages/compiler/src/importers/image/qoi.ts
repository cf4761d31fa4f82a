// Decodes QOI, "Quite OK": three or four 8-bit channels. Its color space field is informative and ignored.

import { type Image, sharedBytes } from '../../model/image/image.js';
import { checkDimensions, type ImageInput, refuse } from './image-input.js';
import { hasTransparentTexel } from './transparency.js';

const HEADER_BYTES = 14;
/** Maximum number of texels that a byte can represent. */
const MAX_RUN = 62;

export function decodeQoi(input: ImageInput): Image {
  const { bytes } = input;
  if (bytes.length < HEADER_BYTES) refuse(input, 'image/truncated', bytes.length, 'the QOI ends inside its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(4, false), view.getUint32(8, false)];
  const channels = bytes[12] ?? 0;
  checkDimensions(input, width, height, 4);
  if (channels !== 3 && channels !== 4)
    refuse(input, 'image/corrupt', 12, `the QOI states ${channels} channels, not 3 or 4`);
  if ((bytes.length - HEADER_BYTES) * MAX_RUN < width * height)
    refuse(input, 'image/truncated', bytes.length, `${bytes.length} bytes are too few for ${width}×${height} texels`);
  const pixels = sharedBytes(width * height * 4);
  readTexels(input, pixels);
  return { width, height, pixels, hasAlpha: hasTransparentTexel(pixels) };
}

function readTexels(input: ImageInput, out: Uint8Array): void {
  const { bytes } = input;
  const seen = new Uint8Array(64 * 4);
  let [r, g, b, a, at, run] = [0, 0, 0, 255, HEADER_BYTES, 0];
  for (let to = 0; to < out.length; to += 4) {
    if (run > 0) run--;
    else {
      const tag = bytes[at] ?? 0;
      const length = tag === 0xfe ? 4 : tag === 0xff ? 5 : tag >> 6 === 2 ? 2 : 1;
      if (at + length > bytes.length) refuse(input, 'image/truncated', bytes.length, "the QOI's pixels end too early");
      if (tag >= 0xfe) {
        [r, g, b] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
        if (tag === 0xff) a = bytes[at + 4] ?? 0;
      } else if (tag >> 6 === 0) {
        [r, g, b, a] = [seen[tag * 4] ?? 0, seen[tag * 4 + 1] ?? 0, seen[tag * 4 + 2] ?? 0, seen[tag * 4 + 3] ?? 0];
      } else if (tag >> 6 === 1) {
        r = (r + ((tag >> 4) & 3) - 2) & 255;
        g = (g + ((tag >> 2) & 3) - 2) & 255;
        b = (b + (tag & 3) - 2) & 255;
      } else if (tag >> 6 === 2) {
        const green = (tag & 63) - 32;
        const second = bytes[at + 1] ?? 0;
        r = (r + green + (second >> 4) - 8) & 255;
        g = (g + green) & 255;
        b = (b + green + (second & 15) - 8) & 255;
      } else run = tag & 63;
      at += length;
      const slot = ((r * 3 + g * 5 + b * 7 + a * 11) & 63) * 4;
      seen[slot] = r;
      seen[slot + 1] = g;
      seen[slot + 2] = b;
      seen[slot + 3] = a;
    }
    out[to] = r;
    out[to + 1] = g;
    out[to + 2] = b;
    out[to + 3] = a;
  }
}
