// Turns one index of a task into a self-contained job, and writes the result where the task would have. Texels in shared memory are passed
// as they are; others are copied, but only the rows that are needed.

import { type EncodeBlocksJob, stripAt } from '../blocks/encode-blocks.js';
import { axisTaps } from '../mips/axis-taps.js';
import type { FilterLevelJob, WindowedFilterJob } from '../mips/filter-level.js';
import type { EncoderTask } from '../parallel.js';
import type { EncoderJob, EncoderJobResult } from './job.js';

/** A job, and how to write its result. */
interface CutJob {
  readonly job: EncoderJob;
  place(result: EncoderJobResult): void;
}

export function cutJob(task: EncoderTask, payload: unknown, index: number): CutJob {
  // The steps guarantee that task and payload match.
  switch (task) {
    case 'encode-blocks':
      return cutBlocks(payload as EncodeBlocksJob, index);
    case 'filter-level':
      return cutBand(payload as FilterLevelJob | WindowedFilterJob, index);
    case 'filter-two-levels':
    case 'decode-blocks':
      throw new Error(`the task ${task} is for threads that share memory`);
  }
}

function cutBlocks(payload: EncodeBlocksJob, index: number): CutJob {
  const { strip, target } = stripAt(payload, index);
  const texels = own(strip.texels);
  return {
    job: { task: 'encode-blocks', strip: { ...strip, texels }, options: payload.options, outBytes: target.length },
    place(result) {
      if (result.task === 'encode-blocks') target.set(result.blocks);
    },
  };
}

function cutBand(payload: FilterLevelJob | WindowedFilterJob, index: number): CutJob {
  const { floats, bytes, source, ...rest } = payload;
  const whole = { firstSource: 0, firstTarget: 0, targetRows: payload.targetHeight };
  const window = 'window' in payload ? payload.window : whole;
  const firstInWindow = index * payload.bandRows;
  const firstTarget = window.firstTarget + firstInWindow;
  const targetRows = Math.min(payload.bandRows, window.targetRows - firstInWindow);
  const { taps, indices } = axisTaps(payload.sourceHeight, payload.targetHeight, payload.filter, payload.wrap);
  const needed = indices.subarray(firstTarget * taps, (firstTarget + targetRows) * taps);
  // With `wrap: 'repeat'`, these are all rows at an edge.
  const firstSource = needed.reduce((min, row) => Math.min(min, row));
  const endSource = needed.reduce((most, row) => Math.max(most, row)) + 1;
  const samples = payload.sourceWidth * 4;
  const rows = own(
    source.subarray((firstSource - window.firstSource) * samples, (endSource - window.firstSource) * samples),
  );
  const at = firstInWindow * payload.targetWidth * 4;
  return {
    job: {
      task: 'filter-level',
      band: { ...rest, source: rows, bandRows: targetRows, window: { firstSource, firstTarget, targetRows } },
    },
    place(result) {
      if (result.task !== 'filter-level') return;
      floats.set(result.floats, at);
      bytes.set(result.bytes, at);
    },
  };
}

const isShared = ({ buffer }: ArrayBufferView): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;

const own = <T extends Uint8Array | Uint16Array | Float32Array>(part: T): T =>
  // `slice` returns the same array type.
  isShared(part) ? part : (part.slice() as T);
