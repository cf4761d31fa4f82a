import { DEFAULT_MATERIAL } from '@assetc/formats';
import { MeshPhysicalMaterial } from 'three';
import { afterEach, expect, it, vi } from 'vitest';
import { setThickness, thicknessOf } from './iridescence-thickness.js';
import { makeMaterial } from './make-material.js';

afterEach(() => vi.restoreAllMocks());

const shape = { kind: 'triangles', hasColors: false, hasTangents: false, isFlat: false } as const;

it('sets the thickness of a film without a warning of three', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const iridescence = { row: 0, factor: 1, ior: 1.3, thicknessMin: 120, thicknessMax: 480 };
  const material = makeMaterial(DEFAULT_MATERIAL, { textures: {}, iridescence }, shape);
  if (!(material instanceof MeshPhysicalMaterial)) throw new Error('not a physical material');
  setThickness(material, 1, 500);
  expect([thicknessOf(material, 0), thicknessOf(material, 1)]).toEqual([120, 500]);
  expect(warn).not.toHaveBeenCalled();
});

it('sets the pair of older versions of three', () => {
  const older = Object.create(null, {
    iridescenceThicknessRange: { value: [100, 400], writable: true, enumerable: true },
  });
  setThickness(older, 0, 7);
  expect([thicknessOf(older, 0), older.iridescenceThicknessRange]).toEqual([7, [7, 400]]);
});
