import { expect, it } from 'vitest';
import { fittingThreads, fittingWrites, parseLimits } from './descriptor-limit.js';

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max core file size        0                    unlimited            bytes
Max open files            64                   4096                 files
Max locked memory         8388608              8388608              bytes
`;

it('reads the soft limit of open files', () => {
  expect(parseLimits(LIMITS)).toBe(64);
  expect(parseLimits(LIMITS.replace('64  ', 'unlimited'))).toBe(Number.POSITIVE_INFINITY);
  expect(parseLimits('')).toBe(Number.POSITIVE_INFINITY);
});

it.each([
  [1024, 16, 8],
  [128, 7, 8],
  [64, 2, 8],
  [48, 1, 2],
  [40, 1, 1],
  [1, 1, 1],
  [Number.POSITIVE_INFINITY, 16, 8],
])('of %i descriptors there are %i of 16 threads and %i of 8 writes', (limit, threads, writes) => {
  expect([fittingThreads(16, limit), fittingWrites(8, limit)]).toEqual([threads, writes]);
});
