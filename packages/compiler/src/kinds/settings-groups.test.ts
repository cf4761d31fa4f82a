import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config/parse/parse-config.js';
import { readYaml } from '../diagnostics/yaml-tree.js';
import type { SettingType, SettingValue } from '../model/kind/setting.js';
import { registry } from '../registry.js';
import { settingsGroups } from './settings-groups.js';

type Values = { readonly [group: string]: { readonly [setting: string]: SettingValue } };

/** Parses a configuration with these values. JSON is YAML. */
function read(values: Values) {
  const text = JSON.stringify({ default: values });
  const file = parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', settingsGroups);
  return { complaints: file.diagnostics.map(({ code }) => code), values: file.default.values };
}

const settings = settingsGroups.flatMap((group) =>
  Object.entries(group.settings).map(([name, setting]) => ({ group: group.name, name, setting })),
);
const DEFAULTS: Values = Object.fromEntries(
  settingsGroups.map((group) => [
    group.name,
    Object.fromEntries(Object.entries(group.settings).map(([name, setting]) => [name, setting.default])),
  ]),
);

const isNumber = (type: SettingType): type is Extract<SettingType, { max: number }> =>
  type.is === 'integer' || type.is === 'number';
interface Field {
  readonly group: string;
  readonly setting: string;
  readonly name: string;
  readonly type: SettingType;
  /** Makes a value of the setting. */
  wrap(value: SettingValue): SettingValue;
}

/** Each setting, or each field of a record. */
const fields = settings.flatMap(({ group, name, setting: { type } }): readonly Field[] =>
  type.is === 'record'
    ? Object.entries(type.fields).map(([key, field]) => ({
        group,
        setting: name,
        name: `${name}.${key}`,
        type: field,
        wrap: (value: SettingValue): SettingValue => ({ [key]: value }),
      }))
    : [{ group, setting: name, name, type, wrap: (value: SettingValue) => value }],
);
const ranged = fields.flatMap(({ type, ...field }) => (isNumber(type) ? [{ ...field, ...type }] : []));
const choices = fields.flatMap(({ type, ...field }) =>
  type.is === 'choice' ? [{ ...field, values: type.values }] : [],
);

describe('settings', () => {
  it('have defaults that their own declarations accept', () => {
    expect(read(DEFAULTS)).toEqual({ complaints: [], values: DEFAULTS });
  });

  it.each(ranged)('$group.$name accepts $min and $max, and nothing beyond', ({ group, setting, wrap, min, max }) => {
    for (const value of [min, max]) expect(read({ [group]: { [setting]: wrap(value) } }).complaints).toEqual([]);
    for (const value of [min - 1, max + 1])
      expect(read({ [group]: { [setting]: wrap(value) } }).complaints).toEqual(['config/out-of-range']);
  });

  it.each(choices)('$group.$name accepts each of its words and no other', ({ group, setting, wrap, values }) => {
    for (const value of values) {
      const written = { [group]: { [setting]: wrap(value) } };
      expect(read(written)).toEqual({ complaints: [], values: written });
    }
    expect(read({ [group]: { [setting]: wrap('nonsense') } }).complaints).toEqual(['config/wrong-type']);
  });

  it('that do not affect bytes only place or select outputs', () => {
    const withoutEffect = settings.filter(({ setting }) => setting.affects !== 'bytes');
    expect(withoutEffect.map(({ group, name, setting }) => `${group}.${name}: ${setting.affects}`)).toEqual([
      'texture.suffixes: nothing',
      'texture.store: place',
      'texture.standalone: nothing',
      'mesh.blend: nothing',
    ]);
  });

  it('are all used: every group by some kind, and every group that a kind uses exists', () => {
    const used = new Set(registry.kinds.flatMap((kind) => kind.settings.map((name) => name.replace(/\..*$/, ''))));
    expect([...used].sort()).toEqual(settingsGroups.map(({ name }) => name).sort());
  });
});
