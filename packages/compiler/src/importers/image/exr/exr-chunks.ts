// Locates the chunks of a part by the offset table. If the table is damaged, as in files whose writer was interrupted, the chunks are
// found by scanning.

import { plural } from '../../../diagnostics/plural.js';
import { type ImageInput, refuse } from '../image-input.js';
import type { ExrBox, ExrHeaders, ExrPart } from './exr-attributes.js';
import { type ExrGrid, gridOf } from './exr-layout.js';

export interface ExrChunk {
  readonly box: ExrBox;
  /** Offset of its data. */
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Chunks of the first level, by their position in its grid. */
export function findExrChunks(input: ImageInput, headers: ExrHeaders, partIndex: number): readonly ExrChunk[] {
  const counts = headers.parts.map((part) => part.chunkCount ?? gridOf(part).chunkCount);
  const end = counts.reduce((at, count) => at + count * 8, headers.end);
  const part = headers.parts[partIndex];
  if (part === undefined) throw new Error('there is no such part');
  if (counts.some((count) => count < 0) || !(end <= input.bytes.length))
    refuse(input, 'image/truncated', input.bytes.length, 'the OpenEXR file ends inside its table of chunks');
  const finder = new ChunkFinder(input, headers, part, partIndex);
  const table = counts.slice(0, partIndex).reduce((at, count) => at + count * 8, headers.end);
  return finder.byTable(table) ?? finder.byScan(end);
}

class ChunkFinder {
  readonly #view: DataView;
  readonly #grid: ExrGrid;

  constructor(
    readonly input: ImageInput,
    readonly headers: ExrHeaders,
    readonly part: ExrPart,
    readonly partIndex: number,
  ) {
    this.#view = new DataView(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength);
    this.#grid = gridOf(part);
  }

  /** Undefined if an entry of the table is wrong. */
  byTable(table: number): readonly ExrChunk[] | undefined {
    const count = this.#grid.columns * this.#grid.rows;
    const found: ExrChunk[] = [];
    for (let i = 0; i < count; i++) {
      const offset =
        this.#view.getUint32(table + i * 8, true) + this.#view.getUint32(table + i * 8 + 4, true) * 2 ** 32;
      const read = this.#read(offset);
      if (read?.index !== i) return undefined;
      found.push(read.chunk);
    }
    return found;
  }

  byScan(start: number): readonly ExrChunk[] {
    const count = this.#grid.columns * this.#grid.rows;
    const found: ExrChunk[] = [];
    let missing = count;
    for (let at = start; missing > 0; ) {
      const read = this.#read(at);
      if (read === undefined) break;
      if (read.index !== undefined && found[read.index] === undefined) {
        found[read.index] = read.chunk;
        missing--;
      }
      at = read.chunk.offset + read.chunk.sizeBytes;
    }
    if (missing > 0)
      refuse(
        this.input,
        'image/truncated',
        this.input.bytes.length,
        `${missing} of the OpenEXR file's ${plural(count, 'chunk')} ${missing === 1 ? 'is' : 'are'} missing`,
      );
    return found;
  }

  /** The chunk that starts at `at`; its index is undefined if it belongs to another part or level. */
  #read(at: number): { readonly chunk: ExrChunk; readonly index: number | undefined } | undefined {
    const { part, headers, partIndex } = this;
    const head = (headers.isMultipart ? 4 : 0) + (part.tiles === undefined ? 4 : 16);
    // Chunks of other parts may have shorter heads, so first check for the shortest one.
    const shortest = (headers.isMultipart ? 4 : 0) + 8;
    if (at < headers.end || at + shortest > this.#view.byteLength) return undefined;
    const owner = headers.isMultipart ? this.#view.getInt32(at, true) : 0;
    const ownerPart = headers.parts[owner];
    if (ownerPart === undefined) return undefined;
    if (owner !== partIndex) return this.#skip(at + 4, ownerPart);
    const position = at + (headers.isMultipart ? 4 : 0);
    const offset = at + head + 4;
    if (offset > this.#view.byteLength) return undefined;
    const sizeBytes = this.#view.getInt32(offset - 4, true);
    if (sizeBytes < 0 || offset + sizeBytes > this.#view.byteLength) return undefined;
    const cell = this.#cellAt(position);
    return { index: cell?.index, chunk: { box: cell?.box ?? EMPTY_BOX, offset, sizeBytes } };
  }

  #skip(at: number, { tiles, isDeep }: ExrPart): { readonly chunk: ExrChunk; readonly index: undefined } | undefined {
    const positionBytes = tiles === undefined ? 4 : 16;
    if (at + positionBytes + (isDeep ? 24 : 4) > this.#view.byteLength) return undefined;
    const size = (offset: number): number => Number(this.#view.getBigUint64(at + positionBytes + offset, true));
    const sizeBytes = isDeep ? size(0) + size(8) : this.#view.getInt32(at + positionBytes, true);
    const offset = at + positionBytes + (isDeep ? 24 : 4);
    if (sizeBytes < 0 || offset + sizeBytes > this.#view.byteLength) return undefined;
    return { index: undefined, chunk: { box: EMPTY_BOX, offset, sizeBytes } };
  }

  #cellAt(at: number): { readonly index: number; readonly box: ExrBox } | undefined {
    const { left, top, right, bottom } = this.part.dataWindow;
    const { columns, rows, width, height } = this.#grid;
    const int = (i: number): number => this.#view.getInt32(at + i * 4, true);
    const isTiled = this.part.tiles !== undefined;
    if (isTiled && (int(2) !== 0 || int(3) !== 0)) return undefined;
    const x = isTiled ? int(0) : 0;
    const y = isTiled ? int(1) : (int(0) - top) / height;
    if (!Number.isInteger(y) || x < 0 || y < 0 || x >= columns || y >= rows) return undefined;
    const box = {
      left: left + x * width,
      top: top + y * height,
      right: Math.min(right, left + (x + 1) * width - 1),
      bottom: Math.min(bottom, top + (y + 1) * height - 1),
    };
    return { index: y * columns + x, box };
  }
}

const EMPTY_BOX: ExrBox = { left: 0, top: 0, right: -1, bottom: -1 };
