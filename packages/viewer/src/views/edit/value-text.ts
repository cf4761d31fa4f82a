// Values of settings as text, and back.

import type { UiRuleChange, UiValue } from '../../api.js';

export const textOf = (value: UiValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `texture.quality: high, texture.mips: false` */
export const labelOf = (values: UiRuleChange['values']): string =>
  Object.entries(values)
    .flatMap(([group, settings]) =>
      Object.entries(settings).map(([name, value]) => `${group}.${name}: ${textOf(value)}`),
    )
    .join(', ');

/** JSON, or text as it is. */
export function parseValue(text: string): UiValue {
  try {
    const value: unknown = JSON.parse(text);
    return isValue(value) ? value : text;
  } catch {
    return text;
  }
}

const isValue = (value: unknown): value is UiValue =>
  ['boolean', 'number', 'string'].includes(typeof value) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isValue));

/** Values by the names of settings, out of the address. Empty if it has none. */
export function valuesFrom(text: string | null): ReadonlyMap<string, UiValue> {
  const parsed: unknown = text === null ? {} : parseValue(text);
  const found = new Map<string, UiValue>();
  if (typeof parsed !== 'object' || parsed === null) return found;
  for (const [group, settings] of Object.entries(parsed))
    if (typeof settings === 'object' && settings !== null)
      for (const [name, value] of Object.entries(settings)) if (isValue(value)) found.set(`${group}.${name}`, value);
  return found;
}
