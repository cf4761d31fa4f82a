// Where the two samples around a time are. Nothing is allocated: one object is filled for every pose.

import { segmentStart } from './clip-parts.js';
import { CLIP_HAS_TIMES, HclipSegment, SLOPE_STEPS } from './layout.js';
import type { CompressedClip } from './model.js';

/** The sample before a time (0) and the one after it (1), while the tracks of a pose are read in order. */
export interface Samples {
  /** Bits of the next track's values. */
  at0: number;
  at1: number;
  /** Bits of the next track's description. Within one segment only the first is used. */
  track0: number;
  track1: number;
  /** Numbers of the samples within their segments, divided by SLOPE_STEPS. */
  index0: number;
  index1: number;
  isOneSegment: boolean;
  /** Share of the second sample. */
  share: number;
  /** Bit of the next constant track. */
  constant: number;
}

/** Fractions keep their fields floating-point from the start, so that engines do not change the shape later. */
export const newSamples = (): Samples => ({
  at0: 0,
  at1: 0,
  track0: 0,
  track1: 0,
  index0: 0.5,
  index1: 0.5,
  isOneSegment: true,
  share: 0.5,
  constant: 0,
});

/** `time` is inside the clip. */
export function placeSamples(clip: CompressedClip, time: number, samples: Samples): void {
  const { sampleCount, isLoop } = clip;
  samples.constant = clip.parts.constants * 8;
  if (sampleCount === 0) return;
  const spans = isLoop ? sampleCount : sampleCount - 1;
  const exact = (clip.flags & CLIP_HAS_TIMES) === 0 ? time * clip.rate : positionAmong(clip, time, spans);
  // At its end a clip has just its last sample; a loop its first one.
  const isEnd = exact >= spans;
  const index = isEnd ? (isLoop ? 0 : spans) : Math.floor(exact);
  const next = isEnd ? index : index + 1 === sampleCount ? 0 : index + 1;
  samples.share = isEnd ? 0 : exact - index;
  const first = segmentOf(clip, index);
  const second = segmentOf(clip, next);
  samples.isOneSegment = first === second;
  samples.track0 = tracksAt(clip, first);
  samples.track1 = tracksAt(clip, second);
  samples.at0 = sampleAt(clip, first, index);
  samples.at1 = sampleAt(clip, second, next);
  samples.index0 = (index - segmentStart(first, clip.segmentCount, sampleCount)) / SLOPE_STEPS;
  samples.index1 = (next - segmentStart(second, clip.segmentCount, sampleCount)) / SLOPE_STEPS;
}

/** The position of a time among listed ones. After the last of a loop comes its end. */
function positionAmong({ view, parts, sampleCount, duration }: CompressedClip, time: number, spans: number): number {
  const low = lastNotLater(view, parts.times, 4, sampleCount, time);
  if (low >= spans) return spans;
  const start = view.getFloat32(parts.times + low * 4, true);
  const end = low + 1 < sampleCount ? view.getFloat32(parts.times + low * 4 + 4, true) : duration;
  return end > start ? low + (time - start) / (end - start) : low;
}

/** The last of `count` times, `stride` bytes apart, that is not later than `time`; the first if all are. */
export function lastNotLater(view: DataView, times: number, stride: number, count: number, time: number): number {
  let low = 0;
  for (let high = count; low + 1 < high; ) {
    const middle = (low + high) >>> 1;
    if (view.getFloat32(times + middle * stride, true) <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** The inverse of segmentStart, which rounds down: one of two neighbors. */
function segmentOf({ segmentCount, sampleCount }: CompressedClip, sample: number): number {
  const segment = Math.floor((sample * segmentCount) / sampleCount);
  return segmentStart(segment + 1, segmentCount, sampleCount) <= sample ? segment + 1 : segment;
}

function sampleAt(
  { view, offset, segmentCount, sampleCount }: CompressedClip,
  segment: number,
  sample: number,
): number {
  const row = offset + segment * HclipSegment.size;
  const poseBits = view.getUint32(row + 4, true);
  return (
    (offset + view.getUint32(row, true)) * 8 + (sample - segmentStart(segment, segmentCount, sampleCount)) * poseBits
  );
}

/** Samples are padded to a whole byte; descriptions follow. */
const tracksAt = (clip: CompressedClip, segment: number): number =>
  Math.ceil(sampleAt(clip, segment, segmentStart(segment + 1, clip.segmentCount, clip.sampleCount)) / 8) * 8;
