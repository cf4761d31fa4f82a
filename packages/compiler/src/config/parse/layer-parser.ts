// Parses layers of settings in assetc.yml: `default` and presets, each with rules and groups of settings.

import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import type { SettingsGroup, SettingValue } from '../../model/kind/setting.js';
import type { Layer, LayerValues } from '../config.js';
import { topLevelKeys } from '../file-keys.js';
import type { PresetFile } from './config-file.js';
import { describeTree } from './describe-value.js';
import { isEmpty, type KeyReader, TOP_ONLY } from './key-reader.js';

/** `hasOtherGroups`: there are groups of plug-ins that are not loaded. */
interface KnownGroups {
  readonly groups: readonly SettingsGroup[];
  readonly hasOtherGroups: boolean;
}

export class LayerParser {
  readonly #keys: KeyReader;
  readonly #known: KnownGroups;

  constructor(keys: KeyReader, known: KnownGroups) {
    this.#keys = keys;
    this.#known = known;
  }

  presets(top: Mapping | undefined): ReadonlyMap<string, PresetFile> {
    const presets = new Map<string, PresetFile>();
    const map = this.#keys.mapping(top?.entries.get('presets')?.value, 'presets');
    for (const [name, { value }] of map?.entries ?? []) {
      const origin = `presets.${name}`;
      const layer = this.layer(value, origin, ['output', 'rules']);
      const own = value.is === 'map' ? value : undefined;
      const output = this.#keys.text(own, 'output', `${origin}.output`, topLevelKeys.output);
      presets.set(name, { ...layer, output: this.#keys.folder(own, 'output', output) });
    }
    return presets;
  }

  /** A layer of settings and its rules. `extra`: allowed keys that are not groups. */
  layer(tree: Tree | undefined, origin: string, extra: readonly string[]): Omit<PresetFile, 'output'> {
    const map = this.#keys.mapping(tree, origin);
    const values = this.#groupValues(map, origin, extra);
    const found = map?.entries.get('rules')?.value;
    if (found === undefined || isEmpty(found)) return { values, rules: [] };
    if (found.is !== 'list') {
      const message = `${origin}.rules must be a list of rules, not ${describeTree(found)}`;
      this.#keys.complaints.error('config/wrong-type', found.at, message, 'Begin each rule with "- match:".');
      return { values, rules: [] };
    }
    return { values, rules: found.items.flatMap((item, i) => this.#rule(item, `${origin}.rules[${i}]`) ?? []) };
  }

  #rule(tree: Tree, origin: string): Layer | undefined {
    const { complaints } = this.#keys;
    const map = this.#keys.mapping(tree, origin);
    if (map === undefined) {
      if (isEmpty(tree)) complaints.error('config/missing-match', tree.at, `${origin} is empty`);
      return undefined;
    }
    const values = this.#groupValues(map, origin, ['match']);
    if (!map.entries.has('match')) complaints.error('config/missing-match', map.at, `${origin} has no match`);
    const match = this.#keys.glob(map, 'match', `${origin}.match`);
    return match === undefined ? undefined : { origin, match, values };
  }

  #groupValues(map: Mapping | undefined, origin: string, extra: readonly string[]): LayerValues {
    const { groups, hasOtherGroups } = this.#known;
    const names = [...extra, ...groups.map(({ name }) => name)];
    const layer: Record<string, { readonly [setting: string]: SettingValue }> = {};
    for (const [key, { keyAt, value }] of map?.entries ?? []) {
      if (!names.includes(key) && !(hasOtherGroups && !TOP_ONLY.includes(key)))
        this.#keys.unknown(key, keyAt, names, origin);
      const group = groups.find(({ name }) => name === key);
      if (group === undefined) continue;
      const values = this.#settingValues(group, value, origin, extra.includes('match'));
      if (Object.keys(values).length > 0) layer[key] = values;
    }
    return layer;
  }

  #settingValues(group: SettingsGroup, tree: Tree, origin: string, inRule: boolean) {
    const settings = this.#keys.mapping(tree, `${origin}.${group.name}`);
    const known = Object.keys(group.settings);
    const values: Record<string, SettingValue> = {};
    for (const [name, { keyAt }] of settings?.entries ?? []) {
      const setting = known.includes(name) ? group.settings[name] : undefined;
      if (setting === undefined) this.#keys.unknown(name, keyAt, known, `${origin}.${group.name}`);
      else if (setting.notInRules === true && inRule) {
        const message = `${group.name}.${name} is not allowed in ${origin}: it applies to all assets`;
        this.#keys.complaints.warn('config/misplaced-key', keyAt, message, 'Move it to default: or a preset.');
      } else {
        const checked = this.#keys.value(settings, name, `${group.name}.${name}`, setting);
        if (checked !== undefined) values[name] = checked;
      }
    }
    return values;
  }
}
