// assetc.yml → plain data, with every complaint collected: an unknown key is a warning, a wrong value an error. Values
// that are wrong are left out, so that what follows sees only what fits its declared type. Paths stay as written.

import { codes, isDiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic, Place } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import { type Mapping, readYaml, type Tree } from '../diagnostics/yaml-tree.js';
import type { SettingsGroup, SettingValue } from '../model/setting.js';
import { parseByteSize } from './byte-size.js';
import { checkValue, describeTree } from './check-value.js';
import { Complaints } from './complaints.js';
import type { Budget, IgnoredWarning, Layer, LayerValues } from './config.js';
import { cacheKeys, type FileKey, layerKeys, topLevelKeys, warningKeys } from './file-keys.js';
import { parseRemoteUrl } from './remote-url.js';

interface PresetFile {
  readonly output: string | undefined;
  readonly values: LayerValues;
  readonly rules: readonly Layer[];
}

/** A module that the file names. */
export interface NamedPlugin {
  readonly specifier: string;
  readonly where: Place;
}

export interface ConfigFile {
  readonly plugins: readonly NamedPlugin[];
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly pack: boolean | 'recorded' | undefined;
  readonly preset: string | undefined;
  readonly manifest: 'all' | 'textures' | undefined;
  readonly embed: readonly string[];
  readonly exclude: readonly string[];
  /** Undefined: as the machine has it. */
  readonly memoryBytes: number | undefined;
  /** 0: none. */
  readonly timeLimitMs: number | undefined;
  readonly cache: {
    readonly dir: string | undefined;
    readonly maxSizeBytes: number | undefined;
    readonly remote?: string;
    readonly push?: boolean | 'ci';
  };
  readonly ignoredWarnings: readonly IgnoredWarning[];
  readonly budgets: readonly Budget[];
  readonly default: { readonly values: LayerValues; readonly rules: readonly Layer[] };
  /** In file order. */
  readonly presets: ReadonlyMap<string, PresetFile>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `file` is what diagnostics call it. `others`: there are groups besides, of plug-ins that are not loaded, so that a key that is no
 * group of these may be one of theirs.
 */
export function parseConfig(
  bytes: Uint8Array,
  file: string,
  groups: readonly SettingsGroup[],
  others = false,
): ConfigFile {
  const { root, faults, placeAt } = readYaml(bytes);
  const complaints = new Complaints(file, placeAt);
  for (const { is, at, message, hint } of faults) complaints.error(`config/${is}`, at, message, hint);
  return new Reader(groups, complaints, placeAt, others).file(root);
}

const TOP_ONLY = [
  'input',
  'pack',
  'preset',
  'manifest',
  'embed',
  'exclude',
  'plugins',
  'memory',
  'budget',
  'timeLimit',
  'cache',
  'warnings',
  'default',
  'presets',
];

class Reader {
  readonly #groups: readonly SettingsGroup[];
  readonly #complaints: Complaints;
  readonly #placeAt: (offset: number) => Place;
  readonly #hasOthers: boolean;

  constructor(
    groups: readonly SettingsGroup[],
    complaints: Complaints,
    placeAt: (offset: number) => Place,
    hasOthers: boolean,
  ) {
    this.#groups = groups;
    this.#complaints = complaints;
    this.#placeAt = placeAt;
    this.#hasOthers = hasOthers;
  }

