// Runs jobs in a worker.

import { decodeTexels } from '@assetc/formats';
import { encodeBlockRows } from '../blocks/block-encoders.js';
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
  if (job.task === 'decode-blocks') {
    const { format, blocks, width, height } = job;
    return { task: job.task, pixels: new Uint8Array(decodeTexels(format, blocks, width, height)) };
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
  if (result.task === 'encode-blocks') return [result.blocks.buffer];
  return result.task === 'decode-blocks' ? [result.pixels.buffer] : [result.floats.buffer, result.bytes.buffer];
}
