import { describe, expect, it } from 'vitest';
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
});
