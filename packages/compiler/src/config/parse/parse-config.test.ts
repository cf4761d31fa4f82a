import { describe, expect, it } from 'vitest';
import { complaint, complaintsOf, parse } from '../testing/complaints-of.js';

const FULL = `
input: assets
output: runtime
packs: { german: ["locale/de/*", 'locale\\at\\*'], base: ["*"] }
packOrder: order.txt
licenses: require
base: ../game.hpack
remove: ["old/*"]
preset: desktop
manifest: all
embed: ["scene/*.json"]
exclude: ["wip/*"]
budget: { "textures/*": 64 MB, "*": 1000 }
codegen: { rust: src/assets.rs, c: 'src\\assets.h' }
cache: { dir: .cache, maxSize: 10 GB }
default:
  texture: { quality: normal, alphaCoverage: false }
  mesh: { merge: true, lods: [0.5, 0.25], scene: 3 }
  font: { variations: { wght: 700 } }
  rules:
    - match: "ui/*"
      texture: { compress: false }
presets:
  desktop: { output: runtime/desktop }
  mobile:
    output: runtime/mobile
    texture: { maxSize: 1024 }
    rules: [{ match: "decals/*", texture: { compress: false } }]
`;

describe('parseConfig', () => {
  it('reads every key', () => {
    const { presets, ...rest } = parse(FULL);
    expect(rest).toEqual({
      input: 'assets',
      plugins: [],
      output: 'runtime',
      pack: undefined,
      packs: [
        { name: 'german', globs: ['locale/de/*', 'locale/at/*'] },
        { name: 'base', globs: ['*'] },
      ],
      packOrder: 'order.txt',
      packInfo: false,
      licenses: 'require',
      base: '../game.hpack',
      remove: ['old/*'],
      preset: 'desktop',
      manifest: 'all',
      embed: ['scene/*.json'],
      exclude: ['wip/*'],
      ignoredWarnings: [],
      budgets: [
        { glob: 'textures/*', limitBytes: 64e6 },
        { glob: '*', limitBytes: 1000 },
      ],
      audits: [],
      codegen: [
        { target: 'c', path: 'src/assets.h' },
        { target: 'rust', path: 'src/assets.rs' },
      ],
      cache: { dir: '.cache', maxSizeBytes: 10e9 },
      default: {
        values: {
          texture: { quality: 'normal', alphaCoverage: false },
          mesh: { merge: true, lods: [0.5, 0.25], scene: 3 },
          font: { variations: { wght: 700 } },
        },
        rules: [{ origin: 'default.rules[0]', match: 'ui/*', values: { texture: { compress: false } } }],
      },
      diagnostics: [],
    });
    expect([...presets]).toEqual([
      ['desktop', { output: 'runtime/desktop', values: {}, rules: [] }],
      [
        'mobile',
        {
          output: 'runtime/mobile',
          values: { texture: { maxSize: 1024 } },
          rules: [{ origin: 'presets.mobile.rules[0]', match: 'decals/*', values: { texture: { compress: false } } }],
        },
      ],
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['only comments', '# nothing\n# here\n'],
    ['only a document marker', '---\n'],
    ['sections whose content is commented out', 'default:\n  texture:\n  rules:\npresets:\nembed:\ncache:\n'],
  ])('takes %s as no wishes at all', (_, text) => {
    const file = parse(text);
    expect(file.diagnostics).toEqual([]);
    expect(file.default).toEqual({ values: {}, rules: [] });
    expect(file.presets.size).toBe(0);
  });

  it('accepts a byte order mark and CRLF', () => {
    expect(parse(`\uFEFF${FULL.replaceAll('\n', '\r\n')}`).diagnostics).toEqual([]);
    expect(complaint('\uFEFFinputt: a\r\noutput: b\r\n')).toMatch(/^1:1 warning config\/unknown-key/);
    expect(complaint('input: a\r\noutput: b\r\npackk: true\r\n')).toMatch(/^3:1 warning/);
  });

  describe('unknown keys', () => {
    it.each([
      ['inptu: a', '1:1 warning config/unknown-key: unknown key "inptu" | Did you mean input?'],
      [
        'default:\n  texture: { qualty: high }',
        '2:14 warning config/unknown-key: unknown key "qualty" in default.texture | Did you mean quality?',
      ],
      [
        'presets:\n  a:\n    textur: {}',
        '3:5 warning config/unknown-key: unknown key "textur" in presets.a | Did you mean texture?',
      ],
      [
        'default:\n  rules:\n    - match: "*"\n      meshh: {}',
        '4:7 warning config/unknown-key: unknown key "meshh" in default.rules[0] | Did you mean mesh?',
      ],
      [
        'cache: { zzz: 1 }',
        '1:10 warning config/unknown-key: unknown key "zzz" in cache | Known keys here: dir, maxSize, remote, push.',
      ],
      [
        'texture: { quality: high }',
        '1:1 warning config/misplaced-key: texture is not allowed here | Move it to default: or a preset.',
      ],
      [
        'presets: { a: { input: b } }',
        '1:17 warning config/misplaced-key: input is not allowed in presets.a | Move it to the top level of the file.',
      ],
      [
        'default: { output: b }',
        '1:12 warning config/unknown-key: unknown key "output" in default | Known keys here: rules, texture, mesh, font.',
      ],
    ])('%j', (text, expected) => {
      expect(complaint(text)).toBe(expected);
    });

    it.each([
      ['memory: auto', undefined],
      ['memory: 2 GB', 2e9],
      ['memory: 4096', 4096],
    ])('%s', (text, memoryBytes) => {
      expect(parse(text)).toMatchObject({ memoryBytes, diagnostics: [] });
    });

    it('are not confused with properties of Object.prototype', () => {
      expect(
        complaintsOf('constructor: 1\ndefault: { texture: { toString: 1, __proto__: 2 }, hasOwnProperty: 3 }'),
      ).toHaveLength(4);
    });
  });

  it.each([
    ['timeLimit: 90', 90_000],
    ['timeLimit: 0.5', 500],
    ['timeLimit: off', 0],
    ['', undefined],
  ])('reads a time limit in seconds: %s', (text, timeLimitMs) => {
    expect(parse(text)).toMatchObject({ timeLimitMs, diagnostics: [] });
  });

  it.each(['timeLimit: 0', 'timeLimit: 5 min', 'timeLimit: 1e9'])('refuses an invalid time limit: %s', (text) => {
    expect(complaint(text)).toMatch(/^1:12 error config\/(wrong-type|out-of-range|wrong-value)/);
  });

  it('refuses an invalid amount of memory', () => {
    expect(complaint('memory: much')).toMatch(
      /^1:9 error config\/wrong-type: memory must be a size, not the text "much"/,
    );
  });

  describe('wrong values', () => {
    it.each([
      [
        'pack: yes',
        '1:7 error config/wrong-type: pack must be true, false or recorded, not the text "yes" | Write true, without quotes.',
      ],
      ['input: 3', '1:8 error config/wrong-type: input must be text, not 3 | Put it in quotes: "3".'],
      [
        'input: ""',
        '1:8 error config/wrong-type: input must name a folder | Give a value of the type that the message names.',
      ],
      [
        'manifest: texture',
        '1:11 error config/wrong-type: manifest must be all or textures, not the text "texture" | Did you mean textures?',
      ],
      [
        'embed: "*.json"',
        '1:8 error config/wrong-type: embed must be a list of texts, not the text "*.json" | Write a list of one: ["*.json"].',
      ],
      ['embed: [a, 3]', '1:12 error config/wrong-type: embed must be text, not 3 | Put it in quotes: "3".'],
      [
        'default: { texture: { maxSize: 99999 } }',
        '1:32 error config/out-of-range: texture.maxSize must be a whole number from 0 to 16384, not 99999 | Give a number inside the range that the message names.',
      ],
      [
        'default: { texture: { maxSize: 1.5 } }',
        '1:32 error config/wrong-type: texture.maxSize must be a whole number from 0 to 16384, not 1.5 | Give a value of the type that the message names.',
      ],
      [
        'default: { texture: { rdo: .nan } }',
        '1:28 error config/wrong-type: texture.rdo must be a number from 0 to 10, not NaN | Give a value of the type that the message names.',
      ],
      [
        'default: { texture: { alphaCoverage: "true" } }',
        '1:38 error config/wrong-type: texture.alphaCoverage must be auto, true or false, not the text "true" | Write true, without quotes.',
      ],
      [
        'default: { mesh: { lods: [0.5, 2] } }',
        '1:32 error config/out-of-range: mesh.lods must be a number from 0 to 1, not 2 | Give a number inside the range that the message names.',
      ],
      [
        'default: { font: { variations: { wght: heavy } } }',
        '1:40 error config/wrong-type: font.variations must be a number from -1000 to 1000, not the text "heavy" | Give a value of the type that the message names.',
      ],
      [
        'default: 3',
        '1:10 error config/wrong-type: default must be a mapping (key: value), not 3 | Give a value of the type that the message names.',
      ],
      [
        '- a',
        '1:1 error config/wrong-type: the file must be a mapping (key: value), not a list of 1 item | Give a value of the type that the message names.',
      ],
      [
        'default: { font: { atlas: { padding: 9 } } }',
        '1:38 error config/out-of-range: font.atlas.padding must be a whole number from 0 to 8, not 9 | Give a number inside the range that the message names.',
      ],
      [
        'default: { font: { atlas: { field: mtsdf } } }',
        '1:36 error config/wrong-type: font.atlas.field must be sdf or msdf, not the text "mtsdf" | Did you mean msdf?',
      ],
      [
        'default: { font: { atlas: { paddin: 1 } } }',
        '1:29 error config/wrong-type: font.atlas has the key "paddin"; known keys are padding, field | Did you mean padding?',
      ],
      [
        'default: { font: { atlas: 4 } }',
        '1:27 error config/wrong-type: font.atlas must be a mapping with padding or field, not 4 | Give a value of the type that the message names.',
      ],
      [
        'default: { rules: { match: a } }',
        '1:19 error config/wrong-type: default.rules must be a list of rules, not a mapping | Begin each rule with "- match:".',
      ],
      [
        'default: { rules: [{ texture: {} }] }',
        '1:20 error config/missing-match: default.rules[0] has no match | Give the rule a match, for example match: "ui/*".',
      ],
      [
        'cache: { maxSize: 10 bananas }',
        '1:19 error config/wrong-type: cache.maxSize must be a size, not the text "10 bananas" | Write bytes, or a number with a unit: 500 MB, 10 GB, 8 GiB.',
      ],
      [
        'preset: moblie\npresets: { mobile: {}, desktop: {} }',
        '1:9 error config/unknown-preset: there is no preset "moblie"; known: mobile, desktop | Did you mean mobile?',
      ],
      [
        'warnings: { ignore: [{ code: gltf/bad-jsno }] }',
        '1:30 error config/unknown-code: there is no code "gltf/bad-jsno" | Did you mean gltf/bad-json?',
      ],
      [
        'warnings: { ignore: [{ match: "a/*" }] }',
        '1:22 error config/unknown-code: warnings.ignore[0] has no code | Use the code that is printed with the warning. "assetc explain" lists all codes.',
      ],
      [
        'output:',
        '1:8 error config/wrong-type: output must be text, not an empty value | Give a value of the type that the message names.',
      ],
    ])('%j', (text, expected) => {
      expect(complaint(text)).toBe(expected);
    });

    it('are left out, and valid values stay', () => {
      const file = parse('pack: 7\ndefault: { texture: { quality: ultra, maxSize: 64 } }\nembed: [a]');
      expect(file.pack).toBeUndefined();
      expect(file.default.values).toEqual({ texture: { maxSize: 64 } });
      expect(file.embed).toEqual(['a']);
    });

    it('are all reported in the order of the file, not only the first', () => {
      const all = complaintsOf('pack: 1\nmanifest: x\ninpt: y\ndefault: { texture: { compress: 1, quality: 2 } }');
      expect(all.map((line) => line.split(' ')[0])).toEqual(['1:7', '2:11', '3:1', '4:33', '4:45']);
    });
  });

  it('accepts sizes as bytes or with a unit', () => {
    expect(parse('cache: { maxSize: 123 }').cache.maxSizeBytes).toBe(123);
    expect(parse('cache: { maxSize: "512 MiB" }').cache.maxSizeBytes).toBe(2 ** 29);
  });
});

describe('budget', () => {
  it('refuses an invalid size', () => {
    const { budgets, diagnostics } = parse('budget: { "a/*": much, "b/*": -1, "c/*": 2 KiB }\n');
    expect(budgets).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['config/wrong-type']);
    const text = parse('budget: { "a/*": much, "c/*": 2 KiB }\n');
    expect(text.budgets).toEqual([{ glob: 'c/*', limitBytes: 2048 }]);
    expect(text.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['config/wrong-type', 'budget."a/*" must be a size, not the text "much"'],
    ]);
  });
});
