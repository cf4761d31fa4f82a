import { describe, expect, it } from 'vitest';
import { hashOf, parseRoute } from './route.js';

describe('addresses', () => {
  it.each(['models/chair.hmesh', 'a b/ü?#&%.ktx2', '<img src=x>.json', ''])('round-trip %s', (path) => {
    const { path: read, params } = parseRoute(hashOf(path, new URLSearchParams({ tab: 'why' })));
    expect(read).toBe(path);
    expect(params.get('tab')).toBe('why');
  });

  it('may contain unescaped or broken characters', () => {
    expect(parseRoute('#/models/chair one.hmesh').path).toBe('models/chair one.hmesh');
    expect(parseRoute('#/100%/x').path).toBe('100%/x');
    expect(parseRoute('').path).toBe('');
  });
});
