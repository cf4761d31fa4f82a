// Records and files of the cache by key. Loaded records stay rows until they are requested: a no-op build compares rows in place and
// creates no record objects.

import { outputPathOf, outputPathsOf } from '../commit/output-path.js';
import { type AssetRecord, assetKey, filesReadBy, type KnownFile, placesOf } from './record.js';
import { decodeFile, decodeRecord } from './record-codec.js';
import { type RecordReferences, referencesOf, referencesOfRow } from './record-references.js';
import {
  type AssetRow,
  fileCount,
  filePath,
  fileReadBy,
  fileSize,
  outputSize,
  outputSuffix,
  type RecordTables,
  rowBase,
  rowDependencies,
  rowDerived,
  rowDiagnostics,
  rowName,
  rowOutputs,
  rowSource,
} from './record-rows.js';

const NONE: readonly never[] = [];

export class RecordTable {
  /** The rows as loaded; empty tables for a cold start. */
  readonly tables: RecordTables;
  readonly #rows = new Map<string, AssetRow>();
  readonly #records = new Map<string, AssetRecord>();

  constructor(tables: RecordTables = { kinds: [], settings: [], files: [], assets: [] }) {
    this.tables = tables;
    for (const row of tables.assets) this.#rows.set(assetKey(rowSource(row), rowName(row)), row);
  }

