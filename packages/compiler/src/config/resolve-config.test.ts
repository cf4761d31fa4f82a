import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfigRequest } from './config-request.js';
import { resolveConfig } from './resolve-config.js';
import { resolveSettings } from './resolve-settings.js';
import { testGroups } from './testing/groups.js';

const load = (files: Readonly<Record<string, string>>, request: Partial<ConfigRequest> = {}) => {
  const absolute = new Map(Object.entries(files).map(([path, text]) => [resolve(path), text]));
  return resolveConfig(
    { cwd: resolve('/proj'), cacheDir: resolve('/cache'), ...request },
    async (path) => {
      const text = absolute.get(path);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    testGroups,
  );
};
const at = (path: string) => resolve(path);

const PRESETS = `
output: out
pack: false
default: { texture: { quality: fast }, rules: [{ match: "ui/*", texture: { compress: false } }] }
presets:
  desktop: {}
  mobile: { output: out-mobile, texture: { maxSize: 64 }, rules: [{ match: "*", mesh: { merge: false } }] }
`;

describe('loadConfig', () => {
  it('uses the built-in values, relative to the working directory, if there is no file', async () => {
    const { config, diagnostics } = await load({});
    expect(diagnostics).toEqual([]);
    expect(config).toEqual({
      file: undefined,
      input: at('/proj/assets'),
      output: at('/proj/runtime'),
      pack: false,
      manifest: 'all',
      embed: [],
      exclude: [],
      ignoredWarnings: [],
      cache: { dir: at('/cache'), maxSizeBytes: 10e9 },
      preset: undefined,
      otherOutputs: [],
      layers: [],
    });
  });

  it('uses the nearest file upward, and resolves paths relative to it', async () => {
    const files = { '/assetc.yml': 'input: far', '/proj/assetc.yml': 'input: near\ncache: { dir: c }' };
    const { config } = await load(files, { cwd: at('/proj/deep/er') });
    expect(config).toMatchObject({
      file: at('/proj/assetc.yml'),
      input: at('/proj/near'),
      output: at('/proj/runtime'),
      cache: { dir: at('/proj/c') },
    });
  });

  it('names the file in diagnostics as the user would', async () => {
    const { diagnostics } = await load({ '/proj/assetc.yml': 'inptu: a' }, { cwd: at('/proj/deep') });
    expect(diagnostics[0]?.file).toBe('../assetc.yml');
    const named = await load({ '/proj/x/my.yml': 'inptu: a' }, { file: './x/my.yml' });
    expect(named.diagnostics[0]?.file).toBe('./x/my.yml');
  });

  it('reads the file given by -c and no other', async () => {
    const { config } = await load(
      { '/proj/assetc.yml': 'input: no', '/proj/x/my.yml': 'input: yes' },
      { file: 'x/my.yml' },
    );
    expect(config?.input).toBe(at('/proj/x/yes'));
  });

  it('fails if the file given by -c does not exist', async () => {
    const { config, diagnostics } = await load({ '/proj/assetc.yml': '' }, { file: 'nope.yml' });
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'config/not-found', severity: 'error', file: 'nope.yml' }]);
  });

  it('reports a file that exists but cannot be read, instead of building without it', async () => {
    const refuse = async (path: string) => {
      if (path === at('/proj/assetc.yml')) throw new Error('EACCES: permission denied');
      return undefined;
    };
    const { config, diagnostics } = await resolveConfig({ cwd: at('/proj/a'), cacheDir: at('/c') }, refuse, testGroups);
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: 'config/unreadable', file: '../assetc.yml', message: expect.stringContaining('EACCES') },
    ]);
  });

  it('lets -o override everything, relative to the working directory', async () => {
    const { config } = await load(
      { '/proj/assetc.yml': PRESETS },
      { cwd: at('/proj/a'), preset: 'mobile', output: 'mine' },
    );
    expect(config?.output).toBe(at('/proj/a/mine'));
    expect(config?.otherOutputs).toEqual([at('/proj/out'), at('/proj/out-mobile')]);
  });

  it.each([
    ['false', undefined, false],
    ['false', true, true],
    ['true', undefined, true],
    ['true', false, true],
    ['recorded', undefined, 'recorded'],
    ['recorded', true, 'recorded'],
  ])('pack: %s with --pack %s is %s', async (file, flag, expected) => {
    expect((await load({ '/proj/assetc.yml': `pack: ${file}` }, { pack: flag })).config?.pack).toBe(expected);
  });

  it('reads which warnings are silenced', async () => {
    const text = 'warnings: { ignore: [{ code: gltf/bad-json, match: "vendor/*" }, { code: image/color-profile }] }';
    expect((await load({ '/proj/assetc.yml': text })).config?.ignoredWarnings).toEqual([
      { origin: 'warnings.ignore[0]', code: 'gltf/bad-json', match: 'vendor/*' },
      { origin: 'warnings.ignore[1]', code: 'image/color-profile', match: undefined },
    ]);
  });

  it('lets --draft override every layer', async () => {
    const text = 'default: { texture: { quality: max }, rules: [{ match: "ui/*", texture: { quality: high } }] }';
    const { config } = await load({ '/proj/assetc.yml': text }, { draft: true });
    if (config === undefined) throw new Error('the configuration has errors');
    expect(resolveSettings(config, testGroups, ['ui/a.png'])).toMatchObject({
      values: { texture: { quality: 'draft' } },
      origins: { 'texture.quality': '--draft' },
    });
    expect((await load({ '/proj/assetc.yml': text }, { draft: false })).config?.layers).toHaveLength(2);
  });

  it('orders the layers from least to most specific', async () => {
    const { config } = await load({ '/proj/assetc.yml': PRESETS }, { preset: 'mobile' });
    expect(config?.layers.map(({ origin, match }) => [origin, match])).toEqual([
      ['default', undefined],
      ['presets.mobile', undefined],
      ['default.rules[0]', 'ui/*'],
      ['presets.mobile.rules[0]', '*'],
    ]);
    expect(config).toMatchObject({ preset: 'mobile', output: at('/proj/out-mobile'), otherOutputs: [at('/proj/out')] });
  });

  it('uses the preset of the file unless one is requested', async () => {
    const files = { '/proj/assetc.yml': `preset: mobile\n${PRESETS}` };
    expect((await load(files)).config?.preset).toBe('mobile');
    expect((await load(files, { preset: 'desktop' })).config).toMatchObject({
      preset: 'desktop',
      output: at('/proj/out'),
    });
  });

  it('lists the known presets if one is unknown', async () => {
    const { config, diagnostics, presets } = await load({ '/proj/assetc.yml': PRESETS }, { preset: 'moblie' });
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: 'config/unknown-preset',
        severity: 'error',
        message: 'there is no preset "moblie"; known: desktop, mobile',
        hint: 'Did you mean mobile?',
      },
    ]);
    expect(presets).toEqual([
      { name: 'desktop', output: at('/proj/out') },
      { name: 'mobile', output: at('/proj/out-mobile') },
    ]);
  });

  it('returns a configuration with warnings, but not with errors', async () => {
    expect((await load({ '/proj/assetc.yml': 'inptu: a' })).config).toBeDefined();
    expect((await load({ '/proj/assetc.yml': 'input: 3' })).config).toBeUndefined();
  });

  it.each(['assets', '.', '..', '../..'])(
    'refuses the output %s, from which sources could be overwritten',
    async (output) => {
      const { config, diagnostics } = await load({ '/proj/assetc.yml': `output: ${output}` });
      expect(config).toBeUndefined();
      expect(diagnostics.map(({ code }) => code)).toEqual(['config/output-holds-input']);
    },
  );

  it('allows an output inside the input, and one whose name only begins the same', async () => {
    expect((await load({ '/proj/assetc.yml': 'output: assets/out' })).config?.output).toBe(at('/proj/assets/out'));
    expect((await load({ '/proj/assetc.yml': 'output: asset' })).config?.output).toBe(at('/proj/asset'));
  });

  it('is frozen plain data that survives structuredClone', async () => {
    const { config } = await load({ '/proj/assetc.yml': PRESETS }, { preset: 'mobile' });
    expect(structuredClone(config)).toEqual(config);
    expect(Object.isFrozen(config?.layers[0]?.values)).toBe(true);
  });
});
