// Mip levels of an image whose rows arrive from the top. Each level's rows are filtered as soon as possible, and the f32 values of large
// levels are freed once the next level has used them. Box filter only: others sample beyond edges. The bytes equal those of buildMipChain.

import type { Parallel } from '../parallel.js';
import { sharedBytes, sharedFloats } from '../shared-memory.js';
import { axisTaps } from './axis-taps.js';
import { filterLevelBand, type WindowedFilterJob } from './filter-level.js';
import { BAND_TEXELS, type FilterOptions, type MipLevel, type Working } from './mip-chain.js';
import { RowWindow } from './row-window.js';

/** Levels with at most this many texels are kept completely as f32: 16 MB. */
const WHOLE_TEXELS = 1 << 20;

interface Stage {
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly level: MipLevel;
  readonly values: RowWindow<Float32Array>;
  /** The source rows that each row needs: the first, and the end (exclusive). */
  readonly firstNeeded: Uint32Array;
  readonly endNeeded: Uint32Array;
}

export class RowLevels {
  readonly #stages: readonly Stage[];
  readonly #parallel: Parallel;

  /** `sourceRows`: maximum number of image rows in memory at a time. */
  constructor(width: number, height: number, sourceRows: number, parallel: Parallel, wholeTexels = WHOLE_TEXELS) {
    this.#parallel = parallel;
    const stages: Stage[] = [];
    let [w, h, rows] = [width, height, sourceRows];
    do {
      const stage = stageOf(w, h, rows, wholeTexels);
      stages.push(stage);
      ({ width: w, height: h } = stage.level);
      rows = stage.values.room;
    } while (w * h > wholeTexels);
    this.#stages = stages;
  }

  /** Whether opaque texels give the same bytes with and without alpha weighting: true if every filter weight is a half. */
  get isExact(): boolean {
    const halves = (from: number, to: number) => from === to || from === 2 * to;
    return this.#stages.every(
      ({ sourceWidth, sourceHeight, level }) => halves(sourceWidth, level.width) && halves(sourceHeight, level.height),
    );
  }

  /** The first row of the image that is still needed. */
  get neededRow(): number {
    const [first] = this.#stages;
    return first === undefined ? 0 : needed(first);
  }

  /** Filters all rows that the available source rows allow. */
  async advance(source: RowWindow<Uint8Array> | RowWindow<Uint16Array>, options: FilterOptions): Promise<void> {
    let from: RowWindow<Uint8Array> | RowWindow<Uint16Array> | RowWindow<Float32Array> = source;
    for (const stage of this.#stages) {
      const { level, values } = stage;
      const firstTarget = values.endRow;
      let endTarget = firstTarget;
      while (endTarget < level.height && (stage.endNeeded[endTarget] ?? 0) <= from.endRow) endTarget++;
      if (endTarget > firstTarget) await this.#filter(stage, from, endTarget - firstTarget, options);
      if (from !== source) from.dropBefore(needed(stage));
      from = values;
    }
  }

  async #filter(
    { sourceWidth, sourceHeight, level, values }: Stage,
    from: RowWindow<Uint8Array> | RowWindow<Uint16Array> | RowWindow<Float32Array>,
    targetRows: number,
    options: FilterOptions,
  ): Promise<void> {
    const firstTarget = values.endRow;
    const rowSamples = level.width * 4;
    const bandRows = Math.max(1, Math.floor(BAND_TEXELS / level.width));
    const job: WindowedFilterJob = {
      ...options,
      source: from.values,
      sourceWidth,
      sourceHeight,
      targetWidth: level.width,
      targetHeight: level.height,
      bandRows,
      floats: values.add(targetRows),
      bytes: level.pixels.subarray(firstTarget * rowSamples, (firstTarget + targetRows) * rowSamples),
      window: { firstSource: from.firstRow, firstTarget, targetRows },
    };
    const bands = Math.ceil(targetRows / bandRows);
    if (bands === 1) filterLevelBand(job, 0);
    else await this.#parallel('filter-level', bands, job);
  }

  /** After the last row: the filtered levels below the image, and the values of the last one. */
  finished(): { readonly levels: readonly MipLevel[]; readonly last: Working } {
    const last = this.#stages.at(-1);
    if (last === undefined || last.values.firstRow !== 0 || last.values.endRow !== last.level.height)
      throw new Error('rows are missing');
    const { width, height } = last.level;
    return { levels: this.#stages.map(({ level }) => level), last: { width, height, values: last.values.values } };
  }

  /** Starts again without any rows. */
  clear(): void {
    for (const { values } of this.#stages) values.clear();
  }
}

/** More rows than arrive at a time, since a few stay if sizes are odd. */
const SPARE_ROWS = 8;

function stageOf(sourceWidth: number, sourceHeight: number, sourceRows: number, wholeTexels: number): Stage {
  const width = Math.max(1, sourceWidth >> 1);
  const height = Math.max(1, sourceHeight >> 1);
  const { taps, indices } = axisTaps(sourceHeight, height, 'box', 'clamp');
  const isLast = width * height <= wholeTexels;
  const rows = isLast ? height : Math.min(height, Math.ceil(sourceRows / 2) + SPARE_ROWS);
  const level = { width, height, pixels: sharedBytes(width * height * 4) };
  const floats = sharedFloats(rows * width * 4);
  return {
    sourceWidth,
    sourceHeight,
    level,
    values: new RowWindow(floats, width),
    firstNeeded: Uint32Array.from({ length: height }, (_, row) => indices[row * taps] ?? 0),
    endNeeded: Uint32Array.from({ length: height }, (_, row) => (indices[row * taps + taps - 1] ?? 0) + 1),
  };
}

const needed = ({ values, firstNeeded, sourceHeight }: Stage): number => firstNeeded[values.endRow] ?? sourceHeight;
