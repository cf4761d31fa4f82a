// The numbers are a promise to files that are written already, and every field that a material can have is among them.

import { expect, it } from 'vitest';
import type { Layout } from '../core/struct.js';
import { HmatRow } from '../hmat/layout.js';
import { MATERIAL_TEXTURE_SLOTS } from './layout.js';
import { MATERIAL_PROPERTIES } from './material-properties.js';
import { EXTENSION_CHUNKS, MATERIAL_EXTENSIONS } from './model.js';

it('keeps its numbers', () => {
  const number = (name: string) => MATERIAL_PROPERTIES.find((property) => property.name === name)?.number;
  expect(number('baseColorFactor')).toBe(0);
  expect(number('alphaCutoff')).toBe(6);
  expect(number('anisotropy.strength')).toBe(7);
  expect(number('clearcoat.factor')).toBe(9);
  expect(number('ior.ior')).toBe(15);
  expect(number('sheen.color')).toBe(21);
  expect(number('volume.attenuationColor')).toBe(27);
  expect(number('textures.baseColor.offset')).toBe(64);
  expect(number('textures.normal.rotation')).toBe(72);
  expect(number('textures.thickness.rotation')).toBe(120);
  expect(new Set(MATERIAL_PROPERTIES.map((property) => property.number)).size).toBe(28 + 19 * 3);
});

it('has every float of .hmat and of the extensions, with as many components as there', () => {
  const floats = ({ fields }: Layout, prefix: string) =>
    fields
      .filter(({ field }) => field.type.c === 'float')
      .map(({ name, field }) => [`${prefix}${name}`, field.type.count] as const);
  const wanted = [
    ...floats(HmatRow, ''),
    ...MATERIAL_EXTENSIONS.flatMap((name) => floats(EXTENSION_CHUNKS[name].layout, `${name}.`)),
    ...MATERIAL_TEXTURE_SLOTS.flatMap((slot) => [
      [`textures.${slot}.offset`, 2] as const,
      [`textures.${slot}.scale`, 2] as const,
      [`textures.${slot}.rotation`, 1] as const,
    ]),
  ];
  expect(MATERIAL_PROPERTIES.map(({ name, components }) => [name, components])).toEqual(wanted);
});
