import { describe, expect, it } from 'vitest';
import { clashingPaths, entryProblem, foldedPath } from './pack-entry-names.js';

describe('entryProblem', () => {
  it.each([
    ['../a', 'the path must be free of ".."'],
    ['a/.assetc-x', 'the path must be free of names that begin with ".assetc-"'],
    ['a/NUL.txt', '"NUL.txt" is a device on Windows'],
    ['a/b:c', '"b:c" is a stream of another file on Windows'],
    ['a./b', '"a." ends in a dot or a space, which Windows removes'],
    ['ASSETC~1', '"ASSETC~1" may be one of the build\'s own files on Windows'],
  ])('of %j: %s', (path, problem) => expect(entryProblem(path)).toBe(problem));

  it.each(['a', 'a/b.c', 'nulls', 'a.nul', 'lpt/x', 'assetc-1', 'a b', ' a', 'n'.repeat(255)])('none of %j', (path) =>
    expect(entryProblem(path)).toBeUndefined(),
  );
});

describe('foldedPath', () => {
  it('takes for one what any disk does', () => {
    for (const [a = '', b = ''] of [
      ['A/b', 'a/B'],
      ['\u00e9', 'E\u0301'],
      ['\u03c3', '\u03c2'],
      ['K', '\u212a'],
    ])
      expect(foldedPath(a)).toBe(foldedPath(b));
  });

  it('keeps others apart', () => {
    expect(new Set(['a', 'b', 'a/b', 'ab', 'a.b', 'e', '\u00e9'].map(foldedPath)).size).toBe(7);
  });
});

it('clashingPaths names the later of two, and paths below a file', () => {
  expect([...clashingPaths(['A', 'a', 'b', 'B/c/d', 'e'])]).toEqual([
    ['a', 'A'],
    ['B/c/d', 'b'],
  ]);
});
