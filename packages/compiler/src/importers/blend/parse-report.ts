// Reads what the script has written, which another program may have written instead.

import type { ExportReport } from './export-script.js';

/** Undefined if it is no report. */
export function parseReport(text: string): ExportReport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { files, unapplied, exported, error } = fieldsOf(value);
  if (!Array.isArray(files) || !Array.isArray(unapplied)) return undefined;
  if (typeof exported !== 'boolean' || typeof error !== 'string') return undefined;
  const listed = files.map((each: unknown) => {
    const { kind, path } = fieldsOf(each);
    return typeof kind === 'string' && typeof path === 'string' ? { kind, path } : undefined;
  });
  const named = listed.filter((each) => each !== undefined);
  if (named.length !== files.length) return undefined;
  return { files: named, unapplied: unapplied.map(String), exported, error };
}

const fieldsOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {};
