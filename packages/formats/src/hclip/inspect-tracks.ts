// Rules of the tracks of a clip: times, stepped keys and constants, which come before the segments; segments.

import type { Problems } from '../core/problem.js';
import { readBits, readWord } from './bits.js';
import { componentsOf, kindOf, segmentLength, trackCountOf } from './clip-parts.js';
import { CLIP_HAS_TIMES, HclipSegment, HclipStepped, TRACK_KINDS } from './layout.js';
import type { CompressedClip } from './model.js';
import { newTrackHead, readTrackHead } from './track-bits.js';

const NONE = TRACK_KINDS.indexOf('none');
const CONSTANT = TRACK_KINDS.indexOf('constant');
const ANIMATED = TRACK_KINDS.indexOf('animated');

/** Returns false if the clip cannot be sampled, which has been reported. */
export function inspectTracks(clip: CompressedClip, label: string, problems: Problems): boolean {
  return (
    inspectTimes(clip, label, problems) &&
    inspectStepped(clip, label, problems) &&
    inspectConstants(clip, label, problems)
  );
}

function inspectTimes({ view, parts, flags, sampleCount }: CompressedClip, label: string, problems: Problems): boolean {
  if ((flags & CLIP_HAS_TIMES) === 0) return true;
  let previous = 0;
  for (let i = 0; i < sampleCount; i++) {
    const at = parts.times + i * 4;
    const time = view.getFloat32(at, true);
    const isNext = i === 0 ? time === 0 : time > previous && Number.isFinite(time);
    if (!isNext) return fail(problems, 'bad-order', at, `${label}.time[${i}]`, 'must start at 0 and ascend');
    previous = time;
  }
  return true;
}

function inspectStepped(clip: CompressedClip, label: string, problems: Problems): boolean {
  const { bytes, view, parts, steppedCount, flags } = clip;
  const trackCount = trackCountOf(flags, clip);
  let at = parts.keys;
  let previous = -1;
  for (let i = 0; i < steppedCount; i++) {
    const row = parts.stepped + i * HclipStepped.size;
    const field = `${label}.stepped[${i}]`;
    const { track, keyCount } = HclipStepped.read(bytes, row);
    if (track >= trackCount) return fail(problems, 'bad-range', row, `${field}.track`, `must be below ${trackCount}`);
    if (track <= previous)
      return fail(problems, 'bad-order', row, `${field}.track`, 'must be larger than the one before');
    if (kindOf(clip, track) !== NONE) return fail(problems, 'bad-value', row, `${field}.track`, 'must be of kind none');
    if (keyCount === 0) return fail(problems, 'bad-value', row + 4, `${field}.keyCount`, 'must not be 0');
    previous = track;
    const components = componentsOf(track, flags, clip);
    let last = 0;
    for (let key = 0; key < keyCount; key++) {
      const time = view.getFloat32(at, true);
      if (!(time >= 0 && Number.isFinite(time)))
        return fail(problems, 'bad-value', at, `${field}.key[${key}].time`, 'must be finite and not negative');
      if (time < last) return fail(problems, 'bad-order', at, `${field}.key[${key}].time`, 'must not decrease');
      last = time;
      at += 4;
      for (let c = 0; c < components; c++, at += 4)
        if (!Number.isFinite(view.getFloat32(at, true)))
          return fail(problems, 'bad-value', at, `${field}.key[${key}].value`, 'must be finite');
    }
  }
  return true;
}

function inspectConstants(clip: CompressedClip, label: string, problems: Problems): boolean {
  const { view, parts, flags } = clip;
  const head = newTrackHead();
  const end = parts.name * 8;
  let at = parts.constants * 8;
  for (const track of tracksOfKind(clip, CONSTANT)) {
    const components = componentsOf(track, flags, clip);
    readTrackHead(view, at, components, true, head);
    if (!head.isValid || head.end > end)
      return fail(problems, 'bad-value', at >>> 3, `${label}.constants`, `track ${track} is damaged`);
    if (head.isRaw && !areFinite(view, head.bases, components))
      return fail(problems, 'bad-value', at >>> 3, `${label}.constants`, `track ${track} is not finite`);
    at = head.end;
  }
  return endsWell(view, at, end, `${label}.constants`, problems);
}

/** Returns false if the clip cannot be sampled, which has been reported. */
export function inspectSegments(clip: CompressedClip, label: string, problems: Problems): boolean {
  const { bytes, offset, sizeBytes, segmentCount, parts } = clip;
  const bodyEnd = offset + sizeBytes;
  // Listed once: a file may have many segments and many tracks of which few are animated.
  const animated = animatedTracks(clip);
  let start = parts.data;
  for (let i = 0; i < segmentCount; i++) {
    const row = offset + i * HclipSegment.size;
    const field = `${label}.segment[${i}]`;
    const segment = HclipSegment.read(bytes, row);
    if (offset + segment.offset !== start)
      return fail(problems, 'bad-value', row, `${field}.offset`, `must be ${start - offset}`);
    const end = inspectSegmentAt(clip, i, start, bodyEnd, animated, field, problems);
    if (end === undefined) return false;
    start = end;
  }
  if (start === bodyEnd) return true;
  return fail(problems, 'trailing-bytes', start, label, `has ${bodyEnd - start} bytes after its last segment`);
}

