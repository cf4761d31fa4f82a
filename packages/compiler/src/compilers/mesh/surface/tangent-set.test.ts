import { expect, it } from 'vitest';
import { DEFAULT_FACTORS, type MaterialModel } from '../../../model/scene/material.js';
import { triangle } from '../testing/models.js';
import { tangentSets } from './tangent-set.js';

const onSecond: MaterialModel = { ...DEFAULT_FACTORS, name: '', textures: { normal: { image: 0, uvSet: 1 } } };
const uvs = new Float32Array(6);

it('is the set of the normal map if the primitive has it and the output stores it, else the first', () => {
  const both = triangle({ uvs, moreUvs: [uvs], material: 0 });
  expect(tangentSets([onSecond], 1)(both)).toBe(1);
  expect(tangentSets([onSecond], 0)(both)).toBe(0);
  expect(tangentSets([onSecond], 1)(triangle({ uvs, material: 0 }))).toBe(0);
  expect(tangentSets([onSecond], 1)({ ...both, material: undefined })).toBe(0);
});

it('is undefined without usable coordinates', () => {
  expect(tangentSets([onSecond], 1)(triangle({ material: 0 }))).toBe(undefined);
  const second = triangle({ moreUvs: [uvs], material: 0 });
  expect(tangentSets([onSecond], 1)(second)).toBe(1);
  expect(tangentSets([onSecond], 0)(second)).toBe(undefined);
  expect(tangentSets([{ ...onSecond, textures: { normal: { image: 0 } } }], 1)(second)).toBe(undefined);
});
