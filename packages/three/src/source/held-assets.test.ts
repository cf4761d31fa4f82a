import { expect, it } from 'vitest';
import { HeldAssets } from './held-assets.js';

const texture = { name: 'brick' };

function lease(name: string, released: string[]) {
  return { value: texture, release: () => released.push(name) };
}

it('ends one lease per release, the latest first', () => {
  const released: string[] = [];
  const held = new HeldAssets();
  for (const name of ['first', 'second']) held.holdLease(lease(name, released), (value) => value);
  held.release(texture);
  expect([released, held.has(texture)]).toEqual([['second'], true]);
  held.release(texture);
  expect([released, held.has(texture)]).toEqual([['second', 'first'], false]);
  held.release(texture);
  expect(released).toEqual(['second', 'first']);
});

it('ends every lease at the end, including those of assets loaded twice', () => {
  const released: string[] = [];
  const held = new HeldAssets();
  for (const name of ['first', 'second']) held.holdLease(lease(name, released), (value) => value);
  held.hold([], () => released.push('list'));
  held.releaseAll();
  expect(released).toEqual(['second', 'first', 'list']);
});
