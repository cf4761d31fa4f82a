// Compresses the frames of a pack on all threads, a batch at a time, so that only a batch is in memory twice. The main thread only waits,
// and can be interrupted.

import { setImmediate } from 'node:timers/promises';
import { type Frame, type FrameBatch, loadFrameTask, RESULT_WORDS } from '../encoding/transport/compress-frame.js';
import { TaskThreads } from '../pipeline/workers/task-threads.js';

/** Enough for several threads; a frame is never larger than an eighth of it. */
const BATCH_BYTES = 1 << 25;

interface FrameWork {
  readonly workerFile: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Passes each frame to `emit`, in order. `read` returns the bytes of a frame in parts. Without `workerFile`, this thread compresses. */
export async function compressFrames<P extends { readonly size: number }>(
  frames: readonly (readonly P[])[],
  read: (frame: readonly P[]) => readonly Uint8Array[],
  emit: (frame: Frame) => Promise<void>,
  { workerFile, signal }: FrameWork,
): Promise<void> {
  const threads = workerFile === undefined ? undefined : new TaskThreads(workerFile);
  const task = await loadFrameTask();
  try {
    for (const part of batchesOf(frames)) {
      const batch = fill(part, read);
      if (threads === undefined)
        for (let i = 0; i < part.length; i++) {
          task(batch, i);
          await setImmediate();
          signal?.throwIfAborted();
        }
      else await threads.run('compress-frame', task, part.length, batch, signal);
      for (const frame of framesOf(batch)) await emit(frame);
    }
  } finally {
    await threads?.end();
  }
}

/** As many frames as fit into a batch. */
function batchesOf<P extends { readonly size: number }>(frames: readonly (readonly P[])[]) {
  const batches: (readonly P[])[][] = [];
  let room = 0;
  for (const frame of frames) {
    const size = sizeOf(frame);
    if (size > room) {
      batches.push([]);
      room = BATCH_BYTES;
    }
    batches.at(-1)?.push(frame);
    room -= size;
  }
  return batches;
}

const sizeOf = (frame: readonly { readonly size: number }[]): number => frame.reduce((sum, { size }) => sum + size, 0);

function fill<P extends { readonly size: number }>(
  frames: readonly (readonly P[])[],
  read: (frame: readonly P[]) => readonly Uint8Array[],
): FrameBatch {
  const starts = new Uint32Array(frames.length + 1);
  for (const [i, frame] of frames.entries()) starts[i + 1] = (starts[i] ?? 0) + sizeOf(frame);
  const bytes = starts.at(-1) ?? 0;
  const raw = new Uint8Array(new SharedArrayBuffer(bytes));
  let at = 0;
  for (const frame of frames)
    for (const part of read(frame)) {
      raw.set(part, at);
      at += part.length;
    }
  const results = new Uint32Array(new SharedArrayBuffer(frames.length * RESULT_WORDS * 4));
  return { raw, stored: new Uint8Array(new SharedArrayBuffer(bytes)), starts, results };
}

function framesOf({ stored, starts, results }: FrameBatch): readonly Frame[] {
  return Array.from({ length: starts.length - 1 }, (_, i) => {
    const [length = 0, filter = 0, stride = 0] = results.subarray(i * RESULT_WORDS);
    const start = starts[i] ?? 0;
    return { frameBytes: (starts[i + 1] ?? 0) - start, filter, stride, bytes: stored.slice(start, start + length) };
  });
}
