// Assets that failed in the last build, in the cache's snapshot: rows of [source, name or null, diagnostics, attempt or null]. Only
// predictions and reports use them, and they make nothing up to date. So rows that are malformed are simply skipped.

import { isDiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.js';
import { checkDependencyObject, checkSettings } from './check-record.js';
import { type AssetRecord, assetKey, splitAssetKey } from './record.js';
import { Damaged, type Fields, json, shortList, text } from './untrusted.js';

/** What the failed compile was made from, as in a record. While it stays the same, compiling fails again. */
export type Attempt = Pick<AssetRecord, 'kind' | 'kindIdentity' | 'settings' | 'base' | 'params' | 'dependencies'>;

export interface Failure {
  /** What was reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if compiling again may succeed, or if the asset was not compiled. */
  readonly attempt: Attempt | undefined;
}

export type FailureRow = readonly [
  source: string,
  name: string | null,
  diagnostics: readonly Diagnostic[],
  attempt: Attempt | null,
];

/** Failures of the machine, which do not predict the next build. */
const MAY_PASS: readonly string[] = [
  'build/vanished',
  'build/unreadable',
  'build/time-limit',
  'build/out-of-memory',
  'build/few-descriptors',
  'shader/limit',
];

export const isRepeatable = ({ code }: Diagnostic): boolean =>
  !code.startsWith('internal/') && !MAY_PASS.includes(code);

export function encodeFailures(failures: ReadonlyMap<string, Failure>): readonly FailureRow[] {
  return [...failures]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { diagnostics, attempt }]) => {
      const { source, name } = splitAssetKey(key);
      return [source, name ?? null, diagnostics, attempt ?? null];
    });
}

export function decodeFailures(rows: unknown): Map<string, Failure> {
  const failures = new Map<string, Failure>();
  for (const row of asList(rows)) {
    const [source, name, diagnostics, attempt] = asList(row);
    if (typeof source !== 'string' || (typeof name !== 'string' && name !== null)) continue;
    const known = asList(diagnostics).flatMap((diagnostic) => asDiagnostic(diagnostic) ?? []);
    failures.set(assetKey(source, name ?? undefined), { diagnostics: known, attempt: asAttempt(attempt) });
  }
  return failures;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function asAttempt(value: unknown): Attempt | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, kindIdentity, settings, base, params, dependencies }: Fields = { ...value };
  try {
    json(params);
    return {
      kind: text(kind),
      kindIdentity: text(kindIdentity),
      settings: checkSettings(settings),
      base: text(base),
      params,
      dependencies: shortList(dependencies).map(checkDependencyObject),
    };
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  }
}

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
