// Decodes B44 and B44A: halfs in 4×4 blocks, each the first value and fifteen six-bit differences; a block with a single value may take
// three bytes. Other sample types are stored uncompressed.

import { DamagedChunk } from './damaged-chunk.js';
import { eightLogTable } from './eight-log-table.js';
import type { ChunkChannel, ChunkLayout } from './exr-layout.js';
import { interleaveLines } from './exr-planes.js';

const FLAT_BYTES = 3;
const BLOCK_BYTES = 14;
/** Larger shifts are invalid: such a block is flat. */
const FLAT_SHIFT = 13;

export function decodeB44(data: Uint8Array, layout: ChunkLayout): Uint8Array {
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
      if (isFlat) block.fill(halfFromOrdered(((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)));
      else readBlock(data, at, block);
      if (table !== undefined) for (let i = 0; i < 16; i++) block[i] = table[block[i] ?? 0] ?? 0;
      at += isFlat ? FLAT_BYTES : BLOCK_BYTES;
      const [width, height] = [Math.min(4, columns - x), Math.min(4, rows - y)];
      for (let j = 0; j < height; j++)
        for (let i = 0; i < width; i++) plane[(y + j) * columns + x + i] = block[j * 4 + i] ?? 0;
    }
  return at;
}

/** After the first value, four groups of four six-bit numbers: the shift and the differences down the first column, then along the rows. */
function readBlock(data: Uint8Array, at: number, block: Uint16Array): void {
  let sixBits = read24Bits(data, at + 2);
  const shift = sixBits >> 18;
  const bias = 0x20 << shift;
  let value = ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
  block[0] = value;
  for (let row = 1; row < 4; row++) {
    value += (((sixBits >> (18 - row * 6)) & 63) << shift) - bias;
    block[row * 4] = value;
  }
  for (let column = 1; column < 4; column++) {
    sixBits = read24Bits(data, at + 2 + column * 3);
    for (let row = 0; row < 4; row++)
      block[row * 4 + column] =
        (block[row * 4 + column - 1] ?? 0) + (((sixBits >> (18 - row * 6)) & 63) << shift) - bias;
  }
  for (let i = 0; i < 16; i++) block[i] = halfFromOrdered(block[i] ?? 0);
}

const read24Bits = (data: Uint8Array, at: number): number =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** Maps numbers that are ordered like the values they represent to half bits. */
const halfFromOrdered = (value: number): number => ((value & 0x8000) !== 0 ? value & 0x7fff : ~value & 0xffff);
