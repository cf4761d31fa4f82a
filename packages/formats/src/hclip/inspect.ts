// Every rule of an .hclip. Shared by the decoder, which stops at the first problem, and the validator. Bodies follow one another without
// gaps, so every offset has one right value, and sizes are compared with the remaining bytes before anything is read.

import type { Problems } from '../core/problem.js';
import { alignUp, viewOf } from '../core/struct.js';
import { readText } from '../core/text.js';
import { clipParts, kindOf, timesBytes, trackCountOf } from './clip-parts.js';
import { inspectSegments, inspectTracks } from './inspect-tracks.js';
import {
  CLIP_HAS_TIMES,
  CLIP_IS_ADDITIVE,
  CLIP_LOOPS,
  HCLIP_MAGIC,
  HCLIP_TAIL_BYTES,
  HCLIP_VERSION,
  HclipClip,
  HclipHeader,
  HclipSegment,
  HclipStepped,
  MAX_HCLIP_BYTES,
  MAX_SEGMENT_SAMPLES,
  TRACK_KINDS,
} from './layout.js';
import type { CompressedClip } from './model.js';

const ANIMATED = TRACK_KINDS.indexOf('animated');

/** Returns undefined if the structure is unusable, which has been reported. `jointCount`, `targetCount`: of the mesh, if known. */
export function inspectHclip(
  bytes: Uint8Array,
  problems: Problems,
  jointCount: number | undefined,
  targetCount: number | undefined,
): readonly CompressedClip[] | undefined {
  const header = HclipHeader.inspect(bytes, 0, problems);
  if (header === undefined || header.magic !== HCLIP_MAGIC || header.version !== HCLIP_VERSION) return undefined;
  if (bytes.length > MAX_HCLIP_BYTES) {
    problems.add('unsupported', 0, 'file', `has ${bytes.length} bytes, more than ${MAX_HCLIP_BYTES}`);
    return undefined;
  }
  const place = (name: 'jointCount' | 'targetCount' | 'clipCount') => HclipHeader.offsetOf(name);
  if (jointCount !== undefined && header.jointCount !== jointCount)
    problems.add('bad-range', place('jointCount'), 'HclipHeader.jointCount', `must be ${jointCount}, as in the mesh`);
  if (targetCount !== undefined && header.targetCount !== targetCount)
    problems.add(
      'bad-range',
      place('targetCount'),
      'HclipHeader.targetCount',
      `must be ${targetCount}, as in the mesh`,
    );
  const room = bytes.length - HclipHeader.size - HCLIP_TAIL_BYTES;
  if (header.clipCount * HclipClip.size > room) {
    const asked = header.clipCount * HclipClip.size;
    problems.add('truncated', place('clipCount'), 'HclipHeader.clipCount', `asks for ${asked} bytes, ${room} are left`);
    return undefined;
  }
  const clips: CompressedClip[] = [];
  let end = HclipHeader.size + header.clipCount * HclipClip.size;
  for (let i = 0; i < header.clipCount; i++) {
    const clip = inspectClip(bytes, i, end, header, problems);
    if (clip === undefined) return undefined;
    clips.push(clip);
    end = alignUp(end + clip.sizeBytes, 4);
  }
  if (bytes.length !== end + HCLIP_TAIL_BYTES)
    problems.add('trailing-bytes', end, 'file', `must end ${HCLIP_TAIL_BYTES} bytes after the last clip`);
  else checkZero(bytes, end, bytes.length, 'file', problems);
  return clips;
}

export type Counts = Pick<ReturnType<typeof HclipHeader.read>, 'jointCount' | 'targetCount'>;
export type ClipRow = ReturnType<typeof HclipClip.read>;

function inspectClip(
  bytes: Uint8Array,
  index: number,
  start: number,
  counts: Counts,
  problems: Problems,
): CompressedClip | undefined {
  const row = inspectRow(bytes, index, start, bytes.length, counts, problems);
  if (row === undefined) return undefined;
  const clip = inspectHead(bytes, row, counts, index, problems);
  if (clip === undefined || !inspectSegments(clip, `clip[${index}]`, problems)) return undefined;
  checkZero(bytes, start + row.size, alignUp(start + row.size, 4), `clip[${index}]`, problems);
  return clip;
}

