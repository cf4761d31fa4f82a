// `assetc/credits.json` and `assetc/credits.txt`, which exist only in packs: who made the assets, and under which licenses.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { digestBytes } from '../../cache/digest.js';
import { type AssetRecord, filesReadBy } from '../../cache/record.js';
import { outputPathOf } from '../../commit/output-path.js';
import { compareText } from '../../host/source-path.js';
import type { PackedFile } from '../pack.js';
import type { LicenseReader } from './read-licenses.js';
import { type Credit, isEmptyCredit } from './spdx.js';

const FILES = { json: 'assetc/credits.json', text: 'assetc/credits.txt' } as const;

/** Whether a path is that of a file of credits. */
export const isCreditsPath = (path: string): boolean => path === FILES.json || path === FILES.text;

/** A file of the input with its credit. */
export interface CreditedFile extends Credit {
  readonly path: string;
  /** Outputs that were made of it. */
  readonly outputs: ReadonlySet<string>;
}

/** Sources and the files that they read, sorted; those without a credit have an empty one. */
export function collectCredits(records: readonly AssetRecord[], licenses: LicenseReader): readonly CreditedFile[] {
  const files = new Map<string, Set<string>>();
  for (const record of records)
    for (const path of [record.source, ...filesReadBy(record.dependencies)]) {
      const outputs = files.get(path) ?? new Set();
      files.set(path, outputs);
      for (const output of record.outputs) outputs.add(outputPathOf(record, output));
    }
  return [...files]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, outputs]) => ({ path, outputs, ...licenses.read(path) }));
}

/** An error for each source that has no credit. Files that a source reads are covered by its own. */
export function missingCredits(
  records: readonly AssetRecord[],
  credits: readonly CreditedFile[],
): readonly Diagnostic[] {
  const sources = new Set(records.map(({ source }) => source));
  return credits
    .filter((credit) => sources.has(credit.path) && isEmptyCredit(credit))
    .map(({ path }) => ({
      code: 'build/no-license',
      severity: 'error',
      file: path,
      message: 'it has neither a license nor a copyright notice',
      hint: `Add ${path}.license with a line "SPDX-License-Identifier: CC0-1.0", or an annotation in REUSE.toml.`,
    }));
}

/** The two files for a pack with these outputs; none if nothing in it has a credit. */
export function creditFiles(credits: readonly CreditedFile[], paths: ReadonlySet<string>): readonly PackedFile[] {
  const groups = new Map<string, { readonly credit: Credit; readonly files: string[] }>();
  for (const { path, outputs, licenses, copyrights } of credits) {
    const credit = { licenses, copyrights };
    if (isEmptyCredit(credit) || ![...outputs].some((output) => paths.has(output))) continue;
    const key = JSON.stringify(credit);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { credit, files: [path] });
    else group.files.push(path);
  }
  if (groups.size === 0) return [];
  const rows = [...groups.values()].map(({ credit, files }) => JSON.stringify({ ...credit, files }));
  const json = `{"format":"assetc credits","version":1,"credits":[\n${rows.join(',\n')}\n]}\n`;
  const text = [...groups.values()].map(paragraph).join('\n');
  return [packed(FILES.json, json), packed(FILES.text, text)];
}

function paragraph({ credit, files }: { readonly credit: Credit; readonly files: readonly string[] }): string {
  const lines = [...files, ...credit.copyrights.map((line) => `  ${line}`)];
  for (const license of credit.licenses) lines.push(...license.split('\n').map((line) => `  ${line}`.trimEnd()));
  return `${lines.join('\n')}\n`;
}

function packed(path: string, content: string): PackedFile {
  const bytes = new TextEncoder().encode(content);
  return { path, sizeBytes: bytes.byteLength, digest: digestBytes(bytes), bytes };
}
