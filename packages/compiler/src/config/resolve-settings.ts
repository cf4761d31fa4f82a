// Layering: built-in, default, preset, default rules in file order, preset rules in file order; each overrides only what it sets.

import type { ResolvedSettings, SettingsGroup, SettingValue } from '../model/setting.js';
import type { Config } from './config.js';
import { matchesGlob } from './glob.js';

export interface Resolution {
  readonly values: ResolvedSettings;
  /** `texture.quality` → `presets.mobile.rules[0]`; settings that no layer sets are absent (built-in). */
  readonly origins: { readonly [setting: string]: string };
}

/**
 * Settings for a source. `paths` are the names it goes by: its path, and for a model's image the model's path first,
 * then `<model without extension>/tex_<i>`; a rule applies where any of them matches.
 */
export function resolveSettings(
  config: Pick<Config, 'layers'>,
  groups: readonly SettingsGroup[],
  paths: readonly string[],
): Resolution {
  const values: Record<string, Record<string, SettingValue>> = {};
  const origins: Record<string, string> = {};
  for (const group of groups) {
    values[group.name] = Object.fromEntries(
      Object.entries(group.settings).map(([name, setting]) => [name, setting.default]),
    );
  }
  for (const layer of config.layers) {
    const { match } = layer;
    if (match !== undefined && !paths.some((path) => matchesGlob(match, path))) continue;
    for (const [group, settings] of Object.entries(layer.values)) {
      for (const [name, value] of Object.entries(settings)) {
        const target = values[group];
        if (target === undefined) continue;
        target[name] = value;
        origins[`${group}.${name}`] = layer.origin;
      }
    }
  }
  return { values, origins };
}
