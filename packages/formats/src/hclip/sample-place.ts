// Where the two samples around a time are. Nothing is allocated: one object is filled for every pose. Engines may allocate a fraction that is
// passed to a function or returned, so fractions stay in that object.

import { segmentStart } from './clip-parts.js';
import { CLIP_HAS_TIMES, HclipSegment } from './layout.js';
import type { CompressedClip } from './model.js';

/** The sample before a time (0) and the one after it (1), while the tracks of a pose are read in order. */
export interface Samples {
  /** Seconds, inside the clip. */
  time: number;
  /** Bits of the next track's values. */
  at0: number;
  at1: number;
  /** Bits of the next track's description. Within one segment only the first is used. */
  track0: number;
  track1: number;
  /** Numbers of the samples within their segments. */
  index0: number;
  index1: number;
  segment0: number;
  segment1: number;
  isOneSegment: boolean;
  /** Share of the second sample. */
  share: number;
  /** Bit of the next constant track. */
  constant: number;
}

/** Fractions keep their fields floating-point from the start, so that engines do not change the shape later. */
export const newSamples = (): Samples => ({
  time: 0.5,
  at0: 0,
  at1: 0,
  track0: 0,
  track1: 0,
  index0: 0,
  index1: 0,
  segment0: 0,
  segment1: 0,
  isOneSegment: true,
  share: 0.5,
  constant: 0,
});

/** The time of a pose: inside the clip. */
export function clampTime(clip: CompressedClip, time: number, samples: Samples): void {
  samples.time = time > 0 ? Math.min(time, clip.duration) : 0;
}

/** For `samples.time`. */
export function placeSamples(clip: CompressedClip, samples: Samples): void {
  const { sampleCount, isLoop } = clip;
  samples.constant = clip.parts.constants * 8;
  if (sampleCount === 0) return;
  const spans = isLoop ? sampleCount : sampleCount - 1;
  const index =
    (clip.flags & CLIP_HAS_TIMES) === 0 ? placeByRate(clip, spans, samples) : placeByTime(clip, spans, samples);
  // At its end a clip has just its last sample; a loop its first one.
  const isEnd = index >= spans;
  if (isEnd) samples.share = 0;
  const first = isEnd ? (isLoop ? 0 : spans) : index;
  const next = isEnd ? first : first + 1 === sampleCount ? 0 : first + 1;
  samples.index0 = placeSample(clip, first, 0, samples);
  samples.index1 = placeSample(clip, next, 1, samples);
  samples.isOneSegment = samples.segment0 === samples.segment1;
}

/** Sets the share and returns the sample before the time, or `spans` at the end. */
function placeByRate(clip: CompressedClip, spans: number, samples: Samples): number {
  const exact = samples.time * clip.rate;
  if (exact >= spans) return spans;
  const index = Math.floor(exact);
  samples.share = exact - index;
  return index;
}

/** The same among listed times. After the last of a loop comes its end. */
function placeByTime(clip: CompressedClip, spans: number, samples: Samples): number {
  const { view, parts, sampleCount } = clip;
  const low = lastNotLater(view, parts.times, 4, sampleCount, samples);
  if (low >= spans) return spans;
  const start = view.getFloat32(parts.times + low * 4, true);
  const end = low + 1 < sampleCount ? view.getFloat32(parts.times + low * 4 + 4, true) : clip.duration;
  // Added and subtracted, so that the share has the precision of a position.
  const exact = end > start ? low + (samples.time - start) / (end - start) : low;
  if (exact >= spans) return spans;
  const index = Math.floor(exact);
  samples.share = exact - index;
  return index;
}

/** The last of `count` times, `stride` bytes apart, that is not later than `samples.time`; the first if all are. */
export function lastNotLater(view: DataView, times: number, stride: number, count: number, samples: Samples): number {
  let low = 0;
  for (let high = count; low + 1 < high; ) {
    const middle = (low + high) >>> 1;
    if (view.getFloat32(times + middle * stride, true) <= samples.time) low = middle;
    else high = middle;
  }
  return low;
}

/** Sets where a sample and the descriptions of its segment start. Returns its number in the segment. */
function placeSample(clip: CompressedClip, sample: number, which: 0 | 1, samples: Samples): number {
  const { view, offset, segmentCount, sampleCount } = clip;
  const segment = segmentOf(clip, sample);
  const first = segmentStart(segment, segmentCount, sampleCount);
  const row = offset + segment * HclipSegment.size;
  const data = (offset + view.getUint32(row, true)) * 8;
  const poseBits = view.getUint32(row + 4, true);
  const at = data + (sample - first) * poseBits;
  // Samples are padded to a whole byte; descriptions follow.
  const length = segmentStart(segment + 1, segmentCount, sampleCount) - first;
  const track = data + Math.ceil((length * poseBits) / 8) * 8;
  if (which === 0) {
    samples.at0 = at;
    samples.track0 = track;
    samples.segment0 = segment;
  } else {
    samples.at1 = at;
    samples.track1 = track;
    samples.segment1 = segment;
  }
  return sample - first;
}

/** The inverse of segmentStart, which rounds down: one of two neighbors. */
function segmentOf({ segmentCount, sampleCount }: CompressedClip, sample: number): number {
  const segment = Math.floor((sample * segmentCount) / sampleCount);
  return segmentStart(segment + 1, segmentCount, sampleCount) <= sample ? segment + 1 : segment;
}
