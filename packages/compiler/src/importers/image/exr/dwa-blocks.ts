// Decodes the lossy channels of DWA: 8×8 DCT blocks with the DC values stored separately, for a single channel or for red, green and
// blue as luminance and chroma.

import { fromHalf, toHalf } from '@assetc/formats';
import { DamagedChunk } from './damaged-chunk.js';
import { DC_FACTOR, inverseDct } from './inverse-dct.js';

/** For each position in a block, its index in the zigzag order of coefficients. */
const ZIGZAG = Uint8Array.from(
  [
    [0, 1, 5, 6, 14, 15, 27, 28],
    [2, 4, 7, 13, 16, 26, 29, 42],
    [3, 8, 12, 17, 25, 30, 41, 43],
    [9, 11, 18, 24, 31, 40, 44, 53],
    [10, 19, 23, 32, 39, 45, 52, 54],
    [20, 22, 33, 38, 46, 51, 55, 60],
    [21, 34, 37, 47, 50, 56, 59, 61],
    [35, 36, 48, 49, 57, 58, 62, 63],
  ].flat(),
);
/** Special words in the coefficients: zeros up to the end of the block, or a run of zeros with its length. */
const END_OF_BLOCK = 0xff00;
const RUN = 0xff;

/** The DC and AC coefficients of all channels, consumed one after another. */
export class DwaCoefficients {
  #nextDc = 0;
  #nextAc = 0;
  readonly #row = new Uint16Array(64);

  constructor(
    readonly dc: Uint16Array,
    readonly ac: Uint16Array,
  ) {}

  /** Reserves the DC values of the next channels; returns the index of the first. */
  reserveDc(count: number): number {
    const first = this.#nextDc;
    this.#nextDc += count;
    if (this.#nextDc > this.dc.length) throw new DamagedChunk('it lacks means of blocks');
    return first;
  }

  /** Fills a block. Returns false if all of its values are equal. */
  readBlock(dcIndex: number, block: Float64Array): boolean {
    const row = this.#row.fill(0);
    row[0] = this.dc[dcIndex] ?? 0;
    let isFlat = true;
    for (let position = 1; position < 64; ) {
      if (this.#nextAc >= this.ac.length) throw new DamagedChunk('its coefficients end too early');
      const word = this.ac[this.#nextAc++] ?? 0;
      if (word === END_OF_BLOCK) break;
      if (word >> 8 === RUN) {
        position += word & 255;
        continue;
      }
      row[position++] = word;
      isFlat = false;
    }
    if (isFlat) block.fill(fromHalf(row[0] ?? 0) * DC_FACTOR);
    else for (let i = 0; i < 64; i++) block[i] = fromHalf(row[ZIGZAG[i] ?? 0] ?? 0);
    return !isFlat;
  }
}

/** Planes of halfs of one channel, or of red, green and blue. `table` maps each coded half to its linear value. */
export function decodeBlocks(
  coefficients: DwaCoefficients,
  count: 1 | 3,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  table: Uint16Array | undefined,
): readonly Uint16Array[] {
  const planes = Array.from({ length: count }, () => new Uint16Array(columns * rows));
  const blocks = planes.map(() => new Float64Array(64));
  const blocksPerRow = Math.ceil(columns / 8);
  const blockCount = blocksPerRow * Math.ceil(rows / 8);
  const first = coefficients.reserveDc(blockCount * count);
  for (let index = 0; index < blockCount; index++) {
    for (const [c, block] of blocks.entries())
      if (coefficients.readBlock(first + c * blockCount + index, block)) inverseDct(block);
    const [red, green, blue] = blocks;
    if (red !== undefined && green !== undefined && blue !== undefined) convertToRgb(red, green, blue);
    const position = { x: (index % blocksPerRow) * 8, y: Math.floor(index / blocksPerRow) * 8, columns, rows };
    for (const [c, plane] of planes.entries()) writeBlock(blocks[c] ?? new Float64Array(64), plane, position, table);
  }
  return planes;
}

/** From luminance and two color differences, with the weights of ITU-R BT.709. */
function convertToRgb(red: Float64Array, green: Float64Array, blue: Float64Array): void {
  for (let i = 0; i < 64; i++) {
    const [y, cb, cr] = [red[i] ?? 0, green[i] ?? 0, blue[i] ?? 0];
    red[i] = y + 1.5747 * cr;
    green[i] = y - 0.1873 * cb - 0.4682 * cr;
    blue[i] = y + 1.8556 * cb;
  }
}

function writeBlock(
  block: Float64Array,
  plane: Uint16Array,
  { x, y, columns, rows }: { readonly x: number; readonly y: number; readonly columns: number; readonly rows: number },
  table: Uint16Array | undefined,
): void {
  const [width, height] = [Math.min(8, columns - x), Math.min(8, rows - y)];
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const half = toHalf(block[j * 8 + i] ?? 0);
      plane[(y + j) * columns + x + i] = table === undefined ? half : (table[half] ?? 0);
    }
}
