import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { registry } from '../../registry.js';
import type { LayerValues } from '../config.js';
import { writeRule } from './write-rule.js';

const { groups } = registry;
const PATH = 'textures/brick.png';

function write(text: string, values: LayerValues, more: { preset?: string; onlyPreset?: boolean; path?: string } = {}) {
  const { preset, onlyPreset = false, path = PATH } = more;
  return writeRule({ text, groups, preset, onlyPreset, names: [path], values });
}

const HIGH: LayerValues = { texture: { quality: 'high' } };
const RULE = `- match: "${PATH}"`;

describe('writeRule', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', `default:\n  rules:\n    ${RULE}\n      texture: { quality: high }\n`],
    [
      'a file without a last line end',
      'input: art # here',
      `input: art # here\ndefault:\n  rules:\n    ${RULE}\n      texture: { quality: high }\n`,
    ],
    [
      'a default without rules, and keys after it',
      'default:\n  mesh: { lods: [] } # none\n\n# presets\npresets: {}\n',
      `default:\n  mesh: { lods: [] } # none\n  rules:\n    ${RULE}\n      texture: { quality: high }\n\n# presets\npresets: {}\n`,
    ],
    [
      'rules that are not indented',
      'default:\n  rules:\n  - match: "*"\n    texture:\n      quality: fast # quick\n  mesh: { lods: [] }\n',
      `default:\n  rules:\n  - match: "*"\n    texture:\n      quality: fast # quick\n  ${RULE}\n    texture: { quality: high }\n  mesh: { lods: [] }\n`,
    ],
    ['an empty list', 'default: { rules: [] }', `default: { rules: [{ match: ${PATH}, texture: { quality: high } }] }`],
    [
      'rules without a value',
      'default:\n  rules:\n',
      `default:\n  rules:\n    ${RULE}\n      texture: { quality: high }\n`,
    ],
    [
      'its rule with another value',
      `default:\n  rules:\n    - match: ${PATH} # bricks\n      texture: { quality: fast, mips: false } # so\n`,
      `default:\n  rules:\n    - match: ${PATH} # bricks\n      texture: { quality: high, mips: false } # so\n`,
    ],
    [
      'its rule with another setting',
      `default:\n  rules:\n    ${RULE}\n      texture:\n        mips: false # none\n    - match: "*.jpg"\n`,
      `default:\n  rules:\n    ${RULE}\n      texture:\n        mips: false # none\n        quality: high\n    - match: "*.jpg"\n`,
    ],
    [
      'its rule, which a later one overrides',
      `default:\n  rules:\n    ${RULE}\n      texture: { quality: fast }\n    - match: "*"\n      texture: { quality: max }\n`,
      `default:\n  rules:\n    ${RULE}\n      texture: { quality: fast }\n    - match: "*"\n      texture: { quality: max }\n    ${RULE}\n      texture: { quality: high }\n`,
    ],
    [
      'lines of Windows',
      'input: art\r\n',
      `input: art\r\ndefault:\r\n  rules:\r\n    ${RULE}\r\n      texture: { quality: high }\r\n`,
    ],
    [
      'a mark at the beginning',
      '\ufeffinput: art\n',
      `\ufeffinput: art\ndefault:\n  rules:\n    ${RULE}\n      texture: { quality: high }\n`,
    ],
  ])('writes into %s', (_, before, after) => {
    expect(write(before, HIGH)).toMatchObject({ text: after });
  });

  it('writes into the rules of the preset', () => {
    const before = 'presets:\n  mobile: # small\n    texture: { maxSize: 64 }\n  desktop: {}\n';
    const after = `presets:\n  mobile: # small\n    texture: { maxSize: 64 }\n    rules:\n      ${RULE}\n        texture: { quality: high }\n  desktop: {}\n`;
    expect(write(before, HIGH, { preset: 'mobile', onlyPreset: true })).toEqual({
      text: after,
      origin: 'presets.mobile.rules[0]',
    });
  });

  it('names the rule that would override it', () => {
    const before = 'presets:\n  mobile:\n    rules: [{ match: "textures/*", texture: { quality: fast } }]\n';
    expect(write(before, HIGH, { preset: 'mobile' })).toEqual({
      because: 'presets.mobile.rules[0], with the match "textures/*", comes later and sets texture.quality',
    });
  });

  it.each<[string, string, LayerValues]>([
    ['an alias', 'presets:\n  a: { rules: &r [{ match: "x" }] }\ndefault: { rules: *r }\n', HIGH],
    ['a file with errors', 'default: { texture: { quality: best } }\n', HIGH],
    ['an unknown setting', '', { texture: { qualty: 'high' } }],
    ['a wrong value', '', { texture: { quality: 'best' } }],
    ['no setting', '', {}],
  ])('refuses %s', (_, text, values) => {
    expect(write(text, values)).toHaveProperty('because');
  });

  it('changes what was asked for and no other line, in any configuration', () => {
    fc.assert(
      fc.property(configs, wanted, fc.boolean(), (text, values, onlyPreset) => {
        const result = write(text, values, { preset: 'mobile', onlyPreset });
        if ('because' in result) expect(result.because).toMatch(/comes later/);
        else expectOnlyRule(text, result.text, values, onlyPreset);
      }),
      { numRuns: process.env.ASSETC_LONG === undefined ? 200 : 5000 },
    );
  });
});

