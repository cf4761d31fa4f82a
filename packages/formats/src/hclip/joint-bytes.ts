// What each joint and morph target takes of a clip: its samples, their descriptions, constants and steps.

import { componentsOf, kindOf, segmentLength, trackCountOf, tracksOf } from './clip-parts.js';
import { groupFlag, HclipSegment, HclipStepped, TRACK_GROUPS, TRACK_KINDS } from './layout.js';
import type { CompressedClip } from './model.js';
import { newTrackHead, readTrackHead } from './track-bits.js';

const CONSTANT = TRACK_KINDS.indexOf('constant');
const ANIMATED = TRACK_KINDS.indexOf('animated');
/** Of the list of kinds, for each track. */
const KIND_BITS = 2;

/** Bytes of a clip, with fractions since tracks are not aligned. */
export interface ClipBytes {
  /** By joint: rotation, translation and scale together. */
  readonly joints: Float64Array;
  /** By morph target. */
  readonly targets: Float64Array;
}

/** Bytes that each joint and morph target takes in a clip. The name and the table of segments belong to none. */
export function bytesByJoint(clip: CompressedClip): ClipBytes {
  const bits = bitsByTrack(clip);
  const joints = new Float64Array(clip.jointCount);
  const targets = new Float64Array(clip.targetCount);
  let track = 0;
  for (const [group, { name }] of TRACK_GROUPS.entries()) {
    if ((clip.flags & groupFlag(group)) === 0) continue;
    const sums = name === 'weight' ? targets : joints;
    for (let i = 0; i < tracksOf(group, clip); i++, track++) sums[i] = (sums[i] ?? 0) + (bits[track] ?? 0) / 8;
  }
  return { joints, targets };
}

function bitsByTrack(clip: CompressedClip): Float64Array {
  const { view, parts, offset, flags, segmentCount, sampleCount } = clip;
  const bits = new Float64Array(trackCountOf(flags, clip)).fill(KIND_BITS);
  const add = (track: number, more: number): void => {
    bits[track] = (bits[track] ?? 0) + more;
  };
  for (let i = 0; i < clip.steppedCount; i++) {
    const row = parts.stepped + i * HclipStepped.size;
    const track = view.getUint32(row, true);
    add(track, (HclipStepped.size + view.getUint32(row + 4, true) * (componentsOf(track, flags, clip) + 1) * 4) * 8);
  }
  const head = newTrackHead();
  const describe = (track: number, at: number, isConstant: boolean, samples: number): number => {
    readTrackHead(view, at, componentsOf(track, flags, clip), isConstant, head);
    add(track, head.end - at + head.sampleBits * samples);
    return head.end;
  };
  let at = parts.constants * 8;
  for (let track = 0; track < bits.length; track++)
    if (kindOf(clip, track) === CONSTANT) at = describe(track, at, true, 0);
  for (let i = 0; i < segmentCount; i++) {
    const row = offset + i * HclipSegment.size;
    const length = segmentLength(i, segmentCount, sampleCount);
    at = (offset + view.getUint32(row, true) + Math.ceil((length * view.getUint32(row + 4, true)) / 8)) * 8;
    for (let track = 0; track < bits.length; track++)
      if (kindOf(clip, track) === ANIMATED) at = describe(track, at, false, length);
  }
  return bits;
}
