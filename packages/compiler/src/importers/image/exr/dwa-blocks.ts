// Channels that DWA codes with loss: blocks of 8×8 cosines, the mean of each block apart from the rest, one channel alone or red, green
// and blue as luminance and chroma.

import { fromHalf, toHalf } from '@assetc/formats';
import { DamagedChunk } from './damaged-chunk.js';
import { inverseCosine, MEAN_FACTOR } from './inverse-cosine.js';

/** Where in the row of coefficients each place of a block is, by falling weight. */
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
/** Words of coefficients that are none: zeros up to the end, and so many of them. */
const END_OF_BLOCK = 0xff00;
const RUN = 0xff;

/** Means and coefficients of all channels, taken one after the other. */
export class DwaCoefficients {
  #mean = 0;
  #other = 0;
  readonly #row = new Uint16Array(64);

  constructor(
    readonly means: Uint16Array,
    readonly others: Uint16Array,
  ) {}

  /** Where the means of the next channels begin. */
  takeMeans(count: number): number {
    const first = this.#mean;
    this.#mean += count;
    if (this.#mean > this.means.length) throw new DamagedChunk('it lacks means of blocks');
    return first;
  }

  /** Fills a block. False where it has but one value. */
  readBlock(mean: number, block: Float64Array): boolean {
    const row = this.#row.fill(0);
    row[0] = this.means[mean] ?? 0;
    let isFlat = true;
    for (let place = 1; place < 64; ) {
      if (this.#other >= this.others.length) throw new DamagedChunk('its coefficients end too early');
      const word = this.others[this.#other++] ?? 0;
      if (word === END_OF_BLOCK) break;
      if (word >> 8 === RUN) {
        place += word & 255;
        continue;
      }
      row[place++] = word;
      isFlat = false;
    }
    if (isFlat) block.fill(fromHalf(row[0] ?? 0) * MEAN_FACTOR);
    else for (let i = 0; i < 64; i++) block[i] = fromHalf(row[ZIGZAG[i] ?? 0] ?? 0);
    return !isFlat;
  }
}

/** Planes of halfs of one channel, or of red, green and blue. `table`: what each half stands for. */
export function decodeBlocks(
  coefficients: DwaCoefficients,
  count: 1 | 3,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  table: Uint16Array | undefined,
): readonly Uint16Array[] {
  const planes = Array.from({ length: count }, () => new Uint16Array(columns * rows));
  const blocks = planes.map(() => new Float64Array(64));
  const across = Math.ceil(columns / 8);
  const blockCount = across * Math.ceil(rows / 8);
  const first = coefficients.takeMeans(blockCount * count);
  for (let index = 0; index < blockCount; index++) {
    for (const [c, block] of blocks.entries())
      if (coefficients.readBlock(first + c * blockCount + index, block)) inverseCosine(block);
    const [red, green, blue] = blocks;
    if (red !== undefined && green !== undefined && blue !== undefined) toColors(red, green, blue);
    const place = { x: (index % across) * 8, y: Math.floor(index / across) * 8, columns, rows };
    for (const [c, plane] of planes.entries()) putBlock(blocks[c] ?? new Float64Array(64), plane, place, table);
  }
  return planes;
}

/** From luminance and two differences, by the weights of ITU-R BT.709. */
function toColors(red: Float64Array, green: Float64Array, blue: Float64Array): void {
  for (let i = 0; i < 64; i++) {
    const [y, cb, cr] = [red[i] ?? 0, green[i] ?? 0, blue[i] ?? 0];
    red[i] = y + 1.5747 * cr;
    green[i] = y - 0.1873 * cb - 0.4682 * cr;
    blue[i] = y + 1.8556 * cb;
  }
}

function putBlock(
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
