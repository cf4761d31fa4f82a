import { blockFormat, decodeKtx2, encodeKtx2 } from '@assetc/formats';
import { expect, it } from 'vitest';
import { blockMap, markSolid, modeColor, SOLID } from './block-map.js';
import { textureFacts } from './facts.js';
import { blocksOf, decodeRows } from './worker/decode-rows.js';

/** Mode 6 with both endpoints 0 except for the low bits. If these differ, weights matter. */
function mode6(secondLow: 0 | 1, weights: number): number[] {
  const block = new Array<number>(16).fill(0);
  block[0] = 0b100_0000;
  // Low bits of the endpoints are bits 63 and 64.
  block[8] = secondLow;
  for (let i = 9; i < 16; i++) block[i] = weights;
  return block;
}

const IMAGE = { level: 0, layer: 0, face: 0, slice: 0 };

it('gives each block the color of its mode, marks solid blocks and counts shares', () => {
  const invalid = new Array<number>(16).fill(0);
  const bytes = Uint8Array.from([...mode6(1, 0xf0), ...mode6(0, 0xf0), ...mode6(1, 0xf0), ...invalid]);
  const ktx = decodeKtx2(
    encodeKtx2({ format: blockFormat('bc7', 'srgb'), pixelWidth: 6, pixelHeight: 7, levels: [{ bytes }] }),
  );
  const image = blocksOf(ktx, textureFacts(ktx), bytes, IMAGE);
  const solid = new Uint8Array(4);
  for (const top of [0, 4]) markSolid(decodeRows(image, top, 4), top, 2, solid);
  const map = blockMap(image, solid);
  expect(map).toMatchObject({ columns: 2, rows: 2 });
  expect([...(map?.modes ?? [])]).toEqual([6, SOLID, 6, -1]);
  expect(map?.legend.map(({ mode, count }) => [mode, count])).toEqual([
    [6, 2],
    [-1, 1],
    [SOLID, 1],
  ]);
  expect([...(map?.colors.subarray(0, 4) ?? [])]).toEqual([...modeColor(6), 255]);
  expect([...(map?.colors.subarray(12, 16) ?? [])]).toEqual([255, 0, 255, 255]);
});

it('divides ASTC by its block size, and names partitions', () => {
  const code = Uint8Array.of(0x53, 0x04);
  const pair = new Uint8Array(16);
  pair.set(code);
  const solidBlock = new Uint8Array(16).fill(255);
  solidBlock.set([0xfc, 0xfd]);
  const bytes = Uint8Array.from([...pair, ...solidBlock, ...new Uint8Array(16), ...solidBlock]);
  const ktx = decodeKtx2(
    encodeKtx2({ format: blockFormat('astc-6x6', 'srgb'), pixelWidth: 8, pixelHeight: 7, levels: [{ bytes }] }),
  );
  const image = blocksOf(ktx, textureFacts(ktx), bytes, IMAGE);
  const solid = new Uint8Array(4);
  for (const top of [0, 6]) markSolid(decodeRows(image, top, 6), top, 2, solid, image);
  expect([...solid]).toEqual([1, 1, 1, 1]);
  const map = blockMap(image, new Uint8Array(4));
  expect(map).toMatchObject({ columns: 2, rows: 2, blockWidth: 6, blockHeight: 6 });
  expect([...(map?.modes ?? [])]).toEqual([expect.any(Number), SOLID, -1, SOLID]);
  expect(map?.modes[0]).toBeGreaterThan(0);
});

it('has a distinct color for every mode', () => {
  const all = Array.from({ length: 19 }, (_, mode) => modeColor(mode).join());
  expect(new Set(all).size).toBe(19);
});
