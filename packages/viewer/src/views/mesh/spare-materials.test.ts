import { Material } from 'three';
import { expect, it } from 'vitest';
import { MOST_SPARE, SpareMaterials } from './spare-materials.js';

const counted = () => {
  const disposed: Material[] = [];
  const make = (): Material => {
    const material = new Material();
    material.addEventListener('dispose', () => disposed.push(material));
    return material;
  };
  return { disposed, make };
};

it('gives a material of the same kind again, and none of another', () => {
  const { make, disposed } = counted();
  const spare = new SpareMaterials();
  const first = spare.take('a', make);
  spare.give(first);
  expect(spare.take('b', make)).not.toBe(first);
  expect(spare.take('a', make)).toBe(first);
  expect(spare.take('a', make)).not.toBe(first);
  expect(disposed).toEqual([]);
});

it('keeps a few of a kind and frees the rest', () => {
  const { make, disposed } = counted();
  const spare = new SpareMaterials();
  const taken = Array.from({ length: MOST_SPARE + 2 }, () => spare.take('a', make));
  for (const material of taken) spare.give(material);
  expect(disposed).toEqual(taken.slice(MOST_SPARE));
});
