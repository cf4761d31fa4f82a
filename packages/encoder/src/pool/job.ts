// A self-contained piece of work: plain data that can be sent to any thread by any pool.

import type { Strip } from '../blocks/block-encoders.js';
import type { BlockOptions } from '../blocks/block-options.js';
import type { WindowedFilterJob } from '../mips/filter-level.js';

/** A piece of work for a worker, compatible with structuredClone. Its contents are internal. */
export type EncoderJob =
  | { readonly task: 'encode-blocks'; readonly strip: Strip; readonly options: BlockOptions; readonly outBytes: number }
  | { readonly task: 'filter-level'; readonly band: Omit<WindowedFilterJob, 'floats' | 'bytes'> };

/** The result of an EncoderJob: arrays in separate buffers, which may be transferred. */
export type EncoderJobResult =
  | { readonly task: 'encode-blocks'; readonly blocks: Uint8Array<ArrayBuffer> }
  | {
      readonly task: 'filter-level';
      readonly floats: Float32Array<ArrayBuffer>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };
