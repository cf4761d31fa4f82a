// Compares an encoder with its readable twin, block by block.

import { expect } from 'vitest';

/** Encodes a square image into `out`, 16 bytes a block. */
type EncodeImage = (rgba: Uint8Array, size: number, out: Uint8Array) => void;
/** Encodes the sixteen texels of a block. */
type EncodeBlock = (texels: Uint8Array, out: Uint8Array) => void;

function blockOf(rgba: Uint8Array, width: number, column: number, row: number): Uint8Array {
  const texels = new Uint8Array(64);
  for (let y = 0; y < 4; y++) {
    const from = ((row * 4 + y) * width + column * 4) * 4;
    texels.set(rgba.subarray(from, from + 16), y * 16);
  }
  return texels;
}

export function expectTwinBlocks(
  rgba: Uint8Array,
  size: number,
  name: string,
  encodeImage: EncodeImage,
  encodeBlock: EncodeBlock,
): void {
  const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
  const columns = size / 4;
  const blocks = new Uint8Array(columns * columns * 16);
  encodeImage(rgba, size, blocks);
  const block = new Uint8Array(16);
  for (let i = 0; i < columns * columns; i++) {
    encodeBlock(blockOf(rgba, size, i % columns, Math.floor(i / columns)), block);
    expect(hex(blocks.subarray(i * 16, i * 16 + 16)), `${name}, block ${i}`).toBe(hex(block));
  }
}
