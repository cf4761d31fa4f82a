// B44 and B44A: halfs in blocks of 4×4, each the first value and fifteen differences of six bits; a block of one value may be three
// bytes. What is no half is stored as it is.

import { DamagedChunk } from './damaged-chunk.js';
import { eightLogTable } from './eight-log-table.js';
import type { ChunkChannel, ChunkLayout } from './exr-layout.js';
import { interleaveLines } from './exr-planes.js';

const FLAT_BYTES = 3;
const BLOCK_BYTES = 14;
/** Shifts from here on cannot be: such a block is flat. */
const FLAT_SHIFT = 13;

export function unb44(data: Uint8Array, layout: ChunkLayout): Uint8Array {
  let at = 0;
  const planes = layout.channels.map((channel) => {
    const samples = channel.columns * channel.rows;
    if (channel.type === 'half') {
      const plane = new Uint16Array(samples);
      at = readBlocks(data, at, channel, plane);
      return new Uint8Array(plane.buffer);
    }
    const end = at + samples * channel.sampleBytes;
    if (end > data.length) throw new DamagedChunk('its samples end too early');
    const plane = data.subarray(at, end);
    at = end;
    return plane;
  });
  return interleaveLines(planes, layout);
}

function readBlocks(data: Uint8Array, start: number, channel: ChunkChannel, plane: Uint16Array): number {
  const { columns, rows } = channel;
  const table = channel.isPerceptual ? eightLogTable() : undefined;
  const block = new Uint16Array(16);
  let at = start;
  for (let y = 0; y < rows; y += 4)
    for (let x = 0; x < columns; x += 4) {
      if (at + FLAT_BYTES > data.length) throw new DamagedChunk('its blocks end too early');
      const isFlat = (data[at + 2] ?? 0) >> 2 >= FLAT_SHIFT;
      if (!isFlat && at + BLOCK_BYTES > data.length) throw new DamagedChunk('its blocks end too early');
      if (isFlat) block.fill(halfOfOrder(((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)));
      else readBlock(data, at, block);
      if (table !== undefined) for (let i = 0; i < 16; i++) block[i] = table[block[i] ?? 0] ?? 0;
      at += isFlat ? FLAT_BYTES : BLOCK_BYTES;
      const [width, height] = [Math.min(4, columns - x), Math.min(4, rows - y)];
      for (let j = 0; j < height; j++)
        for (let i = 0; i < width; i++) plane[(y + j) * columns + x + i] = block[j * 4 + i] ?? 0;
    }
  return at;
}

/** Behind the first value, four times four numbers of six bits: the shift and the differences down the first column, then those along rows. */
function readBlock(data: Uint8Array, at: number, block: Uint16Array): void {
  let four = fourSixes(data, at + 2);
  const shift = four >> 18;
  const bias = 0x20 << shift;
  let value = ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
  block[0] = value;
  for (let row = 1; row < 4; row++) {
    value += (((four >> (18 - row * 6)) & 63) << shift) - bias;
    block[row * 4] = value;
  }
  for (let column = 1; column < 4; column++) {
    four = fourSixes(data, at + 2 + column * 3);
    for (let row = 0; row < 4; row++)
      block[row * 4 + column] = (block[row * 4 + column - 1] ?? 0) + (((four >> (18 - row * 6)) & 63) << shift) - bias;
  }
  for (let i = 0; i < 16; i++) block[i] = halfOfOrder(block[i] ?? 0);
}

const fourSixes = (data: Uint8Array, at: number): number =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** Numbers in the order of the values that they stand for → bits of halfs. */
const halfOfOrder = (value: number): number => ((value & 0x8000) !== 0 ? value & 0x7fff : ~value & 0xffff);