  /** The row of a record that has not changed since loading. */
  row(key: string): AssetRow | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key) || this.#records.has(key);
  }

  get(key: string): AssetRecord | undefined {
    const record = this.#records.get(key);
    if (record !== undefined) return record;
    const row = this.#rows.get(key);
    return row === undefined ? undefined : decodeRecord(this.tables, row);
  }

  set(key: string, record: AssetRecord): void {
    this.#rows.delete(key);
    this.#records.set(key, record);
  }

  delete(key: string): void {
    this.#rows.delete(key);
    this.#records.delete(key);
  }

  get size(): number {
    return this.#rows.size + this.#records.size;
  }

  *keys(): Generator<string> {
    yield* this.#rows.keys();
    yield* this.#records.keys();
  }

  *entries(): Generator<readonly [string, AssetRecord]> {
    for (const [key, row] of this.#rows) yield [key, decodeRecord(this.tables, row)];
    yield* this.#records;
  }

  *values(): Generator<AssetRecord> {
    for (const [, record] of this.entries()) yield record;
  }

  /** Names of all kinds in the loaded records, including those of derived assets, which may have no record. */
  kindNames(): ReadonlySet<string> {
    const names = new Set(this.tables.kinds.map(([name]) => name));
    for (const row of this.tables.assets) for (const { kind } of rowDerived(row) ?? NONE) names.add(kind);
    for (const record of this.#records.values()) for (const { kind } of record.derived) names.add(kind);
    return names;
  }

  /** Every output's path and size with its asset's key, without creating records. */
  *outputs(): Generator<readonly [path: string, sizeBytes: number, key: string]> {
    for (const [key, row] of this.#rows)
      for (const output of rowOutputs(row)) yield [rowBase(row) + outputSuffix(output), outputSize(output), key];
    for (const [key, record] of this.#records)
      for (const output of record.outputs) yield [outputPathOf(record, output), output.sizeBytes, key];
  }

  /** Sources of the assets that read one of these inputs or wrote one of these outputs. Undefined if no asset did so with one of them. */
  sourcesOf(inputs: ReadonlySet<string>, outputs: ReadonlySet<string>): ReadonlySet<string> | undefined {
    const sources = new Set<string>();
    const found = { inputs: new Set<string>(), outputs: new Set<string>() };
    for (const { source, dependencies, ...record } of this.values()) {
      const read = filesReadBy(dependencies).filter((path) => inputs.has(path));
      const wrote = outputPathsOf(record).filter((path) => outputs.has(path));
      if (read.length + wrote.length > 0) sources.add(source);
      for (const path of read) found.inputs.add(path);
      for (const path of wrote) found.outputs.add(path);
    }
    return found.inputs.size === inputs.size && found.outputs.size === outputs.size ? sources : undefined;
  }

  /** Whether an asset depends on this path or folder without reading it. */
  isPlace(path: string): boolean {
    for (const { dependencies } of this.values()) if (placesOf(dependencies).includes(path)) return true;
    return false;
  }

  /** Every file that was read for what is on record, except for the assets with these keys. */
  filesRead(gone: ReadonlySet<string>): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const [key, { dependencies }] of this.#records)
      if (!gone.has(key)) for (const path of filesReadBy(dependencies)) paths.add(path);
    for (const [key, row] of this.#rows)
      for (const dependency of rowDependencies(row)) {
        const file = fileReadBy(dependency);
        if (file >= 0 && !gone.has(key)) paths.add(filePath(this.tables, file));
      }
    return paths;
  }

  /** Bytes of all files that the recorded assets read, each counted once; `sizeOf` returns the sizes of those read in this build. */
  inputBytes(sizeOf: (path: string) => number, seen: Iterable<readonly [string, KnownFile]> = []): number {
    const now = new Map<string, number>();
    /** A file may have changed although no part of it that is read has. */
    const seenSizes = new Map<string, number>();
    for (const [path, { sizeBytes }] of seen) seenSizes.set(path, sizeBytes);
    for (const { dependencies } of this.#records.values())
      for (const dependency of dependencies) {
        if (dependency.type === 'bytes') now.set(dependency.path, sizeOf(dependency.path));
        else if (dependency.type === 'part') now.set(dependency.ref.file, sizeOf(dependency.ref.file));
      }
    let total = 0;
    for (const sizeBytes of now.values()) total += sizeBytes;
    const counted = new Uint8Array(fileCount(this.tables));
    for (const row of this.#rows.values())
      for (const dependency of rowDependencies(row)) {
        const file = fileReadBy(dependency);
        if (file < 0 || counted[file] === 1) continue;
        counted[file] = 1;
        const path = now.size + seenSizes.size === 0 ? '' : filePath(this.tables, file);
        if (!now.has(path)) total += seenSizes.get(path) ?? fileSize(this.tables, file);
      }
    return total;
  }

  /** Bytes of all outputs; one that several assets share counts once. Only derived assets share outputs. */
  outputBytes(): number {
    const shared = new Map<string, number>();
    let total = 0;
    for (const row of this.#rows.values())
      for (const output of rowOutputs(row))
        if (rowName(row) === undefined) total += outputSize(output);
        else shared.set(rowBase(row) + outputSuffix(output), outputSize(output));
    for (const record of this.#records.values())
      for (const output of record.outputs)
        if (record.name === undefined) total += output.sizeBytes;
        else shared.set(outputPathOf(record, output), output.sizeBytes);
    for (const sizeBytes of shared.values()) total += sizeBytes;
    return total;
  }

  /** What an asset refers to. Like the three below, without creating a record. */
  readonly referringOf = (key: string): RecordReferences | undefined => {
    const row = this.#rows.get(key);
    if (row !== undefined) return referencesOfRow(this.tables, row);
    const record = this.#records.get(key);
    return record === undefined ? undefined : referencesOf(record);
  };

  /** The paths of an asset's outputs. */
  outputsOf(key: string): readonly string[] {
    const row = this.#rows.get(key);
    if (row !== undefined) {
      const base = rowBase(row);
      return rowOutputs(row).map((output) => base + outputSuffix(output));
    }
    const record = this.#records.get(key);
    return record === undefined ? [] : outputPathsOf(record);
  }

  diagnosticsOf(key: string): AssetRecord['diagnostics'] {
    const row = this.#rows.get(key);
    return (row === undefined ? this.#records.get(key)?.diagnostics : rowDiagnostics(row)) ?? NONE;
  }

  derivedOf(key: string): AssetRecord['derived'] {
    const row = this.#rows.get(key);
    return (row === undefined ? this.#records.get(key)?.derived : rowDerived(row)) ?? NONE;
  }
}

export class FileTable {
  readonly #tables: RecordTables;
  readonly #changed = new Map<string, KnownFile>();
  #index: Map<string, number> | undefined;

  constructor(tables: RecordTables = { kinds: [], settings: [], files: [], assets: [] }) {
    this.#tables = tables;
  }

  get(path: string): KnownFile | undefined {
    const changed = this.#changed.get(path);
    if (changed !== undefined) return changed;
    if (this.#index === undefined) {
      this.#index = new Map();
      for (let i = 0; i < fileCount(this.#tables); i++) this.#index.set(filePath(this.#tables, i), i);
    }
    const index = this.#index.get(path);
    return index === undefined ? undefined : decodeFile(this.#tables, index);
  }

  set(path: string, file: KnownFile): void {
    this.#changed.set(path, file);
  }
}
