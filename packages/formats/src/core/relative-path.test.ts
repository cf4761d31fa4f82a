import { describe, expect, it } from 'vitest';
import { pathProblem, relativePathProblem } from './relative-path.js';

describe('pathProblem', () => {
  it.each([
    'a',
    'a/b.png',
    'a b/c.d.e',
    '..a/b..',
    '.hidden/x',
    'a/...',
    'xy:z',
    '9:z',
    '~',
    '~/a',
    '__proto__',
    'a.assetc-cache',
    'assetc-x',
    'ä/日本.ktx2',
  ])('accepts %j', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });

  it.each([
    ['', 'a path that is not empty'],
    ['/a', 'relative'],
    ['//host/a', 'relative'],
    ['C:/a', 'free of a drive letter'],
    ['c:a', 'free of a drive letter'],
    ['a\\b', 'separated by forward slashes'],
    ['..\\a', 'separated by forward slashes'],
    ['a\0b', 'free of NUL'],
    ['..', 'free of ".."'],
    ['../a', 'free of ".."'],
    ['a/../b', 'free of ".."'],
    ['a/..', 'free of ".."'],
    ['./a', 'free of "."'],
    ['a/.', 'free of "."'],
    ['a//b', 'free of empty parts'],
    ['a/', 'free of empty parts'],
    ['.assetc-cache', 'free of names that begin with ".assetc-"'],
    ['a/.assetc-tmp-1/b', 'free of names that begin with ".assetc-"'],
    ['a/.ASSETC-Lock', 'free of names that begin with ".assetc-"'],
    ['.a\u017f\u017fetc-cache', 'free of names that begin with ".assetc-"'],
    ['.ass\u200cetc-cache', 'free of names that begin with ".assetc-"'],
  ])('refuses %j', (path, wanted) => {
    expect(pathProblem(path)).toBe(wanted);
  });

  it('leaves reserved names to those who write: a path of the input may have any', () => {
    expect(relativePathProblem('a/.assetc-cache')).toBeUndefined();
    expect(relativePathProblem('a/../b')).toBe('free of ".."');
  });
});
