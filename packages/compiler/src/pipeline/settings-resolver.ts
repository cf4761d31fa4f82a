// The settings that a kind declared, resolved for a source. Remembered by the set of rules that match, so that ten thousand
// sources under the same rules share one object and one canonical text, which the plan compares by identity.

import type { Config } from '../config/config.js';
import { matchesGlob } from '../config/glob.js';
import { resolveSettings } from '../config/resolve-settings.js';
import type { Kind, Registry } from '../model/kind.js';
import type { ResolvedSettings, SettingValue } from '../model/setting.js';
import { canonicalJson } from './canonical-json.js';

export interface KindSettings {
  /** Only what the kind declared. */
  readonly values: ResolvedSettings;
  readonly json: string;
  /** `texture.quality` → `presets.mobile.rules[0]`; built-in values are absent. */
  readonly origins: { readonly [setting: string]: string };
}

export class SettingsResolver {
  readonly #config: Pick<Config, 'layers'>;
  readonly #registry: Registry;
  readonly #rules: readonly string[];
  readonly #known = new Map<string, KindSettings>();
  readonly #wanted = new Map<string, readonly string[]>();

  constructor(config: Pick<Config, 'layers'>, registry: Registry) {
    this.#config = config;
    this.#registry = registry;
    this.#rules = [...new Set(config.layers.flatMap((layer) => (layer.match === undefined ? [] : [layer.match])))];
  }

  /** What a kind declared. `names`: what rules may match, see resolveSettings. */
  resolve(kind: Kind, names: readonly string[]): KindSettings {
    return this.select(kind.settings, names);
  }

  /** The settings that a record was made with, as they are now. */
  selectLike(json: string, names: readonly string[]): KindSettings {
    let wanted = this.#wanted.get(json);
    if (wanted === undefined) {
      wanted = Object.entries(JSON.parse(json)).flatMap(([group, settings]) =>
        Object.keys(settings ?? {}).map((name) => `${group}.${name}`),
      );
      this.#wanted.set(json, wanted);
    }
    return this.select(wanted, names);
  }

  /** Whole groups (`mesh`) or single settings (`texture.store`). */
  select(wanted: readonly string[], names: readonly string[]): KindSettings {
    if (wanted.length === 0) return NONE;
    let key = wanted.join(' ');
    for (const [i, rule] of this.#rules.entries()) if (names.some((name) => matchesGlob(rule, name))) key += `,${i}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { values, origins } = resolveSettings(this.#config, this.#registry.groups, names);
    const chosen: Record<string, Record<string, SettingValue>> = {};
    const chosenOrigins: Record<string, string> = {};
    for (const [group, settings] of Object.entries(values)) {
      for (const [name, value] of Object.entries(settings)) {
        const full = `${group}.${name}`;
        if (!wanted.includes(group) && !wanted.includes(full)) continue;
        chosen[group] ??= {};
        chosen[group][name] = value;
        const origin = origins[full];
        if (origin !== undefined) chosenOrigins[full] = origin;
      }
    }
    const resolved = { values: chosen, json: canonicalJson(chosen), origins: chosenOrigins };
    this.#known.set(key, resolved);
    return resolved;
  }
}

const NONE: KindSettings = { values: {}, json: '{}', origins: {} };
