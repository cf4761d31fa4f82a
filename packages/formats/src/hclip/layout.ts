// The structs of .hclip. Tables are aligned to 4 bytes; tracks and samples are streams of bits.
// Spec: docs/formats/hclip.md, whose tables are generated from here.

import { f32, u16, u32 } from '../core/scalar.js';
import { atMost, field, fourcc, is, multipleOf, notNegative, struct } from '../core/struct.js';

export const HCLIP_VERSION = 1;
/** The bytes HCLP. */
export const HCLIP_MAGIC = fourcc('HCLP');

/** Zero bytes at the end of the file, so that a reader may load 64 bits at any bit of it. */
export const HCLIP_TAIL_BYTES = 8;
/** Positions are counted in bits of 32-bit numbers. */
export const MAX_HCLIP_BYTES = 2 ** 29 - 1;
/** Times the number of segments, it stays below 2^53. */
export const MAX_CLIP_SAMPLES = 2 ** 24;
/** Samples of the longest segment. */
export const MAX_SEGMENT_SAMPLES = 256;
/** Joints of a skin: .hmesh numbers them with two bytes. */
export const MAX_CLIP_JOINTS = 2 ** 16;
/** With the limit of joints it bounds what a validator must remember of a clip. */
export const MAX_CLIP_TARGETS = 2 ** 20;
/** A slope is stored in this fraction of a step per sample. */
export const SLOPE_STEPS = 32;

/** The properties that tracks change, in the order of the file. `components`: floats of a value. Index: the bit in HclipClip.flags, from 1. */
export const TRACK_GROUPS = [
  { name: 'rotation', components: 4 },
  { name: 'translation', components: 3 },
  { name: 'scale', components: 3 },
  { name: 'weight', components: 1 },
] as const;
/** What a track changes: a property of a joint, or the weight of a morph target. */
export type TrackGroup = (typeof TRACK_GROUPS)[number]['name'];

/** HclipClip.flags: the sample after the last one is the first one. */
export const CLIP_LOOPS = 1;
/** HclipClip.flags: the clip has tracks of the group with this index. */
export const groupFlag = (group: number): number => 2 << group;
/** HclipClip.flags: the times of the samples are listed, instead of a rate. */
export const CLIP_HAS_TIMES = groupFlag(TRACK_GROUPS.length);
/** HclipClip.flags: values are differences from a reference pose. */
export const CLIP_IS_ADDITIVE = CLIP_HAS_TIMES * 2;
const ALL_FLAGS = CLIP_IS_ADDITIVE * 2 - 1;

/** What a clip does to a property; two bits each. Index: the number on disk. */
export const TRACK_KINDS = ['none', 'rest', 'constant', 'animated'] as const;
/** What a clip does to a property. */
export type TrackKind = (typeof TRACK_KINDS)[number];

/** Start of the file; the clips follow. */
export const HclipHeader = struct(
  'HclipHeader',
  24,
  'Start of the file; one HclipClip per clip follows, then their bodies.',
  {
    magic: field(u32, 'The bytes `HCLP`.', is(HCLIP_MAGIC)),
    version: field(u32, '1.', is(HCLIP_VERSION)),
    clipCount: field(u32, 'Clips.'),
    jointCount: field(u32, 'Joints in SKEL of the companion .hmesh.', atMost(MAX_CLIP_JOINTS)),
    targetCount: field(u32, 'Morph targets in MRPH of the companion .hmesh.', atMost(MAX_CLIP_TARGETS)),
    reserved: field(u32, 'Zero.', is(0)),
  },
);

/** One clip. */
export const HclipClip = struct('HclipClip', 40, 'One clip.', {
  offset: field(u32, 'Start of the body, from the start of the file.', multipleOf(4)),
  size: field(u32, 'Bytes of the body.'),
  duration: field(f32, 'Seconds.', notNegative),
  rate: field(f32, 'Samples per second; 0 without samples, or if their times are listed.', notNegative),
  sampleCount: field(u32, 'Stored samples; 0 exactly if no track is animated.', atMost(MAX_CLIP_SAMPLES)),
  segmentCount: field(u32, 'Segments; segment i starts at sample i * sampleCount / segmentCount, rounded down.'),
  constantBytes: field(u32, 'Bytes of the constant tracks.'),
  steppedCount: field(u32, 'Tracks that jump from key to key.'),
  error: field(f32, 'Largest measured distance from the source, in the units of the mesh.', notNegative),
  nameLen: field(u16, 'UTF-8 bytes of the name.'),
  flags: field(
    u16,
    '1: the clip loops. 2, 4, 8, 16: it has tracks of rotation, translation, scale, weight. 32: it lists the times of samples. 64: it is additive.',
    atMost(ALL_FLAGS),
  ),
});

/** Where a segment starts. */
export const HclipSegment = struct('HclipSegment', 8, 'Where a segment starts.', {
  offset: field(u32, 'From the start of the body: the samples, then the tracks.'),
  poseBits: field(u32, 'Bits of one sample of all tracks.'),
});

/** A track that jumps from key to key. */
export const HclipStepped = struct('HclipStepped', 8, 'A track that jumps from key to key.', {
  track: field(u32, 'Number of the track, as in the list of kinds.'),
  keyCount: field(u32, 'Keys: time f32, then the value as f32.'),
});
