// A piece of work that stands for itself: plain data that any thread can be sent, by any pool.

import type { Strip } from '../blocks/block-encoders.js';
import type { BlockOptions } from '../blocks/block-options.js';
import type { WindowedFilterJob } from '../mips/filter-level.js';

/** A piece of work for a worker: survives structuredClone. What is in it is the encoder's own affair. */
export type EncoderJob =
  | { readonly task: 'encode-blocks'; readonly strip: Strip; readonly options: BlockOptions; readonly outBytes: number }
  | { readonly task: 'filter-level'; readonly band: Omit<WindowedFilterJob, 'floats' | 'bytes'> };

/** What comes of an EncoderJob: arrays that lie in buffers of their own, which may be transferred. */
export type EncoderJobResult =
  | { readonly task: 'encode-blocks'; readonly blocks: Uint8Array<ArrayBuffer> }
  | {
      readonly task: 'filter-level';
      readonly floats: Float32Array<ArrayBuffer>;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };
