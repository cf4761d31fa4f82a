// Where the parts of a clip's body are: segments, stepped tracks, their keys, kinds of tracks, constants, name, data.

import { viewOf } from '../core/struct.js';
import { readBits } from './bits.js';
import { CLIP_HAS_TIMES, groupFlag, HclipSegment, HclipStepped, TRACK_GROUPS } from './layout.js';
import type { ClipParts, CompressedClip } from './model.js';

interface Counts {
  readonly jointCount: number;
  readonly targetCount: number;
}

/** Tracks of a group. */
export const tracksOf = (group: number, { jointCount, targetCount }: Counts): number =>
  TRACK_GROUPS[group]?.name === 'weight' ? targetCount : jointCount;

/** Tracks of all groups that the flags name. */
export function trackCountOf(flags: number, counts: Counts): number {
  let count = 0;
  for (let group = 0; group < TRACK_GROUPS.length; group++)
    if ((flags & groupFlag(group)) !== 0) count += tracksOf(group, counts);
  return count;
}

/** Floats of a value of a track. */
export function componentsOf(track: number, flags: number, counts: Counts): number {
  let first = 0;
  for (let group = 0; group < TRACK_GROUPS.length; group++) {
    if ((flags & groupFlag(group)) === 0) continue;
    first += tracksOf(group, counts);
    if (track < first) return TRACK_GROUPS[group]?.components ?? 0;
  }
  return 0;
}

/** The kind of a track, as in TRACK_KINDS. */
export const kindOf = ({ view, parts }: Pick<CompressedClip, 'view' | 'parts'>, track: number): number =>
  readBits(view, parts.kinds * 8 + track * 2, 2);

interface Row {
  readonly offset: number;
  readonly size: number;
  readonly sampleCount: number;
  readonly segmentCount: number;
  readonly steppedCount: number;
  readonly constantBytes: number;
  readonly nameLen: number;
  readonly flags: number;
}

/** Bytes of the listed times. */
export const timesBytes = ({ flags, sampleCount }: Pick<Row, 'flags' | 'sampleCount'>): number =>
  (flags & CLIP_HAS_TIMES) === 0 ? 0 : sampleCount * 4;

/** The tables must fit into the body. Undefined if the keys of stepped tracks do not. */
export function clipParts(bytes: Uint8Array, row: Row, counts: Counts): ClipParts | undefined {
  const times = row.offset + row.segmentCount * HclipSegment.size;
  const stepped = times + timesBytes(row);
  const keys = stepped + row.steppedCount * HclipStepped.size;
  const view = viewOf(bytes);
  let kinds = keys;
  for (let i = 0; i < row.steppedCount; i++) {
    const at = stepped + i * HclipStepped.size;
    const track = view.getUint32(at + HclipStepped.offsetOf('track'), true);
    const components = componentsOf(track, row.flags, counts);
    kinds += view.getUint32(at + HclipStepped.offsetOf('keyCount'), true) * (components + 1) * 4;
    if (kinds > row.offset + row.size) return undefined;
  }
  const constants = kinds + Math.ceil(trackCountOf(row.flags, counts) / 4);
  const name = constants + row.constantBytes;
  return { times, stepped, keys, kinds, constants, name, data: name + row.nameLen };
}

/** First sample of segment `i`. */
export const segmentStart = (i: number, segmentCount: number, sampleCount: number): number =>
  Math.floor((i * sampleCount) / segmentCount);

/** Samples of segment `i`. */
export const segmentLength = (i: number, segmentCount: number, sampleCount: number): number =>
  segmentStart(i + 1, segmentCount, sampleCount) - segmentStart(i, segmentCount, sampleCount);
