// One mip level out of the one above it (or a smaller level 0 out of a source), band by band over all threads.

import { type AxisTaps, MipKernel, type TexelLoad, type TexelStore } from '@assetc/kernels';
import type { TextureMode } from '../model/texture-params.js';
import { axisTaps, type MipFilter, type Wrap } from './axis-taps.js';
import { signedTable, srgbStarts, srgbTable, srgbThresholds, unitTable } from './srgb-tables.js';

/** The payload of a `filter-level` task. Arrays lie in shared memory; plain data otherwise. */
export interface FilterLevelJob {
  readonly mode: TextureMode;
  /** Colour is weighted by alpha, so that what cannot be seen does not bleed. */
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

export function filterLevelBand(job: FilterLevelJob, index: number): void {
  kernel ??= new MipKernel();
  const ready = prepared.get(job) ?? prepare(job);
  prepared.set(job, ready);
  const firstRow = index * job.bandRows;
  kernel.filter({
    ...ready,
    source: job.source,
    sourceWidth: job.sourceWidth,
    targetWidth: job.targetWidth,
    firstRow,
    endRow: Math.min(firstRow + job.bandRows, job.targetHeight),
    floats: job.floats,
    bytes: job.bytes,
  });
}

function prepare(job: FilterLevelJob): Prepared {
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
