import type { PackEntry } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { BaseFinder } from './find-base.js';

const entry = (path: string, size: number): PackEntry => ({ path, size, kind: 'other', offset: 0 });

describe('BaseFinder', () => {
  const gone = [
    entry('a/oak.ktx2', 900),
    entry('b/oak.ktx2', 100),
    entry('a/elm.ktx2', 500),
    entry('a/elm.hmesh', 510),
    entry('a/ash.ktx2', 480),
  ];
  const found = (path: string, size: number) => new BaseFinder(gone).find(entry(path, size))?.path;

  it('prefers the same name, however large', () => {
    expect(found('new/elm.ktx2', 5000)).toBe('a/elm.ktx2');
    expect(found('new/oak.ktx2', 600)).toBe('a/oak.ktx2');
    expect(found('new/oak.ktx2', 400)).toBe('b/oak.ktx2');
  });

  it('takes the nearest size of the same type otherwise', () => {
    expect(found('new/fir.ktx2', 491)).toBe('a/elm.ktx2');
    expect(found('new/fir.ktx2', 489)).toBe('a/ash.ktx2');
    expect(found('new/fir.ktx2', 1)).toBe('b/oak.ktx2');
    expect(found('new/fir.ktx2', 9999)).toBe('a/oak.ktx2');
    expect(found('new/fir.hmesh', 1)).toBe('a/elm.hmesh');
  });

  it('finds nothing of another type', () => {
    expect(found('new/fir.json', 500)).toBeUndefined();
    expect(new BaseFinder([]).find(entry('a', 1))).toBeUndefined();
  });
});
