// Decodes PIZ: a chunk's 16-bit words, renumbered to those that occur, as wavelets per channel, in one Huffman code.

import { DamagedChunk } from './damaged-chunk.js';
import { decodeHuffman } from './exr-huffman.js';
import type { ChunkLayout } from './exr-layout.js';
import { interleaveLines } from './exr-planes.js';
import { invertWavelets } from './exr-wavelet.js';

const BITMAP_BYTES = 8192;

export function decodePiz(data: Uint8Array, layout: ChunkLayout): Uint8Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < 8) throw new DamagedChunk('it ends inside its header');
  const [first, last] = [view.getUint16(0, true), view.getUint16(2, true)];
  const bitmapBytes = first <= last ? last - first + 1 : 0;
  const start = 4 + bitmapBytes + 4;
  if (last >= BITMAP_BYTES || start > data.length) throw new DamagedChunk('the list of its values is damaged');
  const { values, max } = valuesOf(data.subarray(4, 4 + bitmapBytes), first);
  const codeBytes = view.getInt32(4 + bitmapBytes, true);
  if (codeBytes < 0 || start + codeBytes > data.length) throw new DamagedChunk('its code is cut off');
  const words = new Uint16Array(layout.sizeBytes / 2);
  decodeHuffman(data.subarray(start, start + codeBytes), words);
  let at = 0;
  const planes = layout.channels.map(({ columns, rows, sampleBytes }) => {
    const wordsPerSample = sampleBytes / 2;
    const plane = words.subarray(at, at + columns * rows * wordsPerSample);
    for (let word = 0; word < wordsPerSample; word++) invertWavelets(plane, word, columns, rows, wordsPerSample, max);
    for (let i = 0; i < plane.length; i++) plane[i] = values[plane[i] ?? 0] ?? 0;
    at += plane.length;
    return new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength);
  });
  return interleaveLines(planes, layout);
}

/** Zero is always included. */
function valuesOf(bitmap: Uint8Array, first: number): { readonly values: Uint16Array; readonly max: number } {
  const values = new Uint16Array(65536);
  let count = 1;
  for (let byte = 0; byte < bitmap.length; byte++)
    for (let bit = 0; bit < 8; bit++) {
      const value = (first + byte) * 8 + bit;
      if (value > 0 && ((bitmap[byte] ?? 0) & (1 << bit)) !== 0) values[count++] = value;
    }
  return { values, max: count - 1 };
}
