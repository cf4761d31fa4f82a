// Turns the YAML of assetc.yml into plain data and collects all diagnostics: an unknown key is a warning, a wrong value an error. Wrong
// values are left out, so that all values of the result have their declared type. Paths get forward slashes, and stay relative.

import type { Place } from '../../diagnostics/diagnostic.js';
import type { Mapping, YamlFile } from '../../diagnostics/yaml-tree.js';
import type { SettingsGroup, SettingValue } from '../../model/kind/setting.js';
import type { Budget, CodeFile, NamedPack } from '../config.js';
import { type CodeTarget, cacheKeys, codegenKeys, layerKeys, topLevelKeys } from '../file-keys.js';
import { isPackName } from '../pack-name.js';
import { parseRemoteUrl } from '../remote-url.js';
import { presetHint, unknownPreset } from '../unknown-preset.js';
import { Complaints } from './complaints.js';
import type { ConfigFile, NamedPlugin } from './config-file.js';
import { KeyReader, withSlashes } from './key-reader.js';
import { LayerParser } from './layer-parser.js';
import { parseAudit } from './parse-audit.js';
import { parseIgnoredWarnings } from './parse-ignored-warnings.js';

/**
 * `file` is the name in diagnostics. `hasOtherGroups`: there are groups of plug-ins that are not loaded, so that an unknown
 * key may be one of theirs. `platform`: the system whose paths the file may contain.
 */
export function parseConfig(
  { root, faults, placeAt }: YamlFile,
  file: string,
  groups: readonly SettingsGroup[],
  hasOtherGroups = false,
  platform: string = process.platform,
): ConfigFile {
  const complaints = new Complaints(file, placeAt);
  for (const { is, at, message, hint } of faults) complaints.error(`config/${is}`, at, message, hint);
  const groupNames = groups.map(({ name }) => name);
  const keys = new KeyReader(complaints, groupNames, platform);
  const layers = new LayerParser(keys, { groups, hasOtherGroups });

  const top = keys.mapping(root, 'the file');
  keys.onlyKnown(top, [...Object.keys(topLevelKeys), ...layerKeys], 'top');
  const pack = keys.value(top, 'pack', 'pack', topLevelKeys.pack);
  const packInfo = keys.value(top, 'packInfo', 'packInfo', topLevelKeys.packInfo);
  const licenses = keys.value(top, 'licenses', 'licenses', topLevelKeys.licenses);
  const manifest = keys.value(top, 'manifest', 'manifest', topLevelKeys.manifest);
  const folder = (key: 'input' | 'output') => keys.folder(top, key, keys.text(top, key, key, topLevelKeys[key]));
  const globs = (key: 'embed' | 'exclude' | 'remove') =>
    asTexts(keys.value(top, key, key, topLevelKeys[key])).map(withSlashes);
  const presets = layers.presets(top);
  return {
    input: folder('input'),
    output: folder('output'),
    preset: parsePreset(keys, top, [...presets.keys()]),
    pack: typeof pack === 'boolean' || pack === 'recorded' ? pack : undefined,
    packs: parsePacks(keys, top),
    packOrder: parsePackOrder(keys, top),
    packInfo: packInfo === true,
    licenses: licenses === 'collect' || licenses === 'require' ? licenses : undefined,
    base: keys.folder(top, 'base', keys.text(top, 'base', 'base', topLevelKeys.base)),
    remove: globs('remove'),
    manifest: manifest === 'all' || manifest === 'textures' ? manifest : undefined,
    embed: globs('embed'),
    exclude: globs('exclude'),
    plugins: parsePlugins(keys, top, placeAt),
    memoryBytes: parseMemory(keys, top),
    timeLimitMs: parseTimeLimit(keys, top),
    cache: parseCache(keys, top),
    ignoredWarnings: parseIgnoredWarnings(keys, top),
    budgets: parseBudgets(keys, top),
    audits: parseAudit(keys, top),
    codegen: parseCodegen(keys, top),
    default: layers.layer(top?.entries.get('default')?.value, 'default', ['rules']),
    presets,
    diagnostics: complaints.list,
  };
}

function parsePreset(keys: KeyReader, top: Mapping | undefined, known: readonly string[]): string | undefined {
  const preset = keys.text(top, 'preset', 'preset', topLevelKeys.preset);
  if (preset !== undefined && !known.includes(preset))
    keys.complaints.error(
      'config/unknown-preset',
      top?.entries.get('preset')?.value.at,
      unknownPreset(preset, known),
      presetHint(preset, known),
    );
  return preset;
}

function parsePlugins(
  keys: KeyReader,
  top: Mapping | undefined,
  placeAt: (offset: number) => Place,
): readonly NamedPlugin[] {
  const named = keys.value(top, 'plugins', 'plugins', topLevelKeys.plugins);
  const list = top?.entries.get('plugins')?.value;
  if (named === undefined || list?.is !== 'list') return [];
  return asTexts(named).map((specifier, i) => ({
    specifier: withSlashes(specifier),
    where: placeAt(list.items[i]?.at ?? list.at),
  }));
}