/** The row of a clip, before anything that it describes is read. `start`: where its body must be. */
export function inspectRow(
  bytes: Uint8Array,
  index: number,
  start: number,
  fileBytes: number,
  counts: Counts,
  problems: Problems,
): ClipRow | undefined {
  const at = HclipHeader.size + index * HclipClip.size;
  const label = `clip[${index}]`;
  const row = HclipClip.inspect(bytes, at, problems, label);
  if (row === undefined) return undefined;
  const bad = (name: keyof ClipRow & string, message: string): undefined => {
    problems.add('bad-value', at + HclipClip.offsetOf(name), `${label}.${name}`, message);
    return undefined;
  };
  if (row.offset !== start) return bad('offset', `must be ${start}`);
  if (row.size > fileBytes - HCLIP_TAIL_BYTES - start) return bad('size', 'leads past the end of the file');
  if (row.segmentCount > row.sampleCount) return bad('segmentCount', 'must not be larger than sampleCount');
  if (row.sampleCount > row.segmentCount * MAX_SEGMENT_SAMPLES)
    return bad('segmentCount', `must be at least ${Math.ceil(row.sampleCount / MAX_SEGMENT_SAMPLES)}`);
  const hasTimes = (row.flags & CLIP_HAS_TIMES) !== 0;
  if (row.segmentCount === 0 && ((row.flags & CLIP_LOOPS) !== 0 || hasTimes))
    return bad('flags', 'cannot loop or list times without samples');
  if (row.rate > 0 && (row.segmentCount === 0 || hasTimes))
    return bad('rate', 'must be 0 without samples, or if times are listed');
  if (row.rate === 0 && row.sampleCount > 1 && !hasTimes) return bad('rate', 'must not be 0');
  if (minHeadBytes(row, counts) > row.size) return bad('size', 'is less than what the clip contains');
  return row;
}

/** Bytes of a body before its segments, without the keys of stepped tracks. */
export function minHeadBytes(row: ClipRow, counts: Counts): number {
  const tables = row.segmentCount * HclipSegment.size + timesBytes(row) + row.steppedCount * HclipStepped.size;
  return tables + Math.ceil(trackCountOf(row.flags, counts) / 4) + row.constantBytes + row.nameLen;
}

/** The body of a clip up to its segments, which is at `row.offset` of `bytes`. */
export function inspectHead(
  bytes: Uint8Array,
  row: ClipRow,
  counts: Counts,
  index: number,
  problems: Problems,
): CompressedClip | undefined {
  const label = `clip[${index}]`;
  const bad = (name: keyof ClipRow & string, message: string): undefined => {
    const at = HclipHeader.size + index * HclipClip.size + HclipClip.offsetOf(name);
    problems.add('bad-value', at, `${label}.${name}`, message);
    return undefined;
  };
  const parts = clipParts(bytes, row, counts);
  if (parts === undefined || parts.data > row.offset + row.size) return bad('steppedCount', 'has more keys than fit');
  const name = problems.attempt(`${label}.name`, () =>
    readText(bytes, parts.name, parts.name + row.nameLen, `${label}.name`),
  );
  const { size, nameLen: _, constantBytes: __, ...kept } = row;
  const clip: CompressedClip = {
    ...kept,
    ...counts,
    name: name ?? '',
    isLoop: (row.flags & CLIP_LOOPS) !== 0,
    isAdditive: (row.flags & CLIP_IS_ADDITIVE) !== 0,
    sizeBytes: size,
    parts,
    bytes,
    view: viewOf(bytes),
  };
  const trackCount = trackCountOf(row.flags, counts);
  for (let track = trackCount; track % 4 !== 0; track++)
    if (kindOf(clip, track) !== 0) {
      problems.add('bad-value', parts.kinds + (track >> 2), `${label}.kinds`, 'must end with zeros');
      break;
    }
  if (isAnimated(clip, trackCount) !== row.sampleCount > 0)
    return bad('sampleCount', 'must be 0 exactly if no track is animated');
  return inspectTracks(clip, label, problems) ? clip : undefined;
}

function isAnimated(clip: CompressedClip, trackCount: number): boolean {
  for (let track = 0; track < trackCount; track++) if (kindOf(clip, track) === ANIMATED) return true;
  return false;
}

function checkZero(bytes: Uint8Array, from: number, to: number, label: string, problems: Problems): void {
  for (let at = from; at < to; at++)
    if (bytes[at] !== 0) {
      problems.add('bad-value', at, label, 'must be padded with zeros');
      return;
    }
}
