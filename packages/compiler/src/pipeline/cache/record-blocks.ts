// The tables of a large record as blocks, each a line of the cache file, so that a few assets can be read without decoding all others:
//
//   assets    AssetRow[], sorted by asset key
//   files     { files, readers }: six cells per file as in RecordTables, sorted by path, and for each file the assets that read it
//   outputs   [path, asset, …], sorted by path
//   places    paths and folders on which assets depend without reading them (see placesOf), sorted
//   times     one block, see times.ts: only a build of everything needs them
//
// Assets and files are numbered over all blocks of their type, each of which but the last has `recordBlocks.rows` rows. The index has the
// first key of every block, so a search reads and decodes one block of each type, and the seal and the size of every line, so that a block
// of another snapshot is never taken for one of this.

import { compareText } from '../host/source-path.js';
import type { LineMark } from './cache-lines.js';
import { checkAsset, checkFile, type TableSizes } from './check-tables.js';
import { type AssetRecord, assetKey, filesReadBy } from './record.js';
import {
  type AssetRow,
  FILE_CELLS,
  fileCount,
  filePath,
  fileReadBy,
  outputSuffix,
  placeOfDependency,
  type RecordTables,
  rowBase,
  rowConcernsDerived,
  rowDependencies,
  rowName,
  rowOutputs,
  rowSource,
} from './record-rows.js';
import type { TimeRow } from './times.js';
import { count, Damaged, fields, index, list, text } from './untrusted.js';

/** Tests use small blocks. */
export const recordBlocks = { rows: 256 };

/** The first key of each block. */
export interface BlockIndex {
  readonly rows: number;
  readonly assets: readonly string[];
  readonly files: readonly string[];
  readonly outputs: readonly string[];
  readonly places: readonly string[];
  /** Whether there are derived assets, or assets that ask for the settings of one. */
  readonly derived: boolean;
  /** Of all blocks, in the order of the file. */
  readonly lines: readonly LineMark[];
}

const keyOf = (row: AssetRow): string => assetKey(rowSource(row), rowName(row));

export const sortedRecords = (records: Iterable<AssetRecord>): readonly AssetRecord[] =>
  [...records].sort((a, b) => compareText(assetKey(a.source, a.name), assetKey(b.source, b.name)));

export const sortedInputs = (records: readonly AssetRecord[]): readonly string[] =>
  [...new Set(records.flatMap(({ dependencies }) => filesReadBy(dependencies)))].sort(compareText);

/** `tables`: with sorted assets and files. */
export function encodeBlocks(
  tables: RecordTables,
  times: readonly TimeRow[],
): {
  readonly index: Omit<BlockIndex, 'lines'>;
  readonly blocks: readonly unknown[];
} {
  const { rows } = recordBlocks;
  const readers = Array.from({ length: fileCount(tables) }, (): number[] => []);
  const outputs: (readonly [string, number])[] = [];
  const places = new Set<string>();
  tables.assets.forEach((row, asset) => {
    for (const file of new Set(rowDependencies(row).map(fileReadBy))) readers[file]?.push(asset);
    for (const output of rowOutputs(row)) outputs.push([rowBase(row) + outputSuffix(output), asset]);
    for (const dependency of rowDependencies(row)) {
      const place = placeOfDependency(dependency);
      if (place !== undefined) places.add(place);
    }
  });
  outputs.sort(([a, one], [b, other]) => compareText(a, b) || one - other);
  const assetBlocks = inBlocks(tables.assets, rows);
  const fileBlocks = inBlocks(readers, rows).map((own, i) => ({
    files: tables.files.slice(i * rows * FILE_CELLS, (i + 1) * rows * FILE_CELLS),
    readers: own,
  }));
  const outputBlocks = inBlocks(outputs, rows);
  const placeBlocks = inBlocks([...places].sort(compareText), rows);
  const first = <T>(blocks: readonly (readonly T[])[], nameOf: (row: T) => string): string[] =>
    blocks.flatMap(([row]) => (row === undefined ? [] : nameOf(row)));
  return {
    index: {
      rows,
      assets: first(assetBlocks, keyOf),
      files: fileBlocks.map(({ files }) => text(files[0])),
      outputs: first(outputBlocks, ([path]) => path),
      places: first(placeBlocks, (path) => path),
      derived: tables.assets.some(rowConcernsDerived),
    },
    blocks: [...assetBlocks, ...fileBlocks, ...outputBlocks.map((block) => block.flat()), ...placeBlocks, times],
  };
}

function inBlocks<T>(items: readonly T[], rows: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / rows) }, (_, i) => items.slice(i * rows, (i + 1) * rows));
}

/** Throws Damaged. */
export function checkIndex(value: unknown): BlockIndex {
  const { rows, assets, files, outputs, places, derived, lines } = fields(value);
  const firsts = [assets, files, outputs, places].map((keys) => list(keys).map(text));
  const [ofAssets = [], ofFiles = [], ofOutputs = [], ofPlaces = []] = firsts;
  const marks = list(lines).map((mark) => {
    const { seal, sizeBytes } = fields(mark);
    return { seal: text(seal), sizeBytes: count(sizeBytes) };
  });
  if (marks.length !== firsts.flat().length + 1) throw new Damaged('a line for each block');
  return {
    rows: index(rows, 1 << 16) || 1,
    assets: ofAssets,
    files: ofFiles,
    outputs: ofOutputs,
    places: ofPlaces,
    derived: derived !== false,
    lines: marks,
  };
}

