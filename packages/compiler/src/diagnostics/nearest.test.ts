import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', '', 3],
    ['quailty', 'quality', 1],
    ['compres', 'compress', 1],
    ['kitten', 'sitting', 3],
  ])('%j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('nearest', () => {
  it('finds the key that was meant, whatever its case', () => {
    expect(nearest('qualty', ['quality', 'compress'])).toBe('quality');
    expect(nearest('MAXSIZE', ['maxSize', 'mips'])).toBe('maxSize');
    expect(nearest('texures', ['texture', 'mesh'])).toBe('texture');
  });

  it('proposes nothing where nothing is close', () => {
    expect(nearest('banana', ['quality', 'compress'])).toBeUndefined();
    expect(nearest('x'.repeat(5000), ['quality'])).toBeUndefined();
    expect(nearest('a', [])).toBeUndefined();
  });
});
