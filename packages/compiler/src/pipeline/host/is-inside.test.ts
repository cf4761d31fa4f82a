import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAtOrInside, isInside } from './is-inside.js';

describe('isInside', () => {
  it('asks for a whole name, not for a beginning', () => {
    expect(isInside('a/b', 'a')).toBe(true);
    expect(isInside('ab/c', 'a')).toBe(false);
    expect(isInside('a', 'a')).toBe(false);
  });
});

describe('isAtOrInside', () => {
  const folder = resolve('x');

  it('takes the folder itself and what is below', () => {
    expect(isAtOrInside(folder, folder)).toBe(true);
    expect(isAtOrInside(join(folder, 'y', 'z'), folder)).toBe(true);
    expect(isAtOrInside(`${folder}y`, folder)).toBe(false);
  });

  it('takes everything below the root, whose name ends with the separator', () => {
    expect(isAtOrInside(folder, resolve(sep))).toBe(true);
  });
});