/** Independent of the writer: the parser of YAML alone, and the lines. */
function expectOnlyRule(before: string, after: string, values: LayerValues, onlyPreset: boolean): void {
  const isFlow = /rules: \[/.test(before);
  const [was, is] = [before.split('\n'), after.split('\n')];
  const start = was.findIndex((line, i) => line !== is[i]);
  const end = was.toReversed().findIndex((line, i) => line !== is[is.length - 1 - i]);
  // Either lines were added, or one to three were changed in their place.
  const left = was.slice(Math.max(0, start), was.length - Math.max(0, end));
  if (!isFlow && is.length > was.length) expect(left.length).toBeLessThanOrEqual(1);
  else expect(left.length).toBeLessThanOrEqual(4);
  for (const comment of before.match(/#.*/g) ?? []) expect(after).toContain(comment);
  const [old, now] = [plain(before), plain(after)];
  const rules = onlyPreset ? now.presets.mobile.rules : now.default.rules;
  const own = rules.findLast(({ match }: { match: string }) => match === PATH);
  for (const [group, settings] of Object.entries(values)) expect(own[group]).toMatchObject(settings);
  // Without the rule, both are equal.
  const without = (file: ReturnType<typeof plain>, i: number) => {
    const list = onlyPreset ? file.presets.mobile.rules : file.default.rules;
    list.splice(i, 1);
    return file;
  };
  const at = rules.lastIndexOf(own);
  expect(without(now, at)).toEqual(without(old, at));
}

function plain(text: string) {
  const file = parse(text) ?? {};
  const filled = { ...file, default: { ...file.default }, presets: { ...file.presets } };
  filled.presets.mobile = { ...filled.presets.mobile };
  filled.default.rules ??= [];
  filled.presets.mobile.rules ??= [];
  return filled;
}

const comment = fc.constantFrom('', '', ' # why', ' # "quoted": [x]');
const setting = fc.constantFrom(
  ['texture', 'quality: fast'],
  ['texture', 'mips: false'],
  ['texture', 'maxSize: 64'],
  ['mesh', 'lods: [0.5, 0.25]'],
  ['mesh', 'merge: true'],
);
const match = fc.constantFrom(PATH, PATH, '*', 'models/*', '*.png', 'ui/?.png');
const style = fc.constantFrom<'flow' | 'block'>('flow', 'block');

/** Lines of one group of settings. */
const group = fc
  .tuple(setting, style, comment)
  .map(([[name, value], how, note]) =>
    how === 'flow' ? [`${name}: { ${value} }${note}`] : [`${name}:${note}`, `  ${value}${note}`],
  );
const rule = fc
  .tuple(match, fc.option(group, { nil: [] }), comment, fc.boolean())
  .map(([glob, lines, note, quoted]) => [
    `- match: ${quoted || /[*?]/.test(glob) ? `"${glob}"` : glob}${note}`,
    ...lines.map((line) => `  ${line}`),
  ]);
const rules = fc.oneof(
  fc.constant<string[]>([]),
  fc.constant(['rules: []']),
  fc.constant(['rules:']),
  fc.constant(['rules: [{ match: "*", texture: { mips: false } }, { match: textures/brick.png, mesh: {} }] # flow']),
  fc
    .tuple(fc.array(rule, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '  ', '    '), comment)
    .map(([all, indent, note]) => [`rules:${note}`, ...all.flat().map((line) => `${indent}${line}`)]),
);
/** A layer of settings: its own, then rules, or the other way around. */
const layer = fc
  .tuple(fc.option(group, { nil: [] }), rules, fc.boolean())
  .map(([own, list, isFirst]) => (isFirst ? [...list, ...own] : [...own, ...list]));
const under = (key: string, lines: readonly string[], step: string): readonly string[] =>
  lines.length === 0 ? [`${key}:`] : [`${key}:`, ...lines.map((line) => `${step}${line}`)];
const part = fc.oneof(
  fc.constantFrom(
    ['input: art # ours'],
    ['', '# A line of its own.'],
    ['embed: ["a/*"]'],
    ['warnings: { ignore: [] }'],
  ),
);
const configs = fc
  .tuple(
    fc.array(part, { maxLength: 2 }),
    fc.option(layer),
    fc.option(layer),
    fc.constantFrom('  ', '    '),
    fc.boolean(),
    comment,
  )
  .map(([parts, own, mobile, step, isLate, note]) => {
    const presets = under('presets', under('mobile', mobile ?? [], step), step);
    const all = [...(own === null ? [] : under('default', own, step)), ...(isLate ? parts.flat() : [])];
    const lines = [
      ...(isLate ? [] : parts.flat()),
      ...(mobile === null ? ['presets: { mobile: {} }'] : presets),
      ...all,
    ];
    return distinct(lines).join('\n') + (note === '' ? '\n' : `\n${note.trim()}\n`);
  });
/** No key of the top twice. */
const distinct = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, i) => !/^(input|embed|warnings)/.test(line) || lines.indexOf(line) === i);
const wanted = fc.constantFrom<LayerValues>(
  HIGH,
  { texture: { maxSize: 512, mips: true } },
  { mesh: { lods: [0.4, 0.1] } },
  { texture: { quality: 'max' }, mesh: { merge: false } },
);
