import { expect, it } from 'vitest';
import { packVertices } from '../hmesh/pack-vertices.js';
import { narrowVertices, widenVertices } from './change-version.js';

const attributes = {
  positions: Float32Array.of(1, 2, 3, -4, 5, -6),
  normals: Float32Array.of(0, 0, 1, 0.6, 0, -0.8),
  tangents: Float32Array.of(1, 0, 0, 1, 0, 1, 0, -1),
  uvs: Float32Array.of(0.25, 0.5, -1, 2),
};

it('gives what packing for the other version gives', () => {
  expect(widenVertices(packVertices(attributes, 2))).toEqual(packVertices(attributes, 1));
  expect(narrowVertices(packVertices(attributes, 1))).toEqual(packVertices(attributes, 2));
});

it('accepts unaligned views', () => {
  const shifted = new Uint8Array(2 * 36 + 1);
  shifted.set(packVertices(attributes, 1), 1);
  expect(narrowVertices(shifted.subarray(1))).toEqual(packVertices(attributes, 2));
});

it("takes Node's Buffers, whose slices are no copies", () => {
  const pool = Buffer.alloc(2 * 36 + 3, 255);
  pool.set(packVertices(attributes, 1), 2);
  expect(narrowVertices(pool.subarray(2, 2 + 2 * 36))).toEqual(packVertices(attributes, 2));
});

it('refuses half a vertex', () => {
  expect(() => widenVertices(new Uint8Array(30))).toThrow('cut off');
});
