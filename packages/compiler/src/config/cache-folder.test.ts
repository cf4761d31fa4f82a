import { describe, expect, it } from 'vitest';
import { userCacheFolder } from './cache-folder.js';

describe('userCacheFolder', () => {
  it('follows XDG_CACHE_HOME on every platform', () => {
    expect(userCacheFolder({ platform: 'linux', home: '/home/a', env: { XDG_CACHE_HOME: '/x' } })).toBe('/x/assetc');
    expect(userCacheFolder({ platform: 'darwin', home: '/Users/a', env: { XDG_CACHE_HOME: '/x' } })).toBe('/x/assetc');
  });

  it('ignores a relative or empty XDG_CACHE_HOME', () => {
    for (const XDG_CACHE_HOME of ['', 'x/y'])
      expect(userCacheFolder({ platform: 'linux', home: '/home/a', env: { XDG_CACHE_HOME } })).toBe(
        '/home/a/.cache/assetc',
      );
  });

  it("falls back to the platform's own place", () => {
    expect(userCacheFolder({ platform: 'darwin', home: '/Users/a', env: {} })).toBe('/Users/a/Library/Caches/assetc');
    expect(userCacheFolder({ platform: 'win32', home: 'C:\\Users\\a', env: {} })).toBe(
      'C:\\Users\\a\\AppData\\Local\\assetc\\Cache',
    );
    expect(userCacheFolder({ platform: 'win32', home: 'C:\\Users\\a', env: { LOCALAPPDATA: 'D:\\L' } })).toBe(
      'D:\\L\\assetc\\Cache',
    );
  });
});
