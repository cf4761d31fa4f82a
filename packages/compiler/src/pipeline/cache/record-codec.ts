// Records as compact JSON: tables for repeated values (kinds, settings, files), rows of numbers and strings for the rest.
// Loading ten thousand assets must take milliseconds: rows parse three times faster than objects with keys would.

import type { AssetRecord, Dependency, KnownFile, OutputRecord } from './record.js';
import {
  type AssetExtras,
  type AssetRow,
  type DependencyRow,
  FILE_CELLS,
  fileDigest,
  filePath,
  numberCell,
  type OutputRow,
  type RecordTables,
  textCell,
} from './record-rows.js';

/** Numbers keys in the order of their first use. */
class Interner {
  readonly #index = new Map<string, number>();
  of(key: string, add: () => void): number {
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    const next = this.#index.size;
    this.#index.set(key, next);
    add();
    return next;
  }
}

/** `firstFiles`: numbered first, in this order. */
export function encodeRecords(
  records: Iterable<AssetRecord>,
  fileOf: (path: string) => KnownFile | undefined,
  firstFiles: readonly string[] = [],
): RecordTables {
  const encoder = new RecordEncoder(fileOf);
  for (const path of firstFiles) encoder.addFile(path);
  for (const record of records) encoder.add(record);
  return encoder.tables;
}

class RecordEncoder {
  readonly tables: RecordTables = { kinds: [], settings: [], files: [], assets: [] };
  readonly #kinds = new Interner();
  readonly #settings = new Interner();
  readonly #files = new Interner();
  readonly #fileOf: (path: string) => KnownFile | undefined;

  constructor(fileOf: (path: string) => KnownFile | undefined) {
    this.#fileOf = fileOf;
  }

  add(record: AssetRecord): void {
    const kind = this.#kinds.of(`${record.kind}\0${record.kindIdentity}`, () =>
      this.tables.kinds.push([record.kind, record.kindIdentity]),
    );
    const row = [
      record.source,
      kind,
      this.#settingsIndex(record.settings),
      record.base,
      record.dependencies.map((dependency) => this.#dependencyRow(dependency)),
      record.outputs.map(outputRow),
    ] as const;
    const extras = extrasOf(record);
    this.tables.assets.push(Object.keys(extras).length > 0 ? [...row, extras] : row);
  }

  #settingsIndex(json: string): number {
    return this.#settings.of(json, () => this.tables.settings.push(json));
  }

  /** If it is not known, no dependency has its digest. */
  addFile(path: string): void {
    this.#fileIndex(path, '');
  }

  #fileIndex(path: string, digest: string): number {
    return this.#files.of(path, () => {
      const { files } = this.tables;
      const known = this.#fileOf(path);
      if (known === undefined) files.push(path, 0, -1, -1, 0, digest);
      else files.push(path, known.sizeBytes, known.mtimeMs, known.ctimeMs, known.inode, known.digest);
    });
  }

  #dependencyRow(dependency: Dependency): DependencyRow {
    switch (dependency.type) {
      case 'bytes': {
        const { path, digest } = dependency;
        const file = this.#fileIndex(path, digest);
        return fileDigest(this.tables, file) === digest ? [0, file] : [0, file, digest];
      }
      case 'part': {
        const { ref, digest, fileDigest: whole } = dependency;
        const file = this.#fileIndex(ref.file, whole);
        return fileDigest(this.tables, file) === whole ? [1, ref, file, digest] : [1, ref, file, digest, whole];
      }
      case 'existence':
        return [2, dependency.path, dependency.exists ? 1 : 0];
      case 'listing':
        return [3, dependency.folder, dependency.names];
      case 'settings-for':
        return [4, dependency.name, this.#settingsIndex(dependency.json)];
      case 'settings-of':
        return [5, dependency.path, this.#settingsIndex(dependency.json)];
      case 'mention':
        return [6, dependency.path, dependency.use, dependency.claim];
    }
  }
}

function extrasOf({ name, params, contentKey, derived, diagnostics, from }: AssetRecord): AssetExtras {
  return {
    ...(name !== undefined && { name }),
    ...(params !== undefined && { params }),
    ...(contentKey !== undefined && { contentKey }),
    ...(derived.length > 0 && { derived }),
    ...(diagnostics.length > 0 && { diagnostics }),
    ...(from !== undefined && { from }),
  };
}

function outputRow({ suffix, sizeBytes, digest, mtimeMs, ctimeMs, inode, asset, refersTo }: OutputRecord): OutputRow {
  if (asset === undefined && refersTo === undefined) return [suffix, sizeBytes, digest, mtimeMs, ctimeMs, inode];
  const srgb = asset?.colorspace === 'srgb' ? 1 : 0;
  return refersTo === undefined
    ? [suffix, sizeBytes, digest, mtimeMs, ctimeMs, inode, asset?.kind ?? 0, srgb]
    : [suffix, sizeBytes, digest, mtimeMs, ctimeMs, inode, asset?.kind ?? 0, srgb, refersTo];
}

export function decodeFile(tables: RecordTables, index: number): KnownFile {
  const { files } = tables;
  const at = index * FILE_CELLS;
  return {
    sizeBytes: numberCell(files[at + 1]),
    mtimeMs: numberCell(files[at + 2]),
    ctimeMs: numberCell(files[at + 3]),
    inode: numberCell(files[at + 4]),
    digest: textCell(files[at + 5]),
  };
}

export function decodeDependency(tables: RecordTables, row: DependencyRow): Dependency {
  switch (row[0]) {
    case 0:
      return { type: 'bytes', path: filePath(tables, row[1]), digest: row[2] ?? fileDigest(tables, row[1]) };
    case 1:
      return { type: 'part', ref: row[1], digest: row[3], fileDigest: row[4] ?? fileDigest(tables, row[2]) };
    case 2:
      return { type: 'existence', path: row[1], exists: row[2] === 1 };
    case 3:
      return { type: 'listing', folder: row[1], names: row[2] };
    case 4:
      return { type: 'settings-for', name: row[1], json: textCell(tables.settings[row[2]]) };
    case 5:
      return { type: 'settings-of', path: row[1], json: textCell(tables.settings[row[2]]) };
    case 6:
      return { type: 'mention', path: row[1], use: row[2], claim: row[3] };
  }
}

function decodeOutput(row: OutputRow): OutputRecord {
  const [suffix, sizeBytes, digest, mtimeMs, ctimeMs, inode, kind, srgb, refersTo] = row;
  return {
    suffix,
    sizeBytes,
    digest,
    mtimeMs,
    ctimeMs,
    inode,
    ...(kind !== undefined && kind !== 0 && { asset: { kind, colorspace: srgb === 1 ? 'srgb' : 'linear' } }),
    ...(refersTo !== undefined && { refersTo }),
  };
}

export function decodeRecord(tables: RecordTables, row: AssetRow): AssetRecord {
  const [source, kindIndex, settings, base, dependencies, outputs, extras] = row;
  const kind = tables.kinds[kindIndex];
  if (kind === undefined) throw new TypeError('a kind was expected');
  return {
    source,
    name: extras?.name,
    kind: kind[0],
    kindIdentity: kind[1],
    settings: textCell(tables.settings[settings]),
    base,
    params: extras?.params,
    contentKey: extras?.contentKey,
    dependencies: dependencies.map((dependency) => decodeDependency(tables, dependency)),
    outputs: outputs.map(decodeOutput),
    derived: extras?.derived ?? [],
    diagnostics: extras?.diagnostics ?? [],
    ...(extras?.from !== undefined && { from: extras.from }),
  };
}
