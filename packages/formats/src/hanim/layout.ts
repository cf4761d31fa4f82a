// The structs of .hanim and .hanimx. Clips have names of any length, so nothing after the header is aligned: copy, do not cast.
// Spec: docs/formats/hanim.md, whose tables are generated from here.

import { f32, u8, u16, u32 } from '../core/scalar.js';
import { atMost, field, finite, fourcc, is, oneOf, struct } from '../core/struct.js';

/** Clips that move joints: .hanim. */
export const HANIM_VERSION = 1;
/** Clips that set the weights of morph targets: .hanimx. */
export const HANIMX_VERSION = 2;
/** The bytes HANM. */
export const HANIM_MAGIC = fourcc('HANM');

/** Index: the number on disk. */
export const CHANNEL_PATHS = ['translation', 'rotation', 'scale'] as const;
/** The property of a joint that a channel changes. */
export type ChannelPath = (typeof CHANNEL_PATHS)[number];

/** The number on disk of the only path of .hanimx. */
export const WEIGHT_PATH = CHANNEL_PATHS.length;

/** Index: the number on disk. */
export const INTERPOLATIONS = ['STEP', 'LINEAR'] as const;
/** How values between two keys are computed. */
export type Interpolation = (typeof INTERPOLATIONS)[number];

/** Start of the file; the clips follow. */
export const HanimHeader = struct('HanimHeader', 16, 'Start of the file; the clips follow.', {
  magic: field(u32, 'The bytes `HANM`.', is(HANIM_MAGIC)),
  version: field(u32, '1, or 2 in .hanimx.', oneOf(HANIM_VERSION, HANIMX_VERSION)),
  clipCount: field(u32, 'Clips.'),
  reserved: field(u32, 'Zero.', is(0)),
});

/** Start of a clip; the name follows. */
export const HanimClipName = struct('HanimClipName', 2, 'Start of a clip; the name follows.', {
  nameLen: field(u16, 'UTF-8 bytes of the name.'),
});

/** Follows the name; the channels follow. */
export const HanimClip = struct('HanimClip', 8, 'Follows the name; the channels follow.', {
  duration: field(f32, 'Largest key time; 0 without keys.', finite),
  channelCount: field(u32, 'Channels.'),
});

/** Start of a channel; its keys follow. */
export const HanimChannel = struct('HanimChannel', 12, 'Start of a channel; its keys follow.', {
  joint: field(u32, 'Into SKEL of the companion .hmesh; in .hanimx into the targets of MRPH.'),
  path: field(u8, '0 translation, 1 rotation (x y z w), 2 scale; in .hanimx 3 weight.', atMost(WEIGHT_PATH)),
  interp: field(u8, '0 STEP, 1 LINEAR.', atMost(1)),
  components: field(u8, '3, 4 for rotation, 1 for weight.', oneOf(1, 3, 4)),
  pad: field(u8, 'Zero.', is(0)),
  keyCount: field(u32, 'Keys of 4 + 4 · components bytes: time f32, value f32[components].'),
});
