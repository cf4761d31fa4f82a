// The order of micro-triangles, and what the validator finds in damaged micromaps.

import { describe, expect, it } from 'vitest';
import { micromapMesh } from '../../testing/full-mesh.js';
import { encodeHmesh } from '../encode.js';
import { decodeHmesh } from '../read.js';
import { validateHmesh } from '../validate.js';
import { micromapState, microTriangles } from './micro-triangles.js';
import { micromapPlaces } from './read-micromaps.js';

/** The place of the micro-triangle that contains (u, v), by the bits of the formula in the appendix of VK_EXT_opacity_micromap. */
function placeOnCurve(u: number, v: number, level: number): number {
  const size = 1 << level;
  const [column, row] = [Math.floor(u * size), Math.floor(v * size)];
  const isUpsideDown = u * size - column + (v * size - row) >= 1 && column + row < size - 1;
  const third = ~(column + row) - (isUpsideDown ? 1 : 0);
  const even = ~(column ^ third) & (size - 1);
  const turn = (column ^ row) & even;
  let parity = turn;
  for (const shift of [1, 2, 4, 8]) parity ^= parity >> shift;
  const odd = ((parity ^ column) & ~even) | turn;
  let place = 0;
  for (let bit = 0; bit < level; bit++)
    place |= (((even >> bit) & 1) << (2 * bit)) | (((odd >> bit) & 1) << (2 * bit + 1));
  return place;
}

describe('the order of micro-triangles', () => {
  it.each([0, 1, 2, 3, 5, 6])('is that of Vulkan at level %i', (level) => {
    const corners = microTriangles(level);
    expect(corners.length).toBe(4 ** level * 6);
    for (let i = 0; i < 4 ** level; i++) {
      const center = (offset: number) =>
        [0, 2, 4].reduce((sum, corner) => sum + (corners[i * 6 + corner + offset] ?? 0), 0) / 3;
      expect(placeOnCurve(center(0), center(1), level)).toBe(i);
    }
  });
});

describe('micromaps', () => {
  const mesh = decodeHmesh(encodeHmesh(micromapMesh()));
  const { micromaps } = mesh;
  if (micromaps === undefined) throw new Error('the sample has micromaps');

  it('are counted by usage and geometry', () => {
    expect(micromaps.usages).toEqual([
      { count: 1, subdivisionLevel: 1, format: 2 },
      { count: 1, subdivisionLevel: 2, format: 2 },
    ]);
    expect([...micromaps.geometryCounts]).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('give the state of each micro-triangle', () => {
    expect([0, 1, 2, 3].map((micro) => micromapState(micromaps, 0, micro))).toEqual([
      'transparent',
      'opaque',
      'unknownTransparent',
      'unknownOpaque',
    ]);
    expect(micromapState(micromaps, -2, 15)).toBe('opaque');
  });

  const places = micromapPlaces(micromaps);
  const { offset } = chunkAt(encodeHmesh(micromapMesh()));
  it.each([
    ['a map that does not exist', places.indices, 2, 'OMAP.index[0]'],
    ['a special index below −4', places.lodIndices, -5, 'OMAP.lodIndex[0]'],
    ['a wrong count', places.geometryCounts, 1, 'OMAP.count[0][0]'],
    ['a gap between maps', places.maps + 8, 5, 'OMAP.map[1].dataOffset'],
    ['a level without a usage', places.maps + 4, 3 | (2 << 16), 'OMAP.map[0].subdivisionLevel'],
    ['a usage of the wrong format', places.usages + 8, 1, 'OMAP.usage[0].format'],
    ['a usage that counts too many', places.usages, 2, 'OMAP.usage[0].count'],
    ['three states', 0, 3, 'OMAP.states'],
    ['a level that no map has', 4, 3, 'OMAP.level'],
    ['fewer triangles than the mesh', 16, 1, 'OMAP.indexCount'],
  ])('are refused with %s', (_, at, value, field) => {
    const bytes = encodeHmesh(micromapMesh());
    new DataView(bytes.buffer).setInt32(offset + at, value, true);
    expect(validateHmesh(bytes).map((problem) => problem.field)).toContain(field);
  });
});

/** OMAP is the last chunk. */
function chunkAt(bytes: Uint8Array): { readonly offset: number } {
  const view = new DataView(bytes.buffer);
  return { offset: Number(view.getBigUint64(32 + (view.getUint32(8, true) - 1) * 24 + 8, true)) };
}
