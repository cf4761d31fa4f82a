import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.js';

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 10 }],
    ['bytes=90-', { start: 90, end: 100 }],
    ['bytes=-10', { start: 90, end: 100 }],
    ['bytes=-1000', { start: 0, end: 100 }],
    ['bytes=99-500', { start: 99, end: 100 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1, 4-5', 'whole'],
    ['bytes=9-3', 'whole'],
    ['bytes=-', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s of 100 bytes is %j', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it('of an empty file is never satisfiable', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange(undefined, 0)).toBe('whole');
  });
});
