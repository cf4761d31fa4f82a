import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packChunk, SKIN, VTXS } from './pack-rows.js';
import { NORMAL, rowLayout, rowsOf, TANGENT, type VertexRows } from './vertex-rows.js';
import { weldPacked } from './weld-packed.js';

const plain = rowLayout({ skin: false, color: false });
const skinned = rowLayout({ skin: true, color: false });

function rowsWith(layout: typeof plain, rows: readonly { readonly [word: number]: number }[]): VertexRows {
  const result = rowsOf(layout, new Uint32Array(rows.length * layout.words));
  for (const [i, row] of rows.entries()) {
    result.floats[i * layout.words + NORMAL + 2] = 1;
    for (const [word, value] of Object.entries(row)) result.floats[i * layout.words + Number(word)] = value;
  }
  return result;
}

describe('weldPacked', () => {
  it('joins vertices whose normals and tangents differ by less than a packed step, and keeps the first', () => {
    const rows = rowsWith(plain, [
      { 0: 1 },
      { 0: 1, [NORMAL]: 1e-6 },
      { 0: 1, [TANGENT]: 1, [TANGENT + 3]: 1 },
      { 0: 1, [TANGENT]: 1, [TANGENT + 1]: 1e-6, [TANGENT + 3]: 0.5 },
    ]);
    const welded = weldPacked({ rows, indices: Uint32Array.of(0, 1, 2, 3, 2, 1) });
    expect([...welded.indices]).toEqual([0, 0, 1, 1, 1, 0]);
    expect(welded.rows.count).toBe(2);
    expect(welded.rows.floats[NORMAL]).toBe(0);
    expect(welded.rows.floats[plain.words + TANGENT + 3]).toBe(1);
  });

  it.each([
    ['positions', { 0: 1.0000001 }],
    ['normals', { 0: 1, [NORMAL]: 0.01 }],
    ['handedness', { 0: 1, [TANGENT + 3]: -1 }],
    ['uvs', { 0: 1, 6: 1e-30 }],
  ])('keeps different %s separate', (_, other) => {
    const rows = rowsWith(plain, [{ 0: 1 }, other]);
    expect(weldPacked({ rows, indices: Uint32Array.of(0, 1, 0) }).rows.count).toBe(2);
  });

  it('keeps vertices separate that differ only in SKIN', () => {
    const rows = rowsWith(skinned, [
      { [skinned.skin + 2]: 1 },
      { [skinned.skin + 2]: 0.5, [skinned.skin + 3]: 0.5 },
      { [skinned.skin + 2]: 1 },
    ]);
    rows.bits[2 * skinned.words + skinned.skin] = 3;
    expect(weldPacked({ rows, indices: Uint32Array.of(0, 1, 2) }).rows.count).toBe(3);
  });

  it('leaves no two equal packed rows, and packs every corner as before', () => {
    const word = fc.constantFrom(0, 0.5, 0.500001, -0.25, 1);
    const row = fc.array(word, { minLength: skinned.words, maxLength: skinned.words });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (values) => {
        const rows = rowsOf(skinned, new Uint32Array(values.length * skinned.words));
        rows.floats.set(values.flat());
        const corners = [...values.keys(), 0, values.length - 1];
        const before = packedRows(rows);
        const welded = weldPacked({ rows, indices: Uint32Array.from(corners) });
        const after = packedRows(welded.rows);
        expect(new Set(after).size).toBe(after.length);
        expect([...welded.indices].map((i) => after[i])).toEqual(corners.map((i) => before[i]));
      }),
    );
  });
});

function packedRows(rows: VertexRows): string[] {
  const vertices = packChunk(VTXS, [rows]);
  const skins = packChunk(SKIN, [rows]);
  return Array.from({ length: rows.count }, (_, i) =>
    Buffer.concat([vertices.subarray(i * 28, i * 28 + 28), skins.subarray(i * 24, i * 24 + 24)]).toString('hex'),
  );
}
