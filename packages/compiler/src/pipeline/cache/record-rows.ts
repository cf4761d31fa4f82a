// Rows of the cache file, read in place: a no-op build compares ten thousand rows and creates no record objects.
// Only this file and record-codec.ts use cell indices; all others use these functions.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { AssetKind, DerivedAsset } from '../../model/kind/output.js';
import type { Json } from '../../model/text/json.js';
import type { KnownFile, Mention, TakenFrom } from './record.js';

/**
 * `kinds`: [name, identity]. `settings`: canonical JSON texts. `files`: six cells per file: path, size, mtime, ctime, inode,
 * digest. A dependency's digest is omitted if it equals that of the file in the table, as it nearly always does.
 */
export interface RecordTables {
  readonly kinds: (readonly [string, string])[];
  readonly settings: string[];
  readonly files: (string | number)[];
  readonly assets: AssetRow[];
}

export type DependencyRow =
  | readonly [type: 0, file: number, digest?: string]
  | readonly [type: 1, ref: BytesRef, file: number, digest: string, fileDigest?: string]
  | readonly [type: 2, path: string, exists: 0 | 1]
  | readonly [type: 3, folder: string, names: readonly string[] | null]
  | readonly [type: 4, name: string, settings: number]
  | readonly [type: 5, path: string, settings: number]
  | readonly [type: 6, path: string, use: string, claim: Claim | null];

export type OutputRow = readonly [
  suffix: string,
  sizeBytes: number,
  digest: string,
  mtimeMs: number,
  ctimeMs: number,
  inode: number,
  kind?: AssetKind | 0,
  srgb?: 0 | 1,
  refersTo?: readonly string[],
];

export interface AssetExtras {
  readonly name?: string;
  readonly params?: Json;
  readonly contentKey?: string;
  readonly derived?: readonly DerivedAsset[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly from?: TakenFrom;
}

export type AssetRow = readonly [
  source: string,
  kind: number,
  settings: number,
  base: string,
  dependencies: readonly DependencyRow[],
  outputs: readonly OutputRow[],
  extras?: AssetExtras,
];

export const FILE_CELLS = 6;

export const rowSource = (row: AssetRow): string => row[0];
export const rowName = (row: AssetRow): string | undefined => row[6]?.name;
export const rowBase = (row: AssetRow): string => row[3];
export const rowParams = (row: AssetRow): Json | undefined => row[6]?.params;
export const rowDependencies = (row: AssetRow): readonly DependencyRow[] => row[4];
export const rowOutputs = (row: AssetRow): readonly OutputRow[] => row[5];
export const rowDerived = (row: AssetRow): readonly DerivedAsset[] | undefined => row[6]?.derived;
export const rowDiagnostics = (row: AssetRow): readonly Diagnostic[] | undefined => row[6]?.diagnostics;
export const outputSuffix = (output: OutputRow): string => output[0];
export const outputSize = (output: OutputRow): number => output[1];
/** Manifest hashes that it refers to, in hex. */
export const outputHashes = (output: OutputRow): readonly string[] | undefined => output[8];

export function isRowOfKind(tables: RecordTables, row: AssetRow, name: string, identity: string): boolean {
  const kind = tables.kinds[row[1]];
  return kind?.[0] === name && kind[1] === identity;
}

export function hasRowSettings(tables: RecordTables, row: AssetRow, json: string): boolean {
  return tables.settings[row[2]] === json;
}

/** The file whose digest in the table decides the dependency; −1 if something else does. */
export function fileOfDependency(dependency: DependencyRow): number {
  if (dependency[0] === 0 && dependency.length === 2) return dependency[1];
  if (dependency[0] === 1 && dependency.length === 4) return dependency[2];
  return -1;
}

/** The file that a dependency read from; −1 if it read none. */
export function fileReadBy(dependency: DependencyRow): number {
  if (dependency[0] === 0) return dependency[1];
  return dependency[0] === 1 ? dependency[2] : -1;
}

/** See placesOf; undefined if it depends on none. */
export function placeOfDependency(row: DependencyRow): string | undefined {
  return row[0] === 2 || row[0] === 3 || row[0] === 5 || row[0] === 6 ? row[1] : undefined;
}

/** See concernsDerived. */
export const rowConcernsDerived = (row: AssetRow): boolean =>
  rowName(row) !== undefined || (rowDerived(row)?.length ?? 0) > 0 || row[4].some(([type]) => type === 4);

export function dependencyMention(row: DependencyRow): Mention | undefined {
  return row[0] === 6 ? { path: row[1], use: row[2], claim: row[3] } : undefined;
}

export function isOutputRowAsRecorded(output: OutputRow, stat: Omit<KnownFile, 'digest'>): boolean {
  return (
    output[3] === stat.mtimeMs && output[1] === stat.sizeBytes && output[4] === stat.ctimeMs && output[5] === stat.inode
  );
}

/** The row with another compiler identity and other diagnostics; `identity` is added to the tables. */
export function distrustedRow(
  tables: RecordTables,
  row: AssetRow,
  identity: string,
  diagnostics: readonly Diagnostic[],
): AssetRow {
  const [source, kind, settings, base, dependencies, outputs, extras] = row;
  const { diagnostics: _, ...others } = extras ?? {};
  const distrusted = tables.kinds.push([tables.kinds[kind]?.[0] ?? '', identity]) - 1;
  const kept = { ...others, ...(diagnostics.length > 0 && { diagnostics }) };
  return [source, distrusted, settings, base, dependencies, outputs, kept];
}

export function fileCount(tables: RecordTables): number {
  return tables.files.length / FILE_CELLS;
}

export function filePath(tables: RecordTables, index: number): string {
  return textCell(tables.files[index * FILE_CELLS]);
}

export function fileSize(tables: RecordTables, index: number): number {
  return numberCell(tables.files[index * FILE_CELLS + 1]);
}

export function fileDigest(tables: RecordTables, index: number): string {
  return textCell(tables.files[index * FILE_CELLS + 5]);
}

export function isFileRowAsRecorded(tables: RecordTables, index: number, stat: Omit<KnownFile, 'digest'>): boolean {
  const { files } = tables;
  const at = index * FILE_CELLS;
  return (
    files[at + 2] === stat.mtimeMs &&
    files[at + 1] === stat.sizeBytes &&
    files[at + 3] === stat.ctimeMs &&
    files[at + 4] === stat.inode
  );
}

/** These throw a TypeError on cells that `encodeRecords` did not write; the log's checksum makes that practically impossible. */
export function textCell(cell: string | number | undefined): string {
  if (typeof cell !== 'string') throw new TypeError('a text was expected');
  return cell;
}

export function numberCell(cell: string | number | undefined): number {
  if (typeof cell !== 'number') throw new TypeError('a number was expected');
  return cell;
}
