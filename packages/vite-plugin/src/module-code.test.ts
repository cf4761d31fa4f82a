import { describe, expect, it } from 'vitest';
import { filesModule, moduleIdOf, nameOfModule, packModule } from './module-code.js';

describe('ids of modules', () => {
  it.each(['', 'models/chair', 'two words #1?%20~7e~.json', 'style.css', 'snö/🦊', "it's", 'a\\b'])(
    'of "%s" survive what URLs do to them',
    (name) => {
      const id = moduleIdOf(name);
      expect(nameOfModule(id)).toBe(name);
      expect(id).toMatch(/^\0assetc:[\w./~-]*\.js$/);
      expect(decodeURI(id)).toBe(id);
    },
  );

  it('are distinguished from others', () => {
    expect(nameOfModule('/src/main.js')).toBeUndefined();
    expect(nameOfModule('\0other:models.js')).toBeUndefined();
  });
});

describe('modules', () => {
  it('support addresses as text and as code', () => {
    const code = filesModule([
      ['a"b', { url: '/a"b' }],
      ['c', { code: 'import.meta.ROLLUP_FILE_URL_x' }],
    ]);
    expect(code).toContain('["a\\"b", "/a\\"b"],');
    expect(code).toContain('["c", import.meta.ROLLUP_FILE_URL_x],');
    expect(packModule({ url: '/p' }, [{ path: 'a', offset: 16, size: 3 }])).toContain(
      'packedFiles("/p", [\n  ["a", 16, 3],',
    );
  });
});
