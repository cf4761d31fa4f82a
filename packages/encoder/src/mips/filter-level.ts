// Filters one mip level from the one above it (or a smaller level 0 from a source), in bands on all threads.

import { type AxisTaps, MipKernel, type TexelLoad, type TexelStore } from '@assetc/kernels';
import type { TextureMode } from '../texture-mode.js';
import { axisTaps, type MipFilter, type Wrap } from './axis-taps.js';
import { signedTable, srgbStarts, srgbTable, srgbThresholds, unitTable } from './srgb-tables.js';

/** The payload of a `filter-level` task: plain data, with arrays in shared memory. */
export interface FilterLevelJob {
  readonly mode: TextureMode;
  /** Weigh color by alpha, so that invisible color does not bleed. */
  readonly premultiply: boolean;
  readonly filter: MipFilter;
  readonly wrap: Wrap;
  readonly source: Uint8Array | Uint16Array | Float32Array;
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  readonly targetWidth: number;
  readonly targetHeight: number;
  readonly bandRows: number;
  readonly floats: Float32Array;
  readonly bytes: Uint8Array;
}

interface Prepared {
  readonly columns: AxisTaps;
  readonly rows: AxisTaps;
  readonly load: TexelLoad;
  readonly store: TexelStore;
}

const prepared = new WeakMap<FilterLevelJob, Prepared>();
let kernel: MipKernel | undefined;

/** Filters some rows of a level from some rows of the one above: the arrays contain only those. */
export interface WindowedFilterJob extends FilterLevelJob {
  readonly window: { readonly firstSource: number; readonly firstTarget: number; readonly targetRows: number };
}

/** Runs one index of the task `filter-level`. */
export function filterLevelBand(job: FilterLevelJob | WindowedFilterJob, index: number): void {
  kernel ??= new MipKernel();
  const ready = prepared.get(job) ?? ('window' in job ? prepareWindow(job) : prepare(job));
  prepared.set(job, ready);
  const firstRow = index * job.bandRows;
  const targetRows = 'window' in job ? job.window.targetRows : job.targetHeight;
  kernel.filter({
    ...ready,
    source: job.source,
    sourceWidth: job.sourceWidth,
    targetWidth: job.targetWidth,
    firstRow,
    endRow: Math.min(firstRow + job.bandRows, targetRows),
    floats: job.floats,
    bytes: job.bytes,
  });
}

/** The payload of a `filter-two-levels` task: bands of the second level. The first is never stored as f32. */
export interface FilterTwoLevelsJob {
  readonly first: Omit<FilterLevelJob, 'floats'>;
  readonly second: Omit<FilterLevelJob, 'source'>;
}

const preparedPairs = new WeakMap<FilterTwoLevelsJob, { first: Prepared; second: Prepared }>();

/**
 * Filters two levels at once, for large images: the f32 values of the first would take as much memory as the image. Each band computes the
 * rows of the first level that it needs. Rows at band edges are computed twice, with equal results.
 */
export function filterTwoLevelsBand(job: FilterTwoLevelsJob, index: number): void {
  kernel ??= new MipKernel();
  const { first, second } = job;
  const floatSource = new Float32Array(0);
  const ready = preparedPairs.get(job) ?? {
    first: prepare(first),
    second: prepare({ ...second, source: floatSource }),
  };
  preparedPairs.set(job, ready);
  const from = index * second.bandRows;
  const to = Math.min(from + second.bandRows, second.targetHeight);
  const { taps } = ready.second.rows;
  const needed = [...new Set(ready.second.rows.indices.subarray(from * taps, to * taps))].sort((a, b) => a - b);
  const rowSamples = first.targetWidth * 4;
  const floats = new Float32Array(needed.length * rowSamples);
  const bytes = new Uint8Array(needed.length * rowSamples);
  kernel.filter({
    ...ready.first,
    source: first.source,
    sourceWidth: first.sourceWidth,
    targetWidth: first.targetWidth,
    rows: pickRows(ready.first.rows, needed),
    firstRow: 0,
    endRow: needed.length,
    floats,
    bytes,
  });
  const ownFrom = Math.floor((from * first.targetHeight) / second.targetHeight);
  const ownTo = Math.floor((to * first.targetHeight) / second.targetHeight);
  const slots = new Map(needed.map((row, slot) => [row, slot]));
  for (const [row, slot] of slots)
    if (row >= ownFrom && row < ownTo)
      first.bytes.set(bytes.subarray(slot * rowSamples, (slot + 1) * rowSamples), row * rowSamples);
  const targetSamples = second.targetWidth * 4;
  kernel.filter({
    ...ready.second,
    source: floats,
    sourceWidth: first.targetWidth,
    targetWidth: second.targetWidth,
    rows: {
      taps,
      indices: ready.second.rows.indices.subarray(from * taps, to * taps).map((row) => slots.get(row) ?? 0),
      weights: ready.second.rows.weights.subarray(from * taps, to * taps),
    },
    firstRow: 0,
    endRow: to - from,
    floats: second.floats.subarray(from * targetSamples, to * targetSamples),
    bytes: second.bytes.subarray(from * targetSamples, to * targetSamples),
  });
}

function pickRows({ taps, indices, weights }: AxisTaps, rows: readonly number[]): AxisTaps {
  const picked = { taps, indices: new Uint32Array(rows.length * taps), weights: new Float32Array(rows.length * taps) };
  for (const [i, row] of rows.entries()) {
    picked.indices.set(indices.subarray(row * taps, (row + 1) * taps), i * taps);
    picked.weights.set(weights.subarray(row * taps, (row + 1) * taps), i * taps);
  }
  return picked;
}

/** Counts rows from the start of the window, in source and target. */
function prepareWindow(job: WindowedFilterJob): Prepared {
  const ready = prepare(job);
  const { taps, indices, weights } = ready.rows;
  const { firstSource, firstTarget, targetRows } = job.window;
  const [from, to] = [firstTarget * taps, (firstTarget + targetRows) * taps];
  const rows = {
    taps,
    indices: indices.subarray(from, to).map((row) => row - firstSource),
    weights: weights.subarray(from, to),
  };
  return { ...ready, rows };
}

function prepare(job: Omit<FilterLevelJob, 'floats' | 'bytes'>): Prepared {
  const codes = job.source instanceof Uint16Array ? 65536 : 256;
  const { mode, premultiply } = job;
  const rgb = mode === 'color' ? srgbTable(codes) : mode === 'normal' ? signedTable(codes) : unitTable(codes);
  return {
    columns: axisTaps(job.sourceWidth, job.targetWidth, job.filter, job.wrap),
    rows: axisTaps(job.sourceHeight, job.targetHeight, job.filter, job.wrap),
    load: { rgb, alpha: unitTable(codes), premultiply },
    store: {
      as: mode === 'color' ? 'srgb' : mode === 'normal' ? 'normal' : 'unit',
      premultiplied: premultiply,
      thresholds: srgbThresholds(),
      starts: srgbStarts(),
    },
  };
}
