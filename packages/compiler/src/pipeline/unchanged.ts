// The short cut of a no-op build: whether an asset's row proves by stat data alone that nothing changed. It only ever says
// yes or "look closer"; staleness.ts looks closer and gives the reasons.

import type { Asset } from './asset.js';
import { filePath, isFileAsRecorded } from './cache/record-codec.js';
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
    const [, kindIndex, settings, base, dependencies, outputs, extras] = row;
    const kind = tables.kinds[kindIndex];
    if (kind?.[0] !== asset.kind.name || kind[1] !== asset.kindIdentity) return false;
    if (tables.settings[settings] !== asset.settings.json || base !== asset.base) return false;
    // The params of something inside a kept source are the very object that the row holds.
    if (asset.name !== undefined && extras?.params !== asset.params) return false;
    for (const dependency of dependencies) {
      const [type] = dependency;
      // Only whole files and parts whose digest is the table's; everything else takes the long way.
      if (type === 0 && dependency.length === 2) {
        if (!this.#isFileUnchanged(dependency[1])) return false;
      } else if (type === 1 && dependency.length === 4) {
        if (!this.#isFileUnchanged(dependency[2])) return false;
      } else return false;
    }
    for (const output of outputs) {
      const stat = this.#host.stat(this.#outputPrefix + base + output[0]);
      if (stat === undefined || stat.mtimeMs !== output[3] || stat.sizeBytes !== output[1]) return false;
      if (stat.inode !== output[4] || stat.type !== 'file') return false;
    }
    return true;
  }

  #isFileUnchanged(index: number): boolean {
    const known = this.#files[index];
    if (known !== 0) return known === 1;
    const { tables } = this.#records;
    const stat = this.#host.stat(this.#input.absolute(filePath(tables, index)));
    const same = stat?.type === 'file' && isFileAsRecorded(tables, index, stat);
    this.#files[index] = same ? 1 : 2;
    return same;
  }
}
