import { describe, expect, it } from 'vitest';
import { readYaml } from '../diagnostics/yaml-tree.js';
import { parseConfig } from './parse/parse-config.js';
import { complaintsOf, parse } from './testing/complaints-of.js';
import { testGroups } from './testing/groups.js';

const onWindows = (text: string) =>
  parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', testGroups, false, 'win32');

describe('paths as Windows writes them', () => {
  it('may have backslashes everywhere', () => {
    const file = parse(String.raw`
input: art\assets
output: ..\runtime
plugins: ['.\tools\levels.ts']
embed: ['scenes\*.json']
exclude: ['wip\*']
budget: { 'textures\*': 1000 }
cache: { dir: .\cache }
warnings: { ignore: [{ code: image/color-profile, match: 'vendor\*' }] }
default: { rules: [{ match: 'ui\*', texture: { compress: false } }] }
presets: { mobile: { output: runtime\mobile } }
`);
    expect(file).toMatchObject({
      diagnostics: [],
      input: 'art/assets',
      output: '../runtime',
      plugins: [{ specifier: './tools/levels.ts' }],
      embed: ['scenes/*.json'],
      exclude: ['wip/*'],
      budgets: [{ glob: 'textures/*' }],
      cache: { dir: './cache' },
      ignoredWarnings: [{ match: 'vendor/*' }],
      default: { rules: [{ match: 'ui/*' }] },
    });
    expect(file.presets.get('mobile')?.output).toBe('runtime/mobile');
  });

  it.each([
    ['input', String.raw`C:\art`],
    ['output', 'c:/art'],
    ['output', String.raw`\\server\share\art`],
    ['input', String.raw`\art`],
  ])('are refused on other systems if they are absolute: %s: %s', (key, path) => {
    const text = `${key}: ${path}`;
    if (process.platform !== 'win32')
      expect(complaintsOf(text)).toEqual([
        `1:${key.length + 3} error config/windows-path: ${key} is ${JSON.stringify(path)}, a path of Windows | Write a path relative to assetc.yml. It works on every system.`,
      ]);
    expect(onWindows(text)).toMatchObject({ [key]: path.replaceAll('\\', '/'), diagnostics: [] });
  });

  it.each(['/art', '//server/art', './C:'])('are other paths on other systems: %s', (path) => {
    expect(complaintsOf(`input: ${JSON.stringify(path)}`)).toEqual([]);
  });
});