  file(root: Tree | undefined): ConfigFile {
    const top = this.#mapping(root, 'the file');
    const known = [...Object.keys(topLevelKeys), ...layerKeys];
    for (const [key, { keyAt }] of top?.entries ?? [])
      if (!known.includes(key)) this.#unknown(key, keyAt, known, 'top');
    const text = (key: 'input' | 'output' | 'preset') => asText(this.#value(top, key, key, topLevelKeys[key]));
    const list = (key: 'embed' | 'exclude') => asTexts(this.#value(top, key, key, topLevelKeys[key]));
    const pack = this.#value(top, 'pack', 'pack', topLevelKeys.pack);
    const manifest = this.#value(top, 'manifest', 'manifest', topLevelKeys.manifest);
    const input = this.#folder(top, 'input', text('input'));
    const output = this.#folder(top, 'output', text('output'));
    const layer = this.#layer(top?.entries.get('default')?.value, 'default', ['rules']);
    const presets = this.#presets(top);
    const preset = text('preset');
    if (preset !== undefined && !presets.has(preset))
      this.#complaints.error(
        'config/unknown-preset',
        top?.entries.get('preset')?.value.at,
        unknownPreset(preset, [...presets.keys()]),
        presetHint(preset, [...presets.keys()]),
      );
    return {
      input,
      output,
      preset,
      pack: typeof pack === 'boolean' || pack === 'recorded' ? pack : undefined,
      manifest: manifest === 'all' || manifest === 'textures' ? manifest : undefined,
      embed: list('embed'),
      exclude: list('exclude'),
      plugins: this.#plugins(top),
      memoryBytes: this.#memory(top),
      timeLimitMs: this.#timeLimit(top),
      cache: this.#cache(top),
      ignoredWarnings: this.#ignoredWarnings(top),
      budgets: this.#budgets(top),
      default: layer,
      presets,
      diagnostics: this.#complaints.list,
    };
  }

  #plugins(top: Mapping | undefined): readonly NamedPlugin[] {
    const named = this.#value(top, 'plugins', 'plugins', topLevelKeys.plugins);
    const list = top?.entries.get('plugins')?.value;
    if (named === undefined || list?.is !== 'list') return [];
    return asTexts(named).map((specifier, i) => ({ specifier, where: this.#placeAt(list.items[i]?.at ?? list.at) }));
  }

  #presets(top: Mapping | undefined): ReadonlyMap<string, PresetFile> {
    const presets = new Map<string, PresetFile>();
    const map = this.#mapping(top?.entries.get('presets')?.value, 'presets');
    for (const [name, { value }] of map?.entries ?? []) {
      const origin = `presets.${name}`;
      const layer = this.#layer(value, origin, ['output', 'rules']);
      const own = value.is === 'map' ? value : undefined;
      const output = asText(this.#value(own, 'output', `${origin}.output`, topLevelKeys.output));
      presets.set(name, { ...layer, output: this.#folder(own, 'output', output) });
    }
    return presets;
  }

  #cache(top: Mapping | undefined): ConfigFile['cache'] {
    const map = this.#mapping(top?.entries.get('cache')?.value, 'cache');
    const known = Object.keys(cacheKeys);
    for (const [key, { keyAt }] of map?.entries ?? [])
      if (!known.includes(key)) this.#unknown(key, keyAt, known, 'cache');
    const dir = this.#folder(map, 'dir', asText(this.#value(map, 'dir', 'cache.dir', cacheKeys.dir)));
    const maxSizeBytes = this.#byteSize(map, 'maxSize', 'cache.maxSize', cacheKeys.maxSize);
    const remote = this.#remote(map);
    const push = this.#value(map, 'push', 'cache.push', cacheKeys.push);
    return {
      dir,
      maxSizeBytes,
      ...(remote !== undefined && { remote }),
      ...((typeof push === 'boolean' || push === 'ci') && { push }),
    };
  }

  #remote(map: Mapping | undefined): string | undefined {
    const address = asText(this.#value(map, 'remote', 'cache.remote', cacheKeys.remote));
    const url = address === undefined ? undefined : parseRemoteUrl(address, 'file');
    if (typeof url !== 'string') return address;
    this.#complaints.error('config/bad-remote', map?.entries.get('remote')?.value.at, `cache.remote ${url}`);
    return undefined;
  }

  #memory(top: Mapping | undefined): number | undefined {
    const written = top?.entries.get('memory')?.value;
    if (written?.is === 'scalar' && written.value === 'auto') return undefined;
    return this.#byteSize(top, 'memory', 'memory', topLevelKeys.memory);
  }

  #budgets(top: Mapping | undefined): readonly Budget[] {
    const map = top?.entries.get('budget')?.value;
    if (this.#value(top, 'budget', 'budget', topLevelKeys.budget) === undefined || map?.is !== 'map') return [];
    const declared = { type: topLevelKeys.budget.type.of };
    return [...map.entries.keys()].flatMap((glob) => {
      const limitBytes = this.#byteSize(map, glob, `budget.${JSON.stringify(glob)}`, declared);
      return limitBytes === undefined ? [] : [{ glob, limitBytes }];
    });
  }

  #timeLimit(top: Mapping | undefined): number | undefined {
    const limit = this.#value(top, 'timeLimit', 'timeLimit', topLevelKeys.timeLimit);
    if (limit === 'off') return 0;
    return typeof limit === 'number' ? Math.round(limit * 1000) : undefined;
  }

  #byteSize(map: Mapping | undefined, key: string, label: string, declared: Pick<FileKey, 'type'>): number | undefined {
    const size = this.#value(map, key, label, declared);
    const bytes = typeof size === 'string' ? parseByteSize(size) : typeof size === 'number' ? size : undefined;
    if (typeof size === 'string' && bytes === undefined)
      this.#complaints.error(
        'config/wrong-type',
        map?.entries.get(key)?.value.at,
        `${label} must be a size, not the text ${JSON.stringify(size)}`,
        'Write bytes, or a number with a unit: 500 MB, 10 GB, 8 GiB',
      );
    return bytes;
  }

