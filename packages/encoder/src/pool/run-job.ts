// Runs jobs in a worker.

import { encodeBlockRows } from '../blocks/encode-strip.js';
import { filterLevelBand } from '../mips/filter-level.js';
import type { EncoderJob, EncoderJobResult } from './job.js';

/**
 * Runs a job that `encodeKtx2` gave to a pool of yours. Call it in a worker of that pool.
 *
 * @example
 * self.onmessage = ({ data: job }) => {
 *   const result = runEncoderJob(job);
 *   self.postMessage(result, transferOf(result));
 * };
 */
export function runEncoderJob(job: EncoderJob): EncoderJobResult {
  if (job.task === 'encode-blocks') {
    const blocks = new Uint8Array(job.outBytes);
    encodeBlockRows(job.strip, blocks, job.options);
    return { task: job.task, blocks };
  }
  const { band } = job;
  const samples = band.window.targetRows * band.targetWidth * 4;
  const floats = new Float32Array(samples);
  const bytes = new Uint8Array(samples);
  filterLevelBand({ ...band, floats, bytes }, 0);
  return { task: job.task, floats, bytes };
}

/** The buffers of a result, to be transferred by postMessage without a copy. */
export function transferOf(result: EncoderJobResult): ArrayBuffer[] {
  return result.task === 'encode-blocks' ? [result.blocks.buffer] : [result.floats.buffer, result.bytes.buffer];
}
