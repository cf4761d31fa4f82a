import { Material } from 'three';
import { expect, it } from 'vitest';
import { MAX_UNUSED, MaterialPool } from './material-pool.js';

const counted = () => {
  const disposed: Material[] = [];
  const make = (): Material => {
    const material = new Material();
    material.addEventListener('dispose', () => disposed.push(material));
    return material;
  };
  return { disposed, make };
};

it('reuses a material only for the same kind', () => {
  const { make, disposed } = counted();
  const pool = new MaterialPool();
  const first = pool.take('a', make);
  pool.release(first);
  expect(pool.take('b', make)).not.toBe(first);
  expect(pool.take('a', make)).toBe(first);
  expect(pool.take('a', make)).not.toBe(first);
  expect(disposed).toEqual([]);
});

it('keeps a few of a kind and frees the rest', () => {
  const { make, disposed } = counted();
  const pool = new MaterialPool();
  const taken = Array.from({ length: MAX_UNUSED + 2 }, () => pool.take('a', make));
  for (const material of taken) pool.release(material);
  expect(disposed).toEqual(taken.slice(MAX_UNUSED));
});
