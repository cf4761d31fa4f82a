import { describe, expect, it } from 'vitest';
import {
  columns,
  cornerColumns,
  gatherRows,
  NORMAL,
  readCorners,
  rowLayout,
  rowsOf,
  TANGENT,
  UV,
} from './vertex-rows.js';

/** `count` rows in which word w of row r is 100 r + w, as a float. */
function numberedRows(layout: ReturnType<typeof rowLayout>, count: number) {
  const rows = rowsOf(layout, new Uint32Array(count * layout.words));
  for (let i = 0; i < rows.floats.length; i++) rows.floats[i] = 100 * Math.floor(i / layout.words) + (i % layout.words);
  return rows;
}

const PLAIN = rowLayout({ skin: false, color: false });

describe('a layout', () => {
  it('has twelve words if there is only position, normal, uv and tangent', () => {
    expect(PLAIN).toMatchObject({ words: 12, skin: -1, color: -1, moreUvs: [], moreColors: [], morph: -1 });
    expect([NORMAL, UV, TANGENT]).toEqual([3, 6, 8]);
  });

  it('appends everything else in order, without overlap', () => {
    expect(rowLayout({ skin: true, color: true, moreUvs: 2, moreColors: 1, morph: true })).toEqual({
      words: 12 + 6 + 4 + 2 * 2 + 4 + 1,
      isBare: false,
      skin: 12,
      color: 18,
      moreUvs: [22, 24],
      moreColors: [26],
      colorFormat: 'float16',
      morph: 30,
    });
    expect(rowLayout({ skin: false, color: true })).toMatchObject({ words: 16, skin: -1, color: 12 });
  });
});

describe('rows', () => {
  it('see their words as floats in the same memory, at any offset', () => {
    const memory = new Uint32Array(5 + 24);
    const rows = rowsOf(PLAIN, memory.subarray(5));
    expect(rows.count).toBe(2);
    rows.floats[13] = 1;
    expect(memory[5 + 13]).toBe(0x3f800000);
  });

  it('are gathered whole, in any order and more than once', () => {
    const layout = rowLayout({ skin: true, color: false });
    const gathered = gatherRows(numberedRows(layout, 3), Uint32Array.of(2, 0, 2));
    expect(gathered.count).toBe(3);
    expect(gathered.layout).toBe(layout);
    const firsts = [0, 1, 2].map((row) => gathered.floats[row * layout.words]);
    const lasts = [0, 1, 2].map((row) => gathered.floats[(row + 1) * layout.words - 1]);
    expect(firsts).toEqual([200, 0, 200]);
    expect(lasts).toEqual([217, 17, 217]);
  });

  it('are gathered by their bits: NaN patterns are kept', () => {
    const bits = new Uint32Array(12).fill(0xffc12345);
    expect(gatherRows(rowsOf(PLAIN, bits), Uint32Array.of(0)).bits).toEqual(bits);
  });

  it('give columns by vertex, and by corner of an index list', () => {
    const rows = numberedRows(PLAIN, 3);
    expect([...columns(rows, UV, 2)]).toEqual([6, 7, 106, 107, 206, 207]);
    expect([...cornerColumns(rows, Uint32Array.of(2, 1), NORMAL, 3)]).toEqual([203, 204, 205, 103, 104, 105]);
    const larger = new Float32Array(4).fill(-1);
    readCorners(rows, Uint32Array.of(1), TANGENT, 2, larger);
    expect([...larger]).toEqual([108, 109, -1, -1]);
  });
});
