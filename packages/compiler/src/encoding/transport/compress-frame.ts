// One frame of a pack that is compressed for transport: filtered into planes or differences where that is smaller. The bytes depend on the
// frame alone.

import { applyFilter, FILTER_DIFFERENCES, FILTER_NONE, FILTER_PLANES } from '@assetc/formats';
import { loadZstd, type Zstd } from '../zstd.js';

const LEVEL = 19;
const TRIAL_LEVEL = 3;
/** Filters are tried on bytes that are worth it, and used if they gain this much. */
const MIN_FILTER_BYTES = 1 << 12;
const CLEARLY = 0.985;
const INCOMPRESSIBLE = 0.995;

/** Strides of what assetc writes: blocks of 8 and 16 bytes, vertices of 12 to 48, indices and floats of 4. */
const FILTERS: readonly (readonly [filter: number, stride: number])[] = [
  ...[8, 16].map((stride) => [FILTER_PLANES, stride] as const),
  ...[2, 4, 8, 12, 16, 24, 28, 32, 48].map((stride) => [FILTER_DIFFERENCES, stride] as const),
];

export interface Frame {
  readonly frameBytes: number;
  readonly filter: number;
  readonly stride: number;
  readonly bytes: Uint8Array;
}

/** In shared memory: several frames, and room for the same once compressed. */
export interface FrameBatch {
  readonly raw: Uint8Array;
  /** A frame needs at most its own size. */
  readonly stored: Uint8Array;
  /** Of each frame: where it starts, in both. The last is the end of the last frame. */
  readonly starts: Uint32Array;
  /** Of each frame: bytes stored, filter, stride. */
  readonly results: Uint32Array;
}

export const RESULT_WORDS = 3;

/** The task of a thread: frame `index` of a batch. */
export async function loadFrameTask(): Promise<(batch: FrameBatch, index: number) => void> {
  const zstd = await loadZstd();
  return ({ raw, stored, starts, results }, index) => {
    const start = starts[index] ?? 0;
    const frame = compressFrame(zstd, raw.slice(start, starts[index + 1]));
    stored.set(frame.bytes, start);
    results.set([frame.bytes.length, frame.filter, frame.stride], index * RESULT_WORDS);
  };
}

/** The smaller of a frame and the bytes themselves. */
export function smaller(zstd: Zstd, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  const frame = zstd.compress(bytes, LEVEL);
  return frame.length < bytes.length ? frame : bytes;
}

function compressFrame(zstd: Zstd, bytes: Uint8Array): Frame {
  const plain = zstd.compress(bytes, TRIAL_LEVEL).length;
  let best = { size: plain * CLEARLY, filter: FILTER_NONE, stride: 0 };
  if (bytes.length >= MIN_FILTER_BYTES)
    for (const [filter, stride] of FILTERS) {
      const size = zstd.compress(applyFilter(bytes, filter, stride), TRIAL_LEVEL).length;
      if (size < best.size) best = { size, filter, stride };
    }
  const { filter, stride } = best;
  const filtered = applyFilter(bytes, filter, stride);
  if (filter === FILTER_NONE && plain > bytes.length * INCOMPRESSIBLE)
    return { frameBytes: bytes.length, filter, stride, bytes };
  const packed = smaller(zstd, filtered);
  // Filters win at the trial's level more often than at the final one.
  const unfiltered = filter === FILTER_NONE ? packed : smaller(zstd, bytes);
  if (unfiltered.length <= packed.length)
    return { frameBytes: bytes.length, filter: FILTER_NONE, stride: 0, bytes: unfiltered };
  return { frameBytes: bytes.length, filter, stride, bytes: packed };
}