/** A segment at `start` that ends before `limit`. Returns its end. */
function inspectSegmentAt(
  clip: CompressedClip,
  i: number,
  start: number,
  limit: number,
  animated: readonly number[],
  field: string,
  problems: Problems,
): number | undefined {
  const row = clip.offset + i * HclipSegment.size;
  const { poseBits } = HclipSegment.read(clip.bytes, row);
  const length = segmentLength(i, clip.segmentCount, clip.sampleCount);
  const tracks = start + Math.ceil((length * poseBits) / 8);
  if (tracks > limit) {
    fail(problems, 'truncated', row + 4, `${field}.poseBits`, 'leads past the end of the clip');
    return undefined;
  }
  const segment = { start, tracks, length, row, poseBits, limit };
  const end = inspectSegment(clip, segment, animated, field, problems);
  if (end === undefined || !endsWell(clip.view, start * 8 + length * poseBits, tracks * 8, field, problems))
    return undefined;
  return end;
}

/** Checks one segment that was loaded to another place. */
export function inspectPage(
  clip: CompressedClip,
  page: number,
  start: number,
  end: number,
  animated: readonly number[],
  problems: Problems,
): void {
  const field = `segment[${page}]`;
  if (inspectSegmentAt(clip, page, start, end, animated, field, problems) !== end)
    problems.add('trailing-bytes', start, field, 'is longer than its tracks');
}

/** The tracks of a clip that segments describe. */
export const animatedTracks = (clip: CompressedClip): readonly number[] => tracksOfKind(clip, ANIMATED);

interface Segment {
  /** In bytes. */
  readonly limit: number;
  readonly start: number;
  /** First byte of the tracks' descriptions. */
  readonly tracks: number;
  readonly length: number;
  readonly poseBits: number;
  /** Of the table. */
  readonly row: number;
}

function tracksOfKind(clip: CompressedClip, kind: number): readonly number[] {
  const tracks: number[] = [];
  for (let track = 0; track < trackCountOf(clip.flags, clip); track++)
    if (kindOf(clip, track) === kind) tracks.push(track);
  return tracks;
}

/** Returns the end of the segment in bytes. */
function inspectSegment(
  clip: CompressedClip,
  segment: Segment,
  animated: readonly number[],
  field: string,
  problems: Problems,
): number | undefined {
  const { view, flags } = clip;
  const head = newTrackHead();
  let at = segment.tracks * 8;
  let sampleBits = 0;
  for (const track of animated) {
    const components = componentsOf(track, flags, clip);
    readTrackHead(view, at, components, false, head);
    if (!head.isValid || head.end > segment.limit * 8) {
      fail(problems, 'bad-value', at >>> 3, field, `track ${track} is damaged`);
      return undefined;
    }
    if (sampleBits + head.sampleBits > segment.poseBits) {
      fail(
        problems,
        'bad-value',
        segment.row + 4,
        `${field}.poseBits`,
        `must be at least ${sampleBits + head.sampleBits}`,
      );
      return undefined;
    }
    if (head.isRaw)
      for (let i = 0; i < segment.length; i++)
        if (!areFinite(view, segment.start * 8 + i * segment.poseBits + sampleBits, components)) {
          fail(problems, 'bad-value', at >>> 3, field, `track ${track} is not finite`);
          return undefined;
        }
    sampleBits += head.sampleBits;
    at = head.end;
  }
  if (sampleBits !== segment.poseBits) {
    fail(problems, 'bad-value', segment.row + 4, `${field}.poseBits`, `must be ${sampleBits}`);
    return undefined;
  }
  const end = Math.ceil(at / 8);
  return endsWell(view, at, end * 8, field, problems) ? end : undefined;
}

function areFinite(view: DataView, at: number, count: number): boolean {
  for (let c = 0; c < count; c++) if (((readWord(view, at + c * 32) >>> 23) & 0xff) === 0xff) return false;
  return true;
}

/** The bits up to `end`, less than a byte, are zero. */
function endsWell(view: DataView, at: number, end: number, field: string, problems: Problems): boolean {
  if (end - at < 8 && readBits(view, at, end - at) === 0) return true;
  return fail(problems, 'bad-value', at >>> 3, field, 'must end with zeros to a whole byte');
}

function fail(
  problems: Problems,
  code: Parameters<Problems['add']>[0],
  offset: number,
  field: string,
  message: string,
): false {
  problems.add(code, offset, field, message);
  return false;
}
