// Decodes ETC1S with BasisLZ, as other tools write it, to RGBA. An image has a color slice and, with two channels or alpha, a second one.

import { FormatError } from '../core/format-error.js';
import type { Ktx2 } from '../ktx2/model.js';
import { type Codebooks, readCodebooks, slicesOf } from './codebooks.js';
import { decodeSlice } from './decode-slice.js';

/** The offsets that the four selectors add to a color, by the block's table. */
const INTENSITIES = [
  [-8, -2, 2, 8],
  [-17, -5, 5, 17],
  [-29, -9, 9, 29],
  [-42, -13, 13, 42],
  [-60, -18, 18, 60],
  [-80, -24, 24, 80],
  [-106, -33, 33, 106],
  [-183, -47, 47, 183],
].map((row) => Int16Array.from(row));

/** A few bytes can describe any number of blocks: the limit is a texture of 16384². */
const MAX_TEXELS = 2 ** 28;

/**
 * Decodes all images of a level to RGBA, one after the other: layer by layer, and in each layer face by face. Alpha comes from the second
 * slice, or is 255. Throws a FormatError if the data is damaged.
 *
 * @example
 * const rgba = decodeEtc1sLevel(decodeKtx2(file), 0);
 */
export function decodeEtc1sLevel(ktx: Ktx2, level: number): Uint8Array {
  const found = ktx.levels[level];
  if (found === undefined) throw new RangeError(`there is no level ${level}`);
  const width = Math.max(1, ktx.pixelWidth >> level);
  const height = Math.max(1, ktx.pixelHeight >> level);
  const images = Math.max(1, ktx.layerCount) * ktx.faceCount;
  if (ktx.pixelDepth > 1) throw new FormatError('unsupported', 28, 'volumes of ETC1S are not decoded');
  if (width * height * images > MAX_TEXELS) throw new FormatError('unsupported', 20, 'it has too many texels');
  const books = readCodebooks(ktx.globalData, images * ktx.levels.length);
  const rgba = new Uint8Array(width * height * 4 * images);
  for (let image = 0; image < images; image++) {
    const out = rgba.subarray(width * height * 4 * image, width * height * 4 * (image + 1));
    const { colorOffset, colorLength, alphaOffset, alphaLength } = slicesOf(ktx.globalData, level * images + image);
    const slice = (offset: number, length: number): Uint8Array => {
      if (offset + length > found.bytes.byteLength)
        throw new FormatError('truncated', found.byteOffset, 'a slice ends behind its level');
      return found.bytes.subarray(offset, offset + length);
    };
    paint(slice(colorOffset, colorLength), width, height, books, out, false);
    if (alphaLength > 0) paint(slice(alphaOffset, alphaLength), width, height, books, out, true);
  }
  return rgba;
}

/** Green of the second slice becomes alpha. */
function paint(
  bytes: Uint8Array,
  width: number,
  height: number,
  books: Codebooks,
  out: Uint8Array,
  isAlpha: boolean,
): void {
  const columns = (width + 3) >> 2;
  const rows = (height + 3) >> 2;
  const { endpoints, selectors } = decodeSlice(bytes, columns, rows, books);
  const palette = new Uint8ClampedArray(16);
  for (let y = 0; y < height; y++)
    for (let column = 0; column < columns; column++) {
      const block = (y >> 2) * columns + column;
      setPalette(books.endpoints, endpoints[block] ?? 0, palette);
      const row = books.selectors[(selectors[block] ?? 0) * 4 + (y & 3)] ?? 0;
      const end = Math.min(width, column * 4 + 4);
      for (let x = column * 4; x < end; x++) {
        const color = ((row >> ((x & 3) * 2)) & 3) * 4;
        const at = (y * width + x) * 4;
        if (isAlpha) out[at + 3] = palette[color + 1] ?? 0;
        else for (let c = 0; c < 4; c++) out[at + c] = palette[color + c] ?? 0;
      }
    }
}

/** The four colors of a block. */
function setPalette(endpoints: Uint8Array, index: number, palette: Uint8ClampedArray): void {
  const at = index * 4;
  const added = INTENSITIES[endpoints[at + 3] ?? 0];
  for (let c = 0; c < 3; c++) {
    const five = endpoints[at + c] ?? 0;
    const base = (five << 3) | (five >> 2);
    for (let i = 0; i < 4; i++) palette[i * 4 + c] = base + (added?.[i] ?? 0);
  }
  for (let i = 0; i < 4; i++) palette[i * 4 + 3] = 255;
}
