// Checks everything that a cache file contains, once, before anything uses it. One value of a wrong
// type, one index outside its table or one path outside its folder makes the whole record damaged. A no-op build checks about ten
// thousand rows before it can begin, so rows are checked in place and no objects are created. Cells are read by index, because
// destructuring a row creates an iterator until the code is optimized (a third of all garbage of a no-op).

import {
  checkAssetKind,
  checkClaim,
  checkDerived,
  checkDiagnostic,
  checkHashes,
  checkRef,
  checkSettings,
} from './check-record.js';
import type { TakenFrom } from './record.js';
import { type AssetRow, FILE_CELLS, type RecordTables } from './record-rows.js';
import {
  count,
  Damaged,
  digest,
  fields,
  finite,
  index,
  inputPath,
  json,
  list,
  optional,
  outputPath,
  text,
} from './untrusted.js';

/** Suffixes that are valid after any valid base: `.ktx2`. Others are checked together with their base. */
const PLAIN_SUFFIX = /^(?:\.[A-Za-z0-9]+)?$/;

export interface TableSizes {
  readonly kinds: number;
  readonly settings: number;
  readonly files: number;
}

/** Throws Damaged. */
export function checkShared(value: unknown): asserts value is Pick<RecordTables, 'kinds' | 'settings'> {
  const tables = fields(value);
  for (const kind of list(tables.kinds)) {
    const pair = list(kind);
    text(pair[0]);
    text(pair[1]);
  }
  for (const one of list(tables.settings)) checkSettings(one);
}

/** Throws Damaged. */
export function checkTables(value: unknown): asserts value is RecordTables {
  checkShared(value);
  const tables = fields(value);
  const { kinds, settings } = value;
  const files = list(tables.files);
  if (files.length % FILE_CELLS !== 0) throw new Damaged('six cells a file');
  for (let at = 0; at < files.length; at += FILE_CELLS) checkFile(files, at);
  const sizes = { kinds: kinds.length, settings: settings.length, files: files.length / FILE_CELLS };
  const suffixes = new Map<string, boolean>();
  for (const row of list(tables.assets)) checkAsset(row, sizes, suffixes);
}

export function checkFile(files: readonly unknown[], at = 0): asserts files is (string | number)[] {
  inputPath(files[at]);
  count(files[at + 1]);
  finite(files[at + 2]);
  finite(files[at + 3]);
  finite(files[at + 4]);
  rowDigest(files[at + 5]);
}

/** Only compared (an unreadable file has a special value). Code that makes a path from a digest checks it completely. */
function rowDigest(value: unknown): void {
  if (typeof value !== 'string' || value.length > 64) throw new Damaged('a digest');
}

export function checkAsset(
  value: unknown,
  sizes: TableSizes,
  suffixes: Map<string, boolean>,
): asserts value is AssetRow {
  const row = list(value);
  inputPath(row[0]);
  index(row[1], sizes.kinds);
  index(row[2], sizes.settings);
  const base = outputPath(row[3]);
  const dependencies = list(row[4]);
  for (let i = 0; i < dependencies.length; i++) checkDependency(list(dependencies[i]), sizes);
  const outputs = list(row[5]);
  for (let i = 0; i < outputs.length; i++) checkOutput(base, list(outputs[i]), suffixes);
  if (row.length > 6) checkExtras(row[6]);
}

function checkDependency(row: readonly unknown[], sizes: TableSizes): void {
  switch (row[0]) {
    case 0:
      index(row[1], sizes.files);
      if (row.length > 2) rowDigest(row[2]);
      return;
    case 1:
      checkRef(row[1]);
      index(row[2], sizes.files);
      rowDigest(row[3]);
      if (row.length > 4) rowDigest(row[4]);
      return;
    case 2:
      inputPath(row[1]);
      index(row[2], 2);
      return;
    case 3:
      inputPath(row[1]);
      // Names are only compared with the names in a folder, never joined to it, so any text is valid.
      if (row[2] !== null) for (const name of list(row[2])) text(name);
      return;
    case 4:
      text(row[1]);
      index(row[2], sizes.settings);
      return;
    case 5:
      inputPath(row[1]);
      index(row[2], sizes.settings);
      return;
    case 6:
      inputPath(row[1]);
      text(row[2]);
      checkClaim(row[3]);
      return;
    default:
      throw new Damaged('a dependency');
  }
}

function checkOutput(base: string, row: readonly unknown[], suffixes: Map<string, boolean>): void {
  const suffix = text(row[0]);
  let plain = suffixes.get(suffix);
  if (plain === undefined) {
    plain = PLAIN_SUFFIX.test(suffix);
    suffixes.set(suffix, plain);
  }
  if (!plain) outputPath(base + suffix);
  count(row[1]);
  rowDigest(row[2]);
  finite(row[3]);
  finite(row[4]);
  finite(row[5]);
  if (row.length <= 6) return;
  if (row[6] !== 0) checkAssetKind(row[6]);
  index(row[7], 2);
  if (row.length > 8) checkHashes(row[8]);
}

function checkExtras(value: unknown): void {
  const extras = fields(value);
  optional(extras.name, text);
  json(extras.params);
  optional(extras.contentKey, digest);
  if (extras.from !== undefined && !isTakenFrom(extras.from)) throw new Damaged('where it was taken from');
  if (extras.derived !== undefined) for (const derived of list(extras.derived)) checkDerived(derived);
  if (extras.diagnostics !== undefined) for (const one of list(extras.diagnostics)) checkDiagnostic(one);
}

const isTakenFrom = (value: unknown): value is TakenFrom => value === 'store' || value === 'remote' || value === 'twin';
