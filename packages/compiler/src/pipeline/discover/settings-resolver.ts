// Resolves the settings that a kind declares for a source. Results are cached by the set of matching rules, so that ten thousand
// sources under the same rules share one object and one canonical text, which the plan compares by identity.

import type { Config, Layer } from '../../config/config.js';
import { type Resolution, resolveSettings } from '../../config/resolve-settings.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import type { ResolvedSettings, Setting, SettingValue } from '../../model/kind/setting.js';
import { canonicalJson } from '../cache/canonical-json.js';

export interface KindSettings {
  /** Only what the kind declared. */
  readonly values: ResolvedSettings;
  readonly json: string;
  /** Every setting of every group, declared or not: for decisions that are not part of a content key. */
  readonly all: ResolvedSettings;
  /** `texture.quality` → `presets.mobile.rules[0]`; built-in values are absent. */
  readonly origins: { readonly [setting: string]: string };
}

export class SettingsResolver {
  readonly #config: Pick<Config, 'layers'>;
  readonly #registry: Registry;
  readonly #known = new Map<Resolution, Map<string, KindSettings>>();
  /** The same by the identity of the list: joining its names for every asset took longer than everything else. */
  readonly #byList = new Map<Resolution, WeakMap<readonly string[], KindSettings>>();
  readonly #wanted = new Map<string, readonly string[]>();
  #ownRules: ReadonlyMap<string, readonly Layer[]> | undefined;
  readonly #all: readonly string[];
  readonly #affectsBytes: ReadonlySet<string>;
  readonly #narrowing: Narrowing;

  constructor(config: Pick<Config, 'layers'>, registry: Registry) {
    this.#config = config;
    this.#registry = registry;
    const declared = registry.groups.flatMap((group) =>
      Object.entries(group.settings).map(([name, { affects, narrow }]) => ({
        full: `${group.name}.${name}`,
        affects,
        narrow,
      })),
    );
    this.#narrowing = new Map(declared.flatMap(({ full, narrow }) => (narrow === undefined ? [] : [[full, narrow]])));
    this.#all = declared.map(({ full }) => full);
    this.#affectsBytes = new Set(declared.flatMap(({ full, affects }) => (affects === 'bytes' ? [full] : [])));
  }

  /** The settings that a kind declares. `names`: what rules may match, see resolveSettings. */
  resolve(kind: Kind, names: readonly string[]): KindSettings {
    return this.select(kind.settings, names);
  }

  /** The current values of the settings that a record lists. */
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

  /** Whether a rule that matches exactly this path sets something else in the setting's group. */
  hasOwnRule(path: string, setting: string): boolean {
    const [group = '', name = ''] = setting.split('.');
    this.#ownRules ??= rulesByPath(this.#config.layers);
    const rules = this.#ownRules.get(path) ?? [];
    const values = rules.flatMap((rule) => Object.keys(rule.values[group] ?? {}));
    return values.length > 0 && !values.includes(name);
  }

  /** All settings. */
  selectAll(names: readonly string[]): KindSettings {
    return this.#choose(this.#all, names, NOTHING_NARROWED);
  }

  /** Single settings (`texture.store`), or groups (`mesh`): those of their settings that affect bytes. */
  select(wanted: readonly string[], names: readonly string[]): KindSettings {
    if (wanted.length === 0) return NONE;
    const narrow = wanted.some((full) => this.#narrowing.has(full)) ? this.#narrowing : NOTHING_NARROWED;
    return this.#choose(wanted, names, narrow);
  }

  #choose(wanted: readonly string[], names: readonly string[], narrowing: Narrowing): KindSettings {
    const resolution = resolveSettings(this.#config, this.#registry.groups, names);
    // Narrowed settings depend on the path, so they cannot be cached by list.
    if (narrowing.size > 0) return this.#chooseFrom(resolution, wanted, names, narrowing);
    const byList = this.#byList.get(resolution) ?? new WeakMap<readonly string[], KindSettings>();
    this.#byList.set(resolution, byList);
    const known = byList.get(wanted) ?? this.#chooseFrom(resolution, wanted, names, narrowing);
    byList.set(wanted, known);
    return known;
  }

  #chooseFrom(
    resolution: Resolution,
    wanted: readonly string[],
    names: readonly string[],
    narrowing: Narrowing,
  ): KindSettings {
    const selections = this.#known.get(resolution) ?? new Map<string, KindSettings>();
    this.#known.set(resolution, selections);
    const key = wanted === this.#all ? '' : `${wanted.join(' ')} ${narrowing.size > 0 ? (names[0] ?? '') : ''}`;
    const known = selections.get(key);
    if (known !== undefined) return known;
    const { values, origins } = resolution;
    const chosen: Record<string, Record<string, SettingValue>> = {};
    const chosenOrigins: Record<string, string> = {};
    for (const [group, settings] of Object.entries(values)) {
      for (const [name, value] of Object.entries(settings)) {
        const full = `${group}.${name}`;
        if (!wanted.includes(full) && !(wanted.includes(group) && this.#affectsBytes.has(full))) continue;
        chosen[group] ??= {};
        chosen[group][name] = narrowing.get(full)?.(value, names[0] ?? '') ?? value;
        const origin = origins[full];
        if (origin !== undefined) chosenOrigins[full] = origin;
      }
    }
    const resolved = { values: chosen, json: canonicalJson(chosen), all: values, origins: chosenOrigins };
    selections.set(key, resolved);
    return resolved;
  }
}

type Narrowing = ReadonlyMap<string, NonNullable<Setting['narrow']>>;

const NOTHING_NARROWED: Narrowing = new Map();
const NONE: KindSettings = { values: {}, json: '{}', all: {}, origins: {} };

function rulesByPath(layers: readonly Layer[]): ReadonlyMap<string, readonly Layer[]> {
  const rules = new Map<string, Layer[]>();
  for (const layer of layers) {
    if (layer.match === undefined) continue;
    const known = rules.get(layer.match);
    if (known === undefined) rules.set(layer.match, [layer]);
    else known.push(layer);
  }
  return rules;
}
