import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../config/resolve-config.js';
import { posixPath } from '../testing/posix-paths.js';
import { starterConfig } from './starter-config.js';

const load = (text: string) =>
  resolveConfig({ cwd: '/p', cacheDir: '/c' }, async (path) =>
    posixPath(path) === '/p/assetc.yml' ? new TextEncoder().encode(text) : undefined,
  );

describe('starterConfig', () => {
  it('points editors at the schema in its first line', () => {
    expect(starterConfig('./s.json').split('\n')[0]).toBe('# yaml-language-server: $schema=./s.json');
  });

  it('is a valid configuration', async () => {
    expect((await load(starterConfig('./s.json'))).diagnostics).toEqual([]);
  });

  it('is valid with all its examples uncommented', async () => {
    const lines = starterConfig('./s.json').split('\n').slice(7);
    const uncommented = lines.map((line) => line.replace(/^( *)# ( *[\w-]+:.*| *- match.*)$/, '$1$2'));
    const { diagnostics, presets } = await load(uncommented.join('\n'));
    expect(diagnostics).toEqual([]);
    expect(presets.map(({ name }) => name)).toEqual(['desktop', 'mobile']);
  });
});
