// Settings are declared once, next to the compiler that uses them. The configuration parser, its diagnostics, the JSON Schema
// and the documentation derive from the declaration.

/** The type of a setting. */
export type SettingType =
  | { readonly is: 'boolean' }
  /** Any of the words; `true`/`false` may be among them as booleans. */
  | { readonly is: 'choice'; readonly values: readonly (string | boolean)[] }
  | { readonly is: 'integer'; readonly min: number; readonly max: number }
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'text'; readonly isFilled?: true }
  /** Whole bytes, also written as `200 kB`; the value is the number. */
  | { readonly is: 'size'; readonly min: number }
  | { readonly is: 'list'; readonly of: SettingType; readonly maxLength?: number }
  /**
   * A map to values from free keys, e.g. font axes, or from some of `keys`. `ordered`: the order of the keys matters, so the value is a list of
   * maps with one key each.
   */
  | { readonly is: 'map'; readonly of: SettingType; readonly keys?: readonly string[]; readonly ordered?: true }
  /** A map with these keys, each with its own type. Layers override only the keys that they set. The default has all of them. */
  | { readonly is: 'record'; readonly fields: { readonly [key: string]: SettingType & { readonly doc: string } } }
  /** A map with exactly one of these keys. */
  | { readonly is: 'one'; readonly fields: { readonly [key: string]: SettingType } }
  /** The first alternative that fits. */
  | { readonly is: 'any'; readonly of: readonly SettingType[] };

/** The value of a setting. */
export type SettingValue =
  | boolean
  | number
  | string
  | readonly SettingValue[]
  | { readonly [key: string]: SettingValue };

/**
 * What a setting affects: the bytes of outputs (or whether there are any); only their paths; or nothing that an asset
 * writes, such as a setting that decides whether an asset is compiled. Content keys contain only the first.
 */
type Affects = 'bytes' | 'place' | 'nothing';

export interface Setting<T extends SettingValue = SettingValue> {
  readonly type: SettingType;
  readonly default: T;
  readonly doc: string;
  readonly affects: Affects;
  /** Equal for all assets: only `default` and presets may set it. */
  readonly notInRules?: true;
  /** The part of the value that matters for one source. Only that part is visible and recorded. */
  narrow?(value: SettingValue, path: string): SettingValue;
}

/** A group is one key of the configuration: `texture`, `mesh`, … */
export interface SettingsGroup<V = Record<string, SettingValue>> {
  readonly name: string;
  readonly doc: string;
  readonly settings: { readonly [K in keyof V]: V[K] extends SettingValue ? Setting<V[K]> : never };
}

export function settingsGroup<V extends Record<string, SettingValue>>(
  name: string,
  doc: string,
  settings: SettingsGroup<V>['settings'],
): SettingsGroup<V> {
  return { name, doc, settings };
}

/** Adds a part that is declared elsewhere to a group. Each reads its own part, typed, with `settingsIn`. */
export function joinGroups(group: SettingsGroup, part: SettingsGroup): SettingsGroup {
  if (part.name !== group.name) throw new Error(`${part.name} is no part of ${group.name}`);
  return { ...group, settings: { ...group.settings, ...part.settings } };
}

/** The resolved values of a group, typed: `SettingsOf<typeof textureSettings>`. */
export type SettingsOf<G> = G extends SettingsGroup<infer V> ? { readonly [K in keyof V]: V[K] } : never;

/** All groups, resolved for one asset: group name → setting name → value. */
export type ResolvedSettings = { readonly [group: string]: { readonly [setting: string]: SettingValue } };

/** The typed values of one group. The resolver has already checked every value against the group's declaration. */
export function settingsIn<V>(resolved: ResolvedSettings, group: SettingsGroup<V>): { readonly [K in keyof V]: V[K] } {
  const values = resolved[group.name];
  if (values === undefined) throw new Error(`settings group ${group.name} was not resolved`);
  return values as { readonly [K in keyof V]: V[K] };
}

/** A setting as a kind declares it: its type, default and documentation. */
export type SettingDeclaration = SettingType & {
  readonly default: SettingValue;
  readonly doc: string;
  /** `nothing`: a change of it rebuilds nothing, and `compile` does not see it. Default: `bytes`. */
  readonly affects?: 'bytes' | 'nothing';
};

/** Settings of a kind by name. */
export type SettingsDeclaration = { readonly [name: string]: SettingDeclaration };

/** The values of a setting type. */
export type ValueOf<T> = T extends { readonly is: 'boolean' }
  ? boolean
  : T extends { readonly is: 'choice'; readonly values: readonly (infer V)[] }
    ? V
    : T extends { readonly is: 'integer' | 'number' | 'size' }
      ? number
      : T extends { readonly is: 'text' }
        ? string
        : T extends { readonly is: 'list'; readonly of: infer E }
          ? readonly ValueOf<E>[]
          : T extends { readonly is: 'map'; readonly of: infer E }
            ? { readonly [key: string]: ValueOf<E> }
            : T extends { readonly is: 'record'; readonly fields: infer F }
              ? { readonly [K in keyof F]: ValueOf<F[K]> }
              : T extends { readonly is: 'one'; readonly fields: infer F }
                ? { readonly [K in keyof F]: { readonly [L in K]: ValueOf<F[K]> } }[keyof F]
                : T extends { readonly is: 'any'; readonly of: readonly (infer E)[] }
                  ? ValueOf<E>
                  : never;

/** The settings group of a declaration. */
export function groupOf(name: string, doc: string, declared: SettingsDeclaration): SettingsGroup {
  const settings: Record<string, Setting> = {};
  for (const [key, { default: value, doc, affects = 'bytes', ...type }] of Object.entries(declared))
    settings[key] = { type, default: value, doc, affects };
  return { name, doc, settings };
}
