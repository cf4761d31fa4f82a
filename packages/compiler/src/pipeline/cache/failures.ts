// What was said about assets that failed, in the cache's snapshot: rows of [source, name or null, diagnostics]. Only `why` reads it, so
// what does not look like a failure is skipped: losing one costs a sentence.

import { isDiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import { assetKey, splitAssetKey } from './record.js';

export type FailureRow = readonly [source: string, name: string | null, diagnostics: readonly Diagnostic[]];

export function encodeFailures(failures: ReadonlyMap<string, readonly Diagnostic[]>): readonly FailureRow[] {
  const keys = [...failures.keys()].sort();
  return keys.map((key) => {
    const { source, name } = splitAssetKey(key);
    return [source, name ?? null, failures.get(key) ?? []];
  });
}

export function decodeFailures(rows: unknown): Map<string, readonly Diagnostic[]> {
  const failures = new Map<string, readonly Diagnostic[]>();
  for (const row of asList(rows)) {
    const [source, name, diagnostics] = asList(row);
    if (typeof source !== 'string' || (typeof name !== 'string' && name !== null)) continue;
    const known = asList(diagnostics).flatMap((diagnostic) => asDiagnostic(diagnostic) ?? []);
    failures.set(assetKey(source, name ?? undefined), known);
  }
  return failures;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function asDiagnostic(value: unknown): Diagnostic | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, severity, message, file, hint, where }: { [name: string]: unknown } = { ...value };
  if (typeof code !== 'string' || !isDiagnosticCode(code) || typeof message !== 'string') return undefined;
  if (severity !== 'error' && severity !== 'warning') return undefined;
  return {
    code,
    severity,
    ...(typeof file === 'string' && { file }),
    ...(typeof where === 'object' && where !== null && { where: asPlace(where) }),
    message,
    ...(typeof hint === 'string' && { hint }),
  };
}

function asPlace(value: object): Place {
  const { line, column, pointer, offset }: { [name: string]: unknown } = { ...value };
  return {
    ...(typeof line === 'number' && { line }),
    ...(typeof column === 'number' && { column }),
    ...(typeof pointer === 'string' && { pointer }),
    ...(typeof offset === 'number' && { offset }),
  };
}
