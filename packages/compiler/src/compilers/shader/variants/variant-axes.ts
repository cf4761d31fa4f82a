// The combinations of `shader.variants`, checked and in order: the last macro varies fastest.

import { MAX_COMBINATIONS, variantText } from '@assetc/formats';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { Defines } from '../defines.js';
import type { ShaderSettings } from '../settings.js';

type VariantValue = string | number | boolean;

interface Axis {
  readonly name: string;
  /** As in `.hvar`: `false` means that the macro is not defined. */
  readonly values: readonly string[];
}

/** One combination of values. */
export interface Combination {
  /** In the order of all combinations, excluded ones included. */
  readonly index: number;
  /** `.SHADOWS=1.QUALITY=2` */
  readonly suffix: string;
  /** Macro → its text; `null`: not defined. */
  readonly macros: ReadonlyMap<string, string | null>;
}

export interface Variants {
  readonly axes: readonly Axis[];
  /** Of all macros, excluded ones included. */
  readonly count: number;
  readonly combinations: readonly Combination[];
}

/** Safe in file names of every system. */
const VALUE = /^[A-Za-z0-9_+-][A-Za-z0-9_.+-]*$/;

/** Undefined without variants. Checks the number of combinations before it lists any. */
export function variantsOf(settings: ShaderSettings, folder: string): Variants | undefined {
  const axes = axesOf(settings, folder);
  if (axes.length === 0) return undefined;
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_COMBINATIONS)
    throw tooMany(folder, `${count} combinations; a shader can have at most ${MAX_COMBINATIONS}`);
  const isExcluded = exclusion(settings, axes, folder);
  const combinations = Array.from({ length: count }, (_, index) => combinationAt(axes, index)).filter(
    ({ macros }) => !isExcluded(macros),
  );
  if (combinations.length > settings.maxVariants)
    throw tooMany(folder, `${combinations.length} combinations; shader.maxVariants allows ${settings.maxVariants}`);
  if (combinations.length === 0) throw bad(folder, 'shader.excludeVariants excludes every combination');
  return { axes, count, combinations };
}

/** `defines` and the macros of a combination, which win. */
export const definesWith = (defines: Defines, macros: Combination['macros']): Defines =>
  [
    ...defines.filter(([name]) => !macros.has(name)),
    ...[...macros].flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  ].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

function axesOf({ variants }: ShaderSettings, folder: string): readonly Axis[] {
  const axes = variants.flatMap((axis) =>
    Object.entries(axis).map(([name, values]) => ({ name, values: values.map(variantText) })),
  );
  for (const { name, values } of axes) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw bad(folder, `${JSON.stringify(name)} is no name of a macro`);
    if (values.length === 0) throw bad(folder, `${name} has no values`);
    const wrong = values.find((value) => !VALUE.test(value));
    if (wrong !== undefined) throw bad(folder, `${name} cannot be ${JSON.stringify(wrong)} in the name of a file`);
    // Some file systems ignore case.
    if (new Set(values.map((value) => value.toLowerCase())).size < values.length)
      throw bad(folder, `two values of ${name} are equal`);
  }
  return axes;
}

function combinationAt(axes: readonly Axis[], index: number): Combination {
  let rest = index;
  const chosen = [...axes].reverse().map(({ name, values }) => {
    const value = values[rest % values.length] ?? '';
    rest = Math.floor(rest / values.length);
    return [name, value] as const;
  });
  chosen.reverse();
  return {
    index,
    suffix: chosen.map(([name, value]) => `.${name}=${value}`).join(''),
    macros: new Map(chosen.map(([name, value]) => [name, value === 'false' ? null : value])),
  };
}

/** A combination is excluded by a rule all of whose macros it matches. */
function exclusion({ excludeVariants }: ShaderSettings, axes: readonly Axis[], folder: string) {
  const rules = excludeVariants.map((rule) =>
    Object.entries(rule).map(([name, value]) => {
      const values = listOf(value).map(variantText);
      const axis = axes.find((each) => each.name === name);
      if (axis === undefined) throw bad(folder, `shader.excludeVariants names ${name}, which does not vary`);
      const strange = values.find((each) => !axis.values.includes(each));
      if (strange !== undefined) throw bad(folder, `shader.excludeVariants: ${name} is never ${strange}`);
      return { name, values };
    }),
  );
  return (macros: Combination['macros']): boolean =>
    rules.some((rule) => rule.every(({ name, values }) => values.includes(macros.get(name) ?? 'false')));
}

const listOf = (value: VariantValue | readonly VariantValue[]): readonly VariantValue[] =>
  typeof value === 'object' ? value : [value];

const bad = (file: string, message: string): AssetError =>
  new AssetError({ code: 'shader/bad-variants', file, message: `shader.variants: ${message}` });

const tooMany = (file: string, message: string): AssetError =>
  new AssetError({ code: 'shader/too-many-variants', file, message: `shader.variants has ${message}` });