/** All rows of all blocks, unchecked. `blockAt` returns the value of a block by its number. */
export function decodeBlocks({ assets, files, lines }: BlockIndex, blockAt: (block: number) => unknown) {
  return {
    assets: assets.flatMap((_, i) => list(blockAt(i))),
    files: files.flatMap((_, i) => list(fields(blockAt(assets.length + i)).files)),
    times: blockAt(lines.length - 1),
  };
}

/** Reads single assets. Every value is checked when it is read: throws Damaged. */
export class BlockReader {
  readonly #index: BlockIndex;
  readonly #blockAt: (block: number) => unknown;
  readonly #sizes: TableSizes;
  readonly #suffixes = new Map<string, boolean>();
  /** Only those files that were read; others are holes. */
  readonly tables: RecordTables;

  constructor(blocks: BlockIndex, head: Pick<RecordTables, 'kinds' | 'settings'>, blockAt: (block: number) => unknown) {
    this.#index = blocks;
    this.tables = { ...head, files: [], assets: [] };
    this.#sizes = {
      kinds: head.kinds.length,
      settings: head.settings.length,
      files: blocks.files.length * blocks.rows,
    };
    const known = new Map<number, unknown>();
    this.#blockAt = (block) => {
      if (!known.has(block)) known.set(block, blockAt(block));
      return known.get(block);
    };
  }

  /** Whether an asset depends on this path or folder without reading it. */
  isPlace(path: string): boolean {
    const { assets, files, outputs, places } = this.#index;
    if (places.length === 0) return false;
    const block = assets.length + files.length + outputs.length + blockOf(places, path);
    return list(this.#blockAt(block)).includes(path);
  }

  /** The sources of the assets that read a file. Undefined if no asset does. */
  sourcesReading(path: string): readonly string[] | undefined {
    if (this.#index.files.length === 0) return undefined;
    const block = blockOf(this.#index.files, path);
    const { files, readers } = fields(this.#blockAt(this.#index.assets.length + block));
    const cells = list(files);
    for (let i = 0; i * FILE_CELLS < cells.length; i++)
      if (cells[i * FILE_CELLS] === path) return list(list(readers)[i]).map((asset) => this.#sourceOf(asset));
    return undefined;
  }

  /** The sources of the assets that wrote an output: several only if derived assets share it. Empty if none did. */
  sourcesWriting(path: string): readonly string[] {
    const sources: string[] = [];
    const first = this.#index.assets.length + this.#index.files.length;
    // Equal paths may begin at the end of the block before.
    for (let block = Math.max(0, blockOf(this.#index.outputs, path) - 1); block < this.#index.outputs.length; block++) {
      if ((this.#index.outputs[block] ?? '') > path) break;
      const cells = list(this.#blockAt(first + block));
      for (let i = 0; i < cells.length; i += 2) if (cells[i] === path) sources.push(this.#sourceOf(cells[i + 1]));
    }
    return sources;
  }

  #sourceOf(asset: unknown): string {
    const { rows, assets } = this.#index;
    const number = index(asset, assets.length * rows);
    return text(list(list(this.#blockAt(Math.floor(number / rows)))[number % rows])[0]);
  }

  /** The rows of a source and of its derived assets, whose keys follow its own. */
  rowsOf(source: string): readonly AssetRow[] {
    const { assets } = this.#index;
    const found: AssetRow[] = [];
    for (let block = blockOf(assets, source); block < assets.length; block++) {
      for (const row of list(this.#blockAt(block))) if (list(row)[0] === source) found.push(this.#checked(row));
      if ((assets[block + 1] ?? '') > `${source}\0\uffff`) break;
    }
    return found;
  }

  #checked(row: unknown): AssetRow {
    checkAsset(row, this.#sizes, this.#suffixes);
    for (const dependency of rowDependencies(row)) this.#readFile(fileReadBy(dependency));
    return row;
  }

  #readFile(file: number): void {
    const { rows, assets } = this.#index;
    if (file < 0 || this.tables.files[file * FILE_CELLS] !== undefined) return;
    const cells = list(fields(this.#blockAt(assets.length + Math.floor(file / rows))).files);
    const at = (file % rows) * FILE_CELLS;
    const own = cells.slice(at, at + FILE_CELLS);
    checkFile(own);
    own.forEach((cell, i) => {
      this.tables.files[file * FILE_CELLS + i] = cell;
    });
  }

  /** The numbers of the files that were read. */
  *files(): Generator<number> {
    for (const at of Object.keys(this.tables.files)) if (Number(at) % FILE_CELLS === 0) yield Number(at) / FILE_CELLS;
  }

  pathOf(file: number): string {
    return filePath(this.tables, file);
  }
}

/** The last block whose first key is not above `key`. */
function blockOf(firsts: readonly string[], key: string): number {
  let [low, high] = [0, firsts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((firsts[middle] ?? '') <= key) low = middle;
    else high = middle;
  }
  if (firsts.length === 0) throw new Damaged('a block');
  return low;
}
