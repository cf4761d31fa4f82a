// The fast path of a no-op build: whether an asset's row proves by stat data alone that nothing changed. If it cannot prove that,
// staleness.ts checks in detail and gives the reasons.

import { type Asset, recordedParams } from '../asset.js';
import { isEqualJson } from '../cache/equal-json.js';
import { decodeDependency } from '../cache/record-codec.js';
import {
  type DependencyRow,
  fileCount,
  fileOfDependency,
  filePath,
  fileReadBy,
  hasRowSettings,
  isFileRowAsRecorded,
  isOutputRowAsRecorded,
  isRowOfKind,
  outputSuffix,
  rowBase,
  rowDependencies,
  rowOutputs,
  rowParams,
} from '../cache/record-rows.js';
import type { Project } from '../project.js';
import { dependencyReason } from './staleness.js';

export class UnchangedCheck {
  readonly #project: Pick<Project, 'host' | 'cache' | 'state' | 'facts'>;
  readonly #outputPrefix: string;
  /** By file index: 0 not checked, 1 unchanged, 2 changed. */
  readonly #files: Uint8Array;

  constructor(project: Pick<Project, 'host' | 'cache' | 'state' | 'facts' | 'config'>) {
    this.#project = project;
    this.#outputPrefix = `${project.config.output}/`;
    this.#files = new Uint8Array(fileCount(project.cache.records.tables));
  }

  /** True if the asset is certainly up to date. */
  holds(asset: Asset): boolean {
    const { host, cache } = this.#project;
    const row = cache.records.row(asset.key);
    if (row === undefined) return false;
    const { tables } = cache.records;
    if (!isRowOfKind(tables, row, asset.kind.name, asset.kindIdentity)) return false;
    const base = rowBase(row);
    if (!hasRowSettings(tables, row, asset.settings.json) || base !== asset.base) return false;
    if (!isEqualJson(rowParams(row), recordedParams(asset))) return false;
    for (const dependency of rowDependencies(row)) {
      const file = fileOfDependency(dependency);
      if (file < 0 ? !this.#holdsStill(asset, dependency) : !this.#isFileUnchanged(file)) return false;
    }
    for (const output of rowOutputs(row)) {
      const stat = host.stat(this.#outputPrefix + base + outputSuffix(output));
      if (stat?.type !== 'file' || !isOutputRowAsRecorded(output, stat)) return false;
    }
    return true;
  }

  /** For dependencies other than file content. Content that is not in the table needs the detailed check: it may have to be read. */
  #holdsStill(asset: Asset, row: DependencyRow): boolean {
    const { cache, facts } = this.#project;
    if (fileReadBy(row) >= 0) return false;
    return dependencyReason(asset, decodeDependency(cache.records.tables, row), facts) === undefined;
  }

  #isFileUnchanged(index: number): boolean {
    const known = this.#files[index];
    if (known !== 0) return known === 1;
    const { host, cache, state } = this.#project;
    const { tables } = cache.records;
    const stat = host.stat(state.input.absolute(filePath(tables, index)));
    const same = stat?.type === 'file' && isFileRowAsRecorded(tables, index, stat);
    this.#files[index] = same ? 1 : 2;
    return same;
  }
}
