// Merges the layers: built-in, default, preset, default rules in file order, preset rules in file order, flags. Each overrides only what it sets.

import type { ResolvedSettings, SettingsGroup, SettingValue } from '../model/kind/setting.js';
import { matchesGlob } from '../model/text/glob.js';
import type { Config, Layer } from './config.js';

export interface Resolution {
  readonly values: ResolvedSettings;
  /** `texture.quality` → `presets.mobile.rules[0]`; settings that no layer sets are absent (built-in). */
  readonly origins: { readonly [setting: string]: string };
}

/** Cached per set of layers: far fewer sets than assets occur. */
const kept = new WeakMap<readonly Layer[], WeakMap<readonly SettingsGroup[], Map<string, Resolution>>>();

/**
 * Settings for a source. `paths` are its names: its path, and for a model's image the model's path first,
 * then `<model without extension>/tex_<i>`; a rule applies if any of them matches. Equal layers return the same frozen object.
 */
export function resolveSettings(
  config: Pick<Config, 'layers'>,
  groups: readonly SettingsGroup[],
  paths: readonly string[],
): Resolution {
  const { layers } = config;
  const applying: number[] = [];
  for (let i = 0; i < layers.length; i++) {
    const match = layers[i]?.match;
    if (match === undefined || paths.some((path) => matchesGlob(match, path))) applying.push(i);
  }
  const perGroups = kept.get(config.layers) ?? new WeakMap<readonly SettingsGroup[], Map<string, Resolution>>();
  kept.set(config.layers, perGroups);
  const perLayers = perGroups.get(groups) ?? new Map<string, Resolution>();
  perGroups.set(groups, perLayers);
  const key = applying.join();
  const known = perLayers.get(key);
  if (known !== undefined) return known;
  const resolution = merge(
    applying.flatMap((index) => config.layers[index] ?? []),
    groups,
  );
  perLayers.set(key, resolution);
  return resolution;
}

function merge(layers: readonly Layer[], groups: readonly SettingsGroup[]): Resolution {
  const values: Record<string, Record<string, SettingValue>> = {};
  const origins: Record<string, string> = {};
  for (const group of groups) {
    values[group.name] = Object.fromEntries(
      Object.entries(group.settings).map(([name, setting]) => [name, setting.default]),
    );
  }
  for (const layer of layers) {
    for (const [group, settings] of Object.entries(layer.values)) {
      const target = values[group];
      const declared = groups.find((each) => each.name === group)?.settings;
      if (target === undefined || declared === undefined) continue;
      for (const [name, value] of Object.entries(settings)) {
        target[name] = declared[name]?.type.is === 'record' ? joinRecords(target[name], value) : value;
        origins[`${group}.${name}`] = layer.origin;
      }
    }
  }
  for (const group of Object.values(values)) Object.freeze(group);
  return Object.freeze({ values: Object.freeze(values), origins: Object.freeze(origins) });
}

/** The parser has checked that both are mappings. */
const joinRecords = (below: SettingValue | undefined, above: SettingValue): SettingValue =>
  typeof below === 'object' && typeof above === 'object' ? { ...below, ...above } : above;
