// Finds the module of an entry point by the values of macros.

import { NO_MODULE } from './layout.js';
import type { Hvar, VariantModule } from './model.js';

/** Values as in the configuration: `true` means 1, `false` a macro that is not defined. */
export type VariantDefines = Readonly<Record<string, string | number | boolean>>;

/** A value as `.hvar` stores it. */
export const variantText = (value: string | number | boolean): string => (value === true ? '1' : String(value));

/**
 * The module of an entry point (`fragment`). Every macro that varies needs a value. Undefined if one has none or another one, if there is a
 * macro that does not vary, or if the combination was not compiled.
 *
 * @example
 * const module = findVariant(variants, 'fragment', { SHADOWS: true, QUALITY: 2 });
 */
export function findVariant(
  { axes, entries, modules, cells }: Hvar,
  entry: string,
  defines: VariantDefines,
): VariantModule | undefined {
  const first = entries.indexOf(entry);
  if (first < 0 || Object.keys(defines).length !== axes.length) return undefined;
  let combination = 0;
  for (const { name, values } of axes) {
    const value = Object.hasOwn(defines, name) ? defines[name] : undefined;
    const index = value === undefined ? -1 : values.indexOf(variantText(value));
    if (index < 0) return undefined;
    combination = combination * values.length + index;
  }
  const cell = cells[first * (cells.length / entries.length) + combination] ?? NO_MODULE;
  return cell === NO_MODULE ? undefined : modules[cell];
}
