import { packColors, packSkinVertices, packVertices } from '@assetc/formats';
import { expect, it } from 'vitest';
import { CLR0, packAllChunks, packChunk, packedWords, SKIN, UVS1, VTXS } from './pack-rows.js';
import { columns, NORMAL, rowLayout, rowsOf, TANGENT, UV, type VertexRows } from './vertex-rows.js';

const layout = rowLayout({ skin: true, color: true, colorFormat: 'unorm8', moreUvs: 1, morph: true });

/** Rows of numbers in −1 … 1 with no equal columns. */
function sample(count: number, seed: number): VertexRows {
  const rows = rowsOf(layout, new Uint32Array(count * layout.words));
  for (let i = 0; i < rows.floats.length; i++) rows.floats[i] = ((i * 7919 + seed) % 201) / 100 - 1;
  for (let i = 0; i < count; i++) {
    const at = i * layout.words + layout.skin;
    rows.bits.set([i | ((i + 1) << 16), (i + 2) | ((i + 3) << 16)], at);
  }
  return rows;
}

const attributesOf = (rows: VertexRows) => ({
  positions: columns(rows, 0, 3),
  normals: columns(rows, NORMAL, 3),
  tangents: columns(rows, TANGENT, 4),
  uvs: columns(rows, UV, 2),
});

const jointsOf = (count: number): Uint16Array =>
  Uint16Array.from({ length: count * 4 }, (_, i) => Math.floor(i / 4) + (i % 4));

it('packs like the SDK, part after part', () => {
  const parts = [sample(5, 1), sample(3, 2)];
  const whole = rowsOf(layout, Uint32Array.from(parts.flatMap(({ bits }) => [...bits])));
  expect(packChunk(VTXS, parts)).toEqual(packVertices(attributesOf(whole)));
  const joints = Uint16Array.of(...jointsOf(5), ...jointsOf(3));
  expect(packChunk(SKIN, parts)).toEqual(packSkinVertices(joints, columns(whole, layout.skin + 2, 4)));
  expect(packChunk(CLR0, parts)).toEqual(packColors(columns(whole, layout.color, 4), 'unorm8').values);
  expect(new Float32Array(packChunk(UVS1, parts).buffer)).toEqual(columns(whole, layout.moreUvs[0] ?? 0, 2));
});

it('writes the rows of all chunks side by side', () => {
  const rows = sample(4, 3);
  const words = packedWords(layout);
  expect(words).toBe((28 + 24 + 4 + 8 + 4) / 4);
  const bits = new Uint32Array(rows.count * words);
  packAllChunks(rows, bits);
  const vertices = new Uint32Array(packChunk(VTXS, [rows]).buffer);
  const skins = new Uint32Array(packChunk(SKIN, [rows]).buffer);
  const colors = new Uint32Array(packChunk(CLR0, [rows]).buffer);
  const uvs = new Uint32Array(packChunk(UVS1, [rows]).buffer);
  for (let i = 0; i < rows.count; i++)
    expect([...bits.subarray(i * words, (i + 1) * words)]).toEqual([
      ...vertices.subarray(i * 7, i * 7 + 7),
      ...skins.subarray(i * 6, i * 6 + 6),
      colors[i],
      ...uvs.subarray(i * 2, i * 2 + 2),
      rows.bits[i * layout.words + layout.morph],
    ]);
});

it('includes SKIN in a vertex only if there is a skin', () => {
  expect(packedWords(rowLayout({ skin: false, color: false }))).toBe(7);
  for (const [format, words] of [
    ['unorm8', 1],
    ['unorm16', 2],
    ['float16', 2],
  ] as const)
    expect(packedWords(rowLayout({ skin: false, color: true, colorFormat: format }))).toBe(7 + words);
});
