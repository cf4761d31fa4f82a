// Modes as the formats' own specifications write them at the head of a block.

import { expect, it } from 'vitest';
import { blockModes } from './block-modes.js';

const block = (first: number): number[] => [first, ...new Array<number>(15).fill(0xaa)];

it('counts the zeros before the first one of a BC7 block', () => {
  const blocks = [0b1, 0b10, 0b100, 0b1000, 0b1_0000, 0b1110_0000, 0b1100_0000, 0b1000_0000, 0];
  expect([...blockModes('bc7', Uint8Array.from(blocks.flatMap(block)))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, -1]);
});

it('knows the codes of UASTC before any other bits, and invalid ones', () => {
  const codes = [0b0001, 0b110101, 0b11101, 0b00011, 0b10011, 0b01011, 0b11011, 0b00111, 0b10111, 0b01111];
  const more = [0b010, 0b00, 0b110, 0b11111, 0b01101, 0b0000101, 0b010101, 0b100101, 0b1001];
  const blocks = [...codes, ...more];
  expect([...blockModes('uastc', Uint8Array.from(blocks.flatMap(block)))]).toEqual(blocks.map((_, mode) => mode));
  expect([...blockModes('uastc', Uint8Array.from(block(0b1000101)))]).toEqual([-1]);
});

it('counts pairs and planes of ASTC, and knows blocks that do not fit the size', () => {
  const solid = new Array<number>(16).fill(255);
  solid.splice(0, 2, 0xfc, 0xfd);
  // A grid of 4 × 4 weights of two bits in one plane, and in two.
  const one = [0x42, 0x00, ...new Array<number>(14).fill(0)];
  const two = [0x42, 0x04, ...new Array<number>(14).fill(0)];
  const wide = [0x51, 0x01, ...new Array<number>(14).fill(0)];
  expect([...blockModes('astc-6x6', Uint8Array.from([...solid, ...one, ...two, ...wide]))]).toEqual([0, 1, 5, 1]);
  expect([...blockModes('astc-4x4', Uint8Array.from([...solid, ...one, ...two, ...wide]))]).toEqual([0, 1, 5, -1]);
});
