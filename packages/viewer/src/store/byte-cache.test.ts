import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.js';

it('drops the least recently used bytes beyond the budget', () => {
  const cache = new ByteCache(100);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, new Uint8Array(25));
  cache.get('a');
  cache.set('e', new Uint8Array(20));
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  expect(cache.sizeBytes).toBe(95);
});

it('does not keep very large files, and counts replacements', () => {
  const cache = new ByteCache(100);
  cache.set('large', new Uint8Array(26));
  cache.set('a', new Uint8Array(20));
  cache.set('a', new Uint8Array(10));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.sizeBytes).toBe(10);
});
