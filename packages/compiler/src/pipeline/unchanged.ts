// The short cut of a no-op build: whether an asset's row proves by stat data alone that nothing changed. It only ever says
// yes or "look closer"; staleness.ts looks closer and gives the reasons.

import { type Asset, recordedParams } from './asset.js';
import {
  fileOfDependency,
  filePath,
  hasRowSettings,
  isFileRowAsRecorded,
  isOutputRowAsRecorded,
  isRowOfKind,
  outputSuffix,
  rowBase,
  rowDependencies,
  rowOutputs,
  rowParams,
} from './cache/record-rows.js';
import type { RecordTable } from './cache/record-table.js';
import type { Host } from './host.js';
import type { InputFolder } from './input-folder.js';

export class UnchangedCheck {
  readonly #records: RecordTable;
  readonly #input: InputFolder;
  readonly #host: Host;
  readonly #outputPrefix: string;
  /** By file index: 0 not looked at, 1 as recorded, 2 not. */
  readonly #files: Uint8Array;

  constructor(records: RecordTable, input: InputFolder, output: string) {
    this.#records = records;
    this.#input = input;
    this.#host = input.host;
    this.#outputPrefix = `${output}/`;
    this.#files = new Uint8Array(records.tables.files.length);
  }

  /** True: certainly up to date. */
  holds(asset: Asset): boolean {
    const row = this.#records.row(asset.key);
    if (row === undefined) return false;
    const { tables } = this.#records;
    if (!isRowOfKind(tables, row, asset.kind.name, asset.kindIdentity)) return false;
    const base = rowBase(row);
    if (!hasRowSettings(tables, row, asset.settings.json) || base !== asset.base) return false;
    // The params of something inside a kept source are the very object that the row holds.
    if (rowParams(row) !== recordedParams(asset)) return false;
    for (const dependency of rowDependencies(row)) {
      // Only whole files and parts whose digest is the table's; everything else takes the long way.
      const file = fileOfDependency(dependency);
      if (file < 0 || !this.#isFileUnchanged(file)) return false;
    }
    for (const output of rowOutputs(row)) {
      const stat = this.#host.stat(this.#outputPrefix + base + outputSuffix(output));
      if (stat?.type !== 'file' || !isOutputRowAsRecorded(output, stat)) return false;
    }
    return true;
  }

  #isFileUnchanged(index: number): boolean {
    const known = this.#files[index];
    if (known !== 0) return known === 1;
    const { tables } = this.#records;
    const stat = this.#host.stat(this.#input.absolute(filePath(tables, index)));
    const same = stat?.type === 'file' && isFileRowAsRecorded(tables, index, stat);
    this.#files[index] = same ? 1 : 2;
    return same;
  }
}