  #ignoredWarnings(top: Mapping | undefined): readonly IgnoredWarning[] {
    const map = this.#mapping(top?.entries.get('warnings')?.value, 'warnings');
    for (const [key, { keyAt }] of map?.entries ?? [])
      if (key !== 'ignore') this.#unknown(key, keyAt, Object.keys(warningKeys), 'warnings');
    const list = map?.entries.get('ignore')?.value;
    if (this.#value(map, 'ignore', 'warnings.ignore', warningKeys.ignore) === undefined || list?.is !== 'list')
      return [];
    return list.items.flatMap((item, i) => this.#ignoredWarning(item, `warnings.ignore[${i}]`) ?? []);
  }

  #ignoredWarning(tree: Tree, origin: string): IgnoredWarning | undefined {
    const map = this.#mapping(tree, origin);
    for (const [key, { keyAt }] of map?.entries ?? [])
      if (key !== 'code' && key !== 'match') this.#unknown(key, keyAt, ['code', 'match'], origin);
    const code = asText(this.#value(map, 'code', `${origin}.code`, { type: { is: 'text' } }));
    const match = asText(this.#value(map, 'match', `${origin}.match`, { type: { is: 'text' } }));
    if (code !== undefined && isDiagnosticCode(code)) return { origin, code, match };
    const at = map?.entries.get('code')?.value.at ?? tree.at;
    if (code === undefined) this.#complaints.error('config/unknown-code', at, `${origin} has no code`);
    else {
      const meant = nearest(code, Object.keys(codes));
      const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
      this.#complaints.error('config/unknown-code', at, `there is no code ${JSON.stringify(code)}`, hint);
    }
    return undefined;
  }

  /** A layer of settings and its rules; `extra` are the keys it may hold besides groups. */
  #layer(tree: Tree | undefined, origin: string, extra: readonly string[]): Omit<PresetFile, 'output'> {
    const map = this.#mapping(tree, origin);
    const values = this.#groupValues(map, origin, extra);
    const found = map?.entries.get('rules')?.value;
    if (found === undefined || isEmpty(found)) return { values, rules: [] };
    if (found.is !== 'list') {
      const message = `${origin}.rules must be a list of rules, not ${describeTree(found)}`;
      this.#complaints.error('config/wrong-type', found.at, message, 'Begin each rule with "- match:"');
      return { values, rules: [] };
    }
    return { values, rules: found.items.flatMap((item, i) => this.#rule(item, `${origin}.rules[${i}]`) ?? []) };
  }

  #rule(tree: Tree, origin: string): Layer | undefined {
    const map = this.#mapping(tree, origin);
    if (map === undefined) {
      if (isEmpty(tree)) this.#complaints.error('config/missing-match', tree.at, `${origin} is empty`);
      return undefined;
    }
    const values = this.#groupValues(map, origin, ['match']);
    if (!map.entries.has('match')) this.#complaints.error('config/missing-match', map.at, `${origin} has no match`);
    const match = asText(this.#value(map, 'match', `${origin}.match`, { type: { is: 'text' } }));
    return match === undefined ? undefined : { origin, match, values };
  }

  #groupValues(map: Mapping | undefined, origin: string, extra: readonly string[]): LayerValues {
    const names = [...extra, ...this.#groups.map(({ name }) => name)];
    const layer: Record<string, Record<string, SettingValue>> = {};
    for (const [key, { keyAt, value }] of map?.entries ?? []) {
      if (!names.includes(key) && !(this.#hasOthers && !TOP_ONLY.includes(key)))
        this.#unknown(key, keyAt, names, origin);
      const group = this.#groups.find(({ name }) => name === key);
      if (group === undefined) continue;
      const settings = this.#mapping(value, `${origin}.${key}`);
      const known = Object.keys(group.settings);
      const values: Record<string, SettingValue> = {};
      for (const [name, entry] of settings?.entries ?? []) {
        const setting = known.includes(name) ? group.settings[name] : undefined;
        if (setting === undefined) this.#unknown(name, entry.keyAt, known, `${origin}.${key}`);
        else if (setting.notInRules === true && extra.includes('match')) {
          const message = `${key}.${name} is not read in ${origin}: it holds for all assets`;
          this.#complaints.warn('config/misplaced-key', entry.keyAt, message, 'Put it under default: or a preset');
        } else {
          const checked = this.#value(settings, name, `${key}.${name}`, setting);
          if (checked !== undefined) values[name] = checked;
        }
      }
      if (Object.keys(values).length > 0) layer[key] = values;
    }
    return layer;
  }

  #value(
    map: Mapping | undefined,
    key: string,
    label: string,
    { type }: Pick<FileKey, 'type'>,
  ): SettingValue | undefined {
    const tree = map?.entries.get(key)?.value;
    if (tree === undefined || (isEmpty(tree) && (type.is === 'list' || type.is === 'map'))) return undefined;
    const checked = checkValue(type, tree);
    if ('value' in checked) return checked.value;
    for (const { code, at, message, hint } of checked.misfits)
      this.#complaints.error(code, at, `${label} ${message}`, hint);
    return undefined;
  }

  #folder(map: Mapping | undefined, key: string, path: string | undefined): string | undefined {
    if (path === undefined || (path.trim() !== '' && !path.includes('\0'))) return path;
    this.#complaints.error('config/wrong-type', map?.entries.get(key)?.value.at, `${key} must name a folder`);
    return undefined;
  }

  /** A mapping that is left empty (everything in it commented out) counts as absent. */
  #mapping(tree: Tree | undefined, label: string): Mapping | undefined {
    if (tree === undefined || isEmpty(tree)) return undefined;
    if (tree.is === 'map') return tree;
    const message = `${label} must be a mapping (key: value), not ${describeTree(tree)}`;
    this.#complaints.error('config/wrong-type', tree.at, message);
    return undefined;
  }

  #unknown(key: string, at: number, known: readonly string[], place: string): void {
    const where = place === 'top' ? '' : ` in ${place}`;
    const isGroup = this.#groups.some(({ name }) => name === key);
    if (place === 'top' && isGroup) {
      this.#complaints.warn('config/misplaced-key', at, `${key} is not read here`, `Put it under default: or a preset`);
    } else if (place === 'top' && key === 'rules') {
      this.#complaints.warn(
        'config/misplaced-key',
        at,
        'rules are not read here',
        'Put them under default: or a preset',
      );
    } else if (place !== 'top' && TOP_ONLY.includes(key)) {
      const hint = 'Move it to the top level of the file';
      this.#complaints.warn('config/misplaced-key', at, `${key} is not read${where}`, hint);
    } else {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `Known here: ${known.join(', ')}` : `Did you mean ${meant}?`;
      this.#complaints.warn('config/unknown-key', at, `unknown key ${JSON.stringify(key)}${where}`, hint);
    }
  }
}

export const unknownPreset = (name: string, known: readonly string[]): string =>
  `there is no preset ${JSON.stringify(name)}${known.length > 0 ? `; known: ${known.join(', ')}` : ''}`;

export function presetHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'The configuration defines no presets; add one under presets:';
  const meant = nearest(name, known);
  return meant === undefined ? `Use one of: ${known.join(', ')}` : `Did you mean ${meant}?`;
}

const isEmpty = (tree: Tree): boolean => tree.is === 'scalar' && tree.value === null;
const asText = (value: SettingValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const asTexts = (value: SettingValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
