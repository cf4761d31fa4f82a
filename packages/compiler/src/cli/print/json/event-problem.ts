// Checks that a line of --json is as documented. Tests check every line of real runs with it.

import type { FieldType } from '../../../index.js';
import { jsonEvents } from './json-events.js';

/** How an event differs from the documentation, or undefined if it does not. */
export function eventProblem(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null) return 'it is no object';
  const { type, ...fields }: { readonly [name: string]: unknown } = { ...event };
  const doc = typeof type === 'string' ? jsonEvents[type] : undefined;
  if (doc === undefined) return `type ${JSON.stringify(type)} is not documented`;
  for (const [name, value] of Object.entries(fields)) {
    const declared = doc.fields[name];
    if (declared === undefined) return `${String(type)}.${name} is not documented`;
    const isListed = declared.values?.some((one) => one === value) ?? true;
    if (!fits(declared.type, value) || !isListed)
      return `${String(type)}.${name} is not ${declared.type}: ${JSON.stringify(value)}`;
  }
  const missing = Object.keys(doc.fields).find((name) => !(name in fields));
  return missing === undefined ? undefined : `${String(type)}.${missing} is missing`;
}

function fits(type: FieldType, value: unknown): boolean {
  switch (type) {
    case 'string | null':
      return value === null || typeof value === 'string';
    case 'string[]':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'object[]':
      return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
    case 'Diagnostic':
      return isDiagnostic(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function isDiagnostic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { code, severity, message, file, hint, where }: { readonly [name: string]: unknown } = { ...value };
  const optional = [file, hint].every((text) => text === undefined || typeof text === 'string');
  const placed = where === undefined || (typeof where === 'object' && where !== null);
  const severe = severity === 'error' || severity === 'warning' || severity === 'notice';
  return (
    typeof code === 'string' &&
    /^[a-z0-9-]+\/[a-z0-9-]+$/.test(code) &&
    severe &&
    typeof message === 'string' &&
    optional &&
    placed
  );
}
