// The layouts and constants of compressed clips, for docs/formats/hclip.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
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
  MAX_CLIP_JOINTS,
  MAX_CLIP_SAMPLES,
  MAX_CLIP_TARGETS,
  MAX_HCLIP_BYTES,
  MAX_SEGMENT_SAMPLES,
  SLOPE_STEPS,
  TRACK_GROUPS,
  TRACK_KINDS,
} from './layout.js';
import { ALL_FOUR, EXPONENT_BIAS, MAX_ROTATION_EXPONENT, MAX_WIDTH, RAW_FORM } from './track-bits.js';

const KIND_DOCS = {
  none: 'The clip does not change the property, or a stepped track does.',
  rest: 'It is as in the bind pose; of a weight: the default; of an additive clip: no difference.',
  constant: 'It has one value.',
  animated: 'It has samples.',
};

export const hclipSpec: FormatSpec = {
  page: 'hclip',
  prefix: 'HCLIP',
  doc: '.hclip, version 1: compressed animation clips.',
  constants: [
    { name: 'MAGIC', value: HCLIP_MAGIC, doc: 'The bytes HCLP.' },
    { name: 'VERSION', value: HCLIP_VERSION, doc: 'The only version.' },
    { name: 'TAIL_BYTES', value: HCLIP_TAIL_BYTES, doc: 'Zero bytes at the end of the file.' },
    { name: 'MAX_BYTES', value: MAX_HCLIP_BYTES, doc: 'Bytes of the largest file.' },
    { name: 'MAX_JOINTS', value: MAX_CLIP_JOINTS, doc: 'Joints of the largest skeleton.' },
    { name: 'MAX_TARGETS', value: MAX_CLIP_TARGETS, doc: 'Most morph targets.' },
    { name: 'MAX_SAMPLES', value: MAX_CLIP_SAMPLES, doc: 'Samples of the longest clip.' },
    { name: 'MAX_SEGMENT_SAMPLES', value: MAX_SEGMENT_SAMPLES, doc: 'Samples of the longest segment.' },
    { name: 'SLOPE_STEPS', value: SLOPE_STEPS, doc: 'A slope is stored in this fraction of a step per sample.' },
    { name: 'LOOPS', value: CLIP_LOOPS, doc: 'HclipClip.flags: the sample after the last one is the first one.' },
    ...TRACK_GROUPS.map(({ name }, group) => ({
      name: `HAS_${name.toUpperCase()}S`,
      value: groupFlag(group),
      doc: `HclipClip.flags: the clip has tracks of ${name}.`,
    })),
    { name: 'HAS_TIMES', value: CLIP_HAS_TIMES, doc: 'HclipClip.flags: the times of the samples are listed.' },
    {
      name: 'ADDITIVE',
      value: CLIP_IS_ADDITIVE,
      doc: 'HclipClip.flags: values are differences from a reference pose.',
    },
    ...TRACK_KINDS.map((kind, value) => ({ name: `KIND_${kind.toUpperCase()}`, value, doc: KIND_DOCS[kind] })),
    { name: 'ALL_FOUR', value: ALL_FOUR, doc: 'Form of a rotation: no component is left out.' },
    { name: 'RAW_ROTATION', value: RAW_FORM.rotation, doc: 'Form of a rotation: floats.' },
    { name: 'RAW_OTHER', value: RAW_FORM.other, doc: 'Form of other tracks: floats.' },
    { name: 'EXPONENT_BIAS', value: EXPONENT_BIAS, doc: 'The exponent of other tracks is stored plus this.' },
    { name: 'MAX_ROTATION_EXPONENT', value: MAX_ROTATION_EXPONENT, doc: 'The finest grid of a rotation.' },
    { name: 'MAX_WIDTH', value: MAX_WIDTH, doc: 'Most bits of a component in a sample.' },
  ],
  layouts: [HclipHeader, HclipClip, HclipSegment, HclipStepped],
};
