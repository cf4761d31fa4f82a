// Decodes run-length encoded BMPs, 4 and 8 bits, to one index per byte, rows in file order. Skipped texels have index 0.

import { type ImageInput, refuse } from '../image-input.js';
import type { BmpHeader } from './bmp-header.js';

export function unpackBmpRuns(input: ImageInput, header: BmpHeader): Uint8Array {
  const { bytes } = input;
  const { width, height } = header;
  const is4Bit = header.packing === 'rle4';
  const out = new Uint8Array(width * height);
  let [x, y, at] = [0, 0, header.dataOffset];
  const put = (index: number): void => {
    if (x < width && y < height) out[y * width + x] = index;
    x++;
  };
  while (y < height) {
    if (at + 2 > bytes.length) {
      if (y === height - 1 && x >= width) break;
      refuse(input, 'image/truncated', at, "the BMP's run-length-coded pixels end too early");
    }
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(is4Bit ? (i % 2 === 0 ? value >> 4 : value & 15) : value);
    } else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) break;
    else if (value === 2) {
      if (at + 2 > bytes.length) refuse(input, 'image/truncated', at, "the BMP's pixels end inside a jump");
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      const length = is4Bit ? Math.ceil(value / 2) : value;
      if (at + length > bytes.length) refuse(input, 'image/truncated', at, "the BMP's pixels end inside a run");
      for (let i = 0; i < value; i++) {
        const byte = bytes[at + (is4Bit ? i >> 1 : i)] ?? 0;
        put(is4Bit ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte);
      }
      at += length + (length % 2);
    }
  }
  return out;
}
