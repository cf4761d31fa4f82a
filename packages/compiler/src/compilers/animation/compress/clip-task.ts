// Compresses the clips of a model as parts of one task that any thread may run. Keys and results are in shared memory.

import { encodeHclip } from '@assetc/formats';
import { HCLIP_TAIL_BYTES, HclipClip, HclipHeader } from '@assetc/formats/layouts';
import type { Parallel } from '../../../encoding/parallel.js';
import type { ClipInput, ClipTargets } from './clip-input.js';
import { compressClip } from './compress-clip.js';
import type { ClipSkeleton } from './joint-tree.js';
import type { ReferencePose } from './reference-pose.js';

interface ClipJob {
  readonly input: ClipInput;
  readonly reference: ReferencePose | undefined;
}

interface ClipJobs {
  readonly skeleton: ClipSkeleton;
  readonly targets: ClipTargets;
  readonly rate: number | undefined;
  readonly clips: readonly ClipJob[];
}

interface ClipRoom {
  readonly bytes: Uint8Array;
  /** Bytes of the result, whether the error is held, and the error. */
  readonly numbers: Float64Array;
}

interface ClipPayload extends ClipJobs {
  readonly rooms: readonly ClipRoom[];
}

interface CompressedClips {
  readonly bytes: Uint8Array;
  /** Clips that differ more than asked. */
  readonly missed: readonly { readonly index: number; readonly error: number }[];
}

/** Of a file with one clip, before its keys. */
const MIN_ROOM = 4096;

export async function compressInParallel(jobs: ClipJobs, parallel: Parallel): Promise<CompressedClips> {
  const clips = jobs.clips.map(({ input, reference }) => ({ input: share(input), reference }));
  const rooms = clips.map(({ input }) => roomFor(input));
  await parallel('compress-clip', clips.length, { ...jobs, clips, rooms } satisfies ClipPayload);
  const files = rooms.map(({ bytes, numbers: [size = 0, isHeld = 0, error = 0] }, i) =>
    // More bytes than its keys have: then it is compressed once more, here.
    size > bytes.length ? compressOne(jobs, i) : { bytes: bytes.slice(0, size), isHeld: isHeld === 1, error },
  );
  return {
    bytes: joinFiles(files.map(({ bytes }) => bytes)),
    missed: files.flatMap(({ isHeld, error }, index) => (isHeld ? [] : { index, error })),
  };
}

/** Compresses one clip. */
export function runClipJob(payload: ClipPayload, index: number): void {
  const { bytes, isHeld, error } = compressOne(payload, index);
  const room = payload.rooms[index];
  if (room === undefined) throw new Error(`there is no clip ${index}`);
  room.numbers.set([bytes.length, isHeld ? 1 : 0, error]);
  if (bytes.length <= room.bytes.length) room.bytes.set(bytes);
}

/** As a file with one clip. */
function compressOne({ skeleton, targets, rate, clips }: ClipJobs, index: number) {
  const job = clips[index];
  if (job === undefined) throw new Error(`there is no clip ${index}`);
  const { clip, isHeld } = compressClip(job.input, skeleton, targets, { rate, reference: job.reference });
  const [jointCount, targetCount] = [skeleton.parents.length, targets.defaults.length];
  return { bytes: encodeHclip({ jointCount, targetCount, clips: [clip] }), isHeld, error: clip.error };
}

/** Keys in one shared memory, so that threads do not copy them. */
function share(input: ClipInput): ClipInput {
  const floats = input.tracks.reduce((sum, { times, values }) => sum + times.length + values.length, 0);
  const memory = new Float32Array(new SharedArrayBuffer(floats * 4));
  let at = 0;
  const move = (from: Float32Array): Float32Array => {
    memory.set(from, at);
    at += from.length;
    return memory.subarray(at - from.length, at);
  };
  return {
    ...input,
    tracks: input.tracks.map((track) => ({ ...track, times: move(track.times), values: move(track.values) })),
  };
}

function roomFor({ tracks, name }: ClipInput): ClipRoom {
  const keys = tracks.reduce((sum, { times, values }) => sum + times.byteLength + values.byteLength, 0);
  return {
    bytes: new Uint8Array(new SharedArrayBuffer(MIN_ROOM + name.length * 3 + keys)),
    numbers: new Float64Array(new SharedArrayBuffer(24)),
  };
}

/** Files with one clip each, in one file. */
function joinFiles(files: readonly Uint8Array[]): Uint8Array {
  const start = HclipHeader.size + files.length * HclipClip.size;
  const bodies = files.map((file) => file.subarray(HclipHeader.size + HclipClip.size, file.length - HCLIP_TAIL_BYTES));
  const bytes = new Uint8Array(bodies.reduce((sum, body) => sum + body.length, start) + HCLIP_TAIL_BYTES);
  let offset = start;
  for (const [i, file] of files.entries()) {
    if (i === 0) HclipHeader.write(bytes, 0, { ...HclipHeader.read(file, 0), clipCount: files.length });
    const row = HclipClip.read(file, HclipHeader.size);
    HclipClip.write(bytes, HclipHeader.size + i * HclipClip.size, { ...row, offset });
    bytes.set(bodies[i] ?? file, offset);
    offset += bodies[i]?.length ?? 0;
  }
  return bytes;
}