function parseCache(keys: KeyReader, top: Mapping | undefined): ConfigFile['cache'] {
  const map = keys.mapping(top?.entries.get('cache')?.value, 'cache');
  keys.onlyKnown(map, Object.keys(cacheKeys), 'cache');
  const dir = keys.folder(map, 'dir', keys.text(map, 'dir', 'cache.dir', cacheKeys.dir));
  const maxSizeBytes = keys.byteSize(map, 'maxSize', 'cache.maxSize', cacheKeys.maxSize);
  const remote = parseRemote(keys, map);
  const push = keys.value(map, 'push', 'cache.push', cacheKeys.push);
  return {
    dir,
    maxSizeBytes,
    ...(remote !== undefined && { remote }),
    ...((typeof push === 'boolean' || push === 'ci') && { push }),
  };
}

function parseRemote(keys: KeyReader, map: Mapping | undefined): string | undefined {
  const address = keys.text(map, 'remote', 'cache.remote', cacheKeys.remote);
  const url = address === undefined ? undefined : parseRemoteUrl(address, 'file');
  if (typeof url !== 'string') return address;
  keys.complaints.error('config/bad-remote', map?.entries.get('remote')?.value.at, `cache.remote ${url}`);
  return undefined;
}

function parseMemory(keys: KeyReader, top: Mapping | undefined): number | undefined {
  const written = top?.entries.get('memory')?.value;
  if (written?.is === 'scalar' && written.value === 'auto') return undefined;
  return keys.byteSize(top, 'memory', 'memory', topLevelKeys.memory);
}

function parseBudgets(keys: KeyReader, top: Mapping | undefined): readonly Budget[] {
  const map = top?.entries.get('budget')?.value;
  if (keys.value(top, 'budget', 'budget', topLevelKeys.budget) === undefined || map?.is !== 'map') return [];
  const declared = { type: topLevelKeys.budget.type.of };
  return [...map.entries.keys()].flatMap((glob) => {
    const limitBytes = keys.byteSize(map, glob, `budget.${JSON.stringify(glob)}`, declared);
    return limitBytes === undefined ? [] : [{ glob: withSlashes(glob), limitBytes }];
  });
}

/** Names become parts of file names, also on systems that ignore case. */
function parsePacks(keys: KeyReader, top: Mapping | undefined): readonly NamedPack[] {
  const map = top?.entries.get('packs')?.value;
  const packs = keys.value(top, 'packs', 'packs', topLevelKeys.packs);
  if (packs === undefined || map?.is !== 'map') return [];
  const pack = top?.entries.get('pack')?.value;
  if (pack?.is === 'scalar' && pack.value !== null && pack.value !== false)
    keys.complaints.error('config/pack-and-packs', pack.at, 'pack and packs are both set');
  const seen = new Set<string>();
  return [...map.entries].map(([name, { keyAt, value }]) => {
    if (!isPackName(name) || seen.has(name.toLowerCase()))
      keys.complaints.error(
        'config/pack-name',
        keyAt,
        `${JSON.stringify(name)} in packs ${seen.has(name.toLowerCase()) ? 'differs from another name only in case' : 'cannot be part of a file name'}`,
      );
    seen.add(name.toLowerCase());
    const items = value.is === 'list' ? value.items : [];
    const globs = items.flatMap((item) => (item.is === 'scalar' && typeof item.value === 'string' ? [item.value] : []));
    return { name, globs: globs.map(withSlashes) };
  });
}

function parsePackOrder(keys: KeyReader, top: Mapping | undefined): string | undefined {
  const order = keys.text(top, 'packOrder', 'packOrder', topLevelKeys.packOrder);
  return order === 'path' ? undefined : keys.folder(top, 'packOrder', order);
}

function parseCodegen(keys: KeyReader, top: Mapping | undefined): readonly CodeFile[] {
  const map = keys.mapping(top?.entries.get('codegen')?.value, 'codegen');
  const targets = Object.keys(codegenKeys).filter((key): key is CodeTarget => key in codegenKeys);
  keys.onlyKnown(map, targets, 'codegen');
  return targets.flatMap((target) => {
    const path = keys.folder(map, target, keys.text(map, target, `codegen.${target}`, codegenKeys[target]));
    return path === undefined ? [] : [{ target, path }];
  });
}

function parseTimeLimit(keys: KeyReader, top: Mapping | undefined): number | undefined {
  const limit = keys.value(top, 'timeLimit', 'timeLimit', topLevelKeys.timeLimit);
  if (limit === 'off') return 0;
  return typeof limit === 'number' ? Math.round(limit * 1000) : undefined;
}

const asTexts = (value: SettingValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
