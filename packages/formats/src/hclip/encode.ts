// Writes compressed clips. How values are rounded is the caller's choice; see the model.

import { Problems } from '../core/problem.js';
import { alignUp } from '../core/struct.js';
import { writeText } from '../core/text.js';
import { BitWriter } from './bits.js';
import { segmentLength } from './clip-parts.js';
import { inspectHclip } from './inspect.js';
import {
  CLIP_HAS_TIMES,
  CLIP_IS_ADDITIVE,
  CLIP_LOOPS,
  groupFlag,
  HCLIP_MAGIC,
  HCLIP_TAIL_BYTES,
  HCLIP_VERSION,
  HclipClip,
  HclipHeader,
  HclipSegment,
  HclipStepped,
  TRACK_GROUPS,
  TRACK_KINDS,
} from './layout.js';
import type { HclipClipModel, HclipModel, SegmentTrack, SteppedTrack } from './model.js';
import { sampleBitsOf, writeSample, writeTrack } from './write-track.js';

/** Encodes compressed clips. Equal models give equal bytes. Throws a plain Error for models that cannot be stored. */
export function encodeHclip({ jointCount, targetCount, clips }: HclipModel): Uint8Array {
  const bodies = clips.map((clip) => encodeBody(clip, componentsByTrack(clip, jointCount, targetCount)));
  const start = HclipHeader.size + clips.length * HclipClip.size;
  const offsets: number[] = [];
  let end = start;
  for (const body of bodies) {
    offsets.push(end);
    end += alignUp(body.bytes.length, 4);
  }
  const bytes = new Uint8Array(end + HCLIP_TAIL_BYTES);
  HclipHeader.write(bytes, 0, {
    magic: HCLIP_MAGIC,
    version: HCLIP_VERSION,
    clipCount: clips.length,
    jointCount,
    targetCount,
    reserved: 0,
  });
  for (const [i, clip] of clips.entries()) {
    const body = bodies[i];
    const offset = offsets[i];
    if (body === undefined || offset === undefined) throw new Error('a clip has no body');
    HclipClip.write(bytes, HclipHeader.size + i * HclipClip.size, {
      offset,
      size: body.bytes.length,
      duration: clip.duration,
      rate: clip.rate,
      sampleCount: clip.sampleCount,
      segmentCount: clip.segments.length,
      constantBytes: body.constantBytes,
      steppedCount: clip.stepped.length,
      error: clip.error,
      nameLen: body.nameLen,
      flags: flagsOf(clip),
    });
    bytes.set(body.bytes, offset);
  }
  const problems = new Problems();
  inspectHclip(bytes, problems, undefined, undefined);
  const [problem] = problems.list();
  if (problem) throw new Error(`the clips cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

const flagsOf = ({ isLoop, isAdditive = false, groups, times }: HclipClipModel): number =>
  TRACK_GROUPS.reduce(
    (flags, { name }, i) => (groups.includes(name) ? flags | groupFlag(i) : flags),
    (isLoop ? CLIP_LOOPS : 0) | (times === undefined ? 0 : CLIP_HAS_TIMES) | (isAdditive ? CLIP_IS_ADDITIVE : 0),
  );

function componentsByTrack({ groups }: HclipClipModel, jointCount: number, targetCount: number): readonly number[] {
  return TRACK_GROUPS.filter(({ name }) => groups.includes(name)).flatMap(({ name, components }) =>
    new Array<number>(name === 'weight' ? targetCount : jointCount).fill(components),
  );
}

interface Body {
  readonly bytes: Uint8Array;
  readonly constantBytes: number;
  readonly nameLen: number;
}

function encodeBody(clip: HclipClipModel, components: readonly number[]): Body {
  const { kinds, constants, stepped, segments, sampleCount } = clip;
  if (kinds.length !== components.length) throw new Error(`${kinds.length} kinds for ${components.length} tracks`);
  const kindBits = new BitWriter();
  for (const kind of kinds) kindBits.write(TRACK_KINDS.indexOf(kind), 2);
  const componentsOf = (kind: string) => components.filter((_, track) => kinds[track] === kind);
  const constantBits = new BitWriter();
  const ofConstants = componentsOf('constant');
  for (const [i, track] of constants.entries()) writeTrack(constantBits, track, ofConstants[i] ?? 0, true);
  const name = writeText(clip.name);
  const keys = stepped.flatMap((track) => [...keyFloats(track, components[track.track] ?? 0)]);
  const ofAnimated = componentsOf('animated');
  const data = segments.map((tracks, i) =>
    encodeSegment(tracks, ofAnimated, segmentLength(i, segments.length, sampleCount)),
  );
  const times = clip.times ?? new Float32Array(0);
  const tableOfStepped = segments.length * HclipSegment.size + times.byteLength;
  const head = tableOfStepped + stepped.length * HclipStepped.size;
  const parts = [new Uint8Array(Float32Array.from(keys).buffer), kindBits.bytes(), constantBits.bytes(), name];
  let at = head + parts.reduce((sum, part) => sum + part.length, 0);
  const tables = new Uint8Array(head);
  for (const [i, { bytes, poseBits }] of data.entries()) {
    HclipSegment.write(tables, i * HclipSegment.size, { offset: at, poseBits });
    at += bytes.length;
  }
  tables.set(new Uint8Array(times.slice().buffer), segments.length * HclipSegment.size);
  for (const [i, { track, times: keys }] of stepped.entries())
    HclipStepped.write(tables, tableOfStepped + i * HclipStepped.size, { track, keyCount: keys.length });
  return {
    bytes: concatenate([tables, ...parts, ...data.map(({ bytes }) => bytes)]),
    constantBytes: constantBits.bytes().length,
    nameLen: name.length,
  };
}

function encodeSegment(tracks: readonly SegmentTrack[], components: readonly number[], length: number) {
  const bits = new BitWriter();
  const poseBits = tracks.reduce((sum, track, i) => sum + sampleBitsOf(track, components[i] ?? 0), 0);
  for (let sample = 0; sample < length; sample++)
    for (const [i, track] of tracks.entries()) writeSample(bits, track, components[i] ?? 0, sample);
  const described = new BitWriter();
  for (const [i, track] of tracks.entries()) writeTrack(described, track, components[i] ?? 0, false);
  return { bytes: concatenate([bits.bytes(), described.bytes()]), poseBits };
}

function keyFloats({ times, values }: SteppedTrack, components: number): Float32Array {
  const floats = new Float32Array(times.length * (components + 1));
  for (const [key, time] of times.entries()) {
    floats[key * (components + 1)] = time;
    floats.set(values.subarray(key * components, (key + 1) * components), key * (components + 1) + 1);
  }
  return floats;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
