// The structs of .hscene: nodes, cameras, lights, instances, extras and animations of a source. Spec: docs/formats/hscene.md,
// whose tables are generated from here.

import { type ChunkedFormat, chunkedHeader } from '../chunked/container.js';
import { array, f32, i32, u8, u16, u32 } from '../core/scalar.js';
import { allFinite, allZero, atLeast, atMost, field, finite, fourcc, is, notNegative, struct } from '../core/struct.js';

/** The bytes HSCN. */
export const HSCENE_MAGIC = fourcc('HSCN');
export const HSCENE_VERSION = 1;
/** HsceneDesc.flags. */
export const FLAG_BAKED = 1;
/** HsceneNodeRow.flags. */
export const FLAG_VISIBLE = 1;

/** The chunks of a `.hscene`, in the order of the writer. */
export const HSCENE_CHUNKS = ['SDSC', 'NODS', 'NAME', 'CAMS', 'LGTS', 'INST', 'EXTR', 'ANIM'] as const;
export type HsceneChunkName = (typeof HSCENE_CHUNKS)[number];

/** Index: the number on disk. */
export const CAMERA_TYPES = ['perspective', 'orthographic'] as const;
/** Index: the number on disk. */
export const LIGHT_TYPES = ['directional', 'point', 'spot'] as const;
/** Kinds of lights. */
export type LightType = (typeof LIGHT_TYPES)[number];
/** What extras belong to. Index: the number on disk. */
export const EXTRAS_TARGETS = ['scene', 'node', 'mesh', 'material', 'camera', 'light', 'asset'] as const;
/** What extras belong to. A mesh is identified by the first node that shows it, a material by its row; scene and asset have index 0. */
export type ExtrasTarget = (typeof EXTRAS_TARGETS)[number];

const orNone = atLeast(-1);
const rotation = (vs: readonly number[]): string | undefined =>
  vs.every(Number.isFinite) && vs.some((v) => v !== 0) ? undefined : 'finite and of some length';
const transform = {
  translation: field(array(f32, 3), 'Relative to the parent.', allFinite),
  rotation: field(array(f32, 4), 'x y z w, not all zero.', rotation),
  scale: field(array(f32, 3), 'Along the axes of the node.', allFinite),
};

/** Start of a `.hscene`. */
export const HsceneFileHeader: ChunkedFormat<HsceneChunkName>['header'] = chunkedHeader(
  'HsceneFileHeader',
  'HSCN',
  HSCENE_MAGIC,
  [HSCENE_VERSION],
  '1.',
);

/** How a `.hscene` is read and written as chunks. */
export const HSCENE_FORMAT: ChunkedFormat<HsceneChunkName> = {
  header: HsceneFileHeader,
  magic: HSCENE_MAGIC,
  versions: [HSCENE_VERSION],
  chunks: HSCENE_CHUNKS,
};

/** SDSC: the counts. */
export const HsceneDesc = struct('HsceneDesc', 32, 'SDSC: the counts.', {
  nodeCount: field(u32, 'Rows of NODS.'),
  cameraCount: field(u32, 'Rows of CAMS.'),
  lightCount: field(u32, 'Rows of LGTS.'),
  instanceCount: field(u32, 'Rows of INST.'),
  flags: field(u32, 'Bit 0: meshes are baked, the transforms of nodes must not be applied to them again.', atMost(1)),
  pad: field(array(u32, 3), 'Zero.', allZero),
});

/** NODS: one node, in pre-order. */
export const HsceneNodeRow = struct('HsceneNodeRow', 88, 'NODS: one node, in pre-order.', {
  ...transform,
  parent: field(i32, 'Node index, −1 for a root.', orNone),
  firstSubmesh: field(u32, 'First submesh of its mesh in SUBM of the companion .hmesh; nodes may share a range.'),
  submeshCount: field(u32, '0: no triangles.'),
  firstLine: field(u32, 'First of its ranges of lines and points in LNPT of the companion .hmesh.'),
  lineCount: field(u32, '0: no lines or points.'),
  skin: field(i32, "Number of the skin in the source, −1 for none; the joints are SKEL's.", orNone),
  camera: field(i32, 'Row of CAMS, −1 for none.', orNone),
  light: field(i32, 'Row of LGTS, −1 for none.', orNone),
  joint: field(i32, 'Row of SKEL of the companion .hmesh that moves as this node does, −1 for none.', orNone),
  flags: field(u32, 'Bit 0: visible, as far as its ancestors are.', atMost(1)),
  firstInstance: field(u32, 'First row of INST.'),
  instanceCount: field(u32, '0: its mesh is shown once; else once for each instance, below the node.'),
});

/** CAMS: one camera. */
export const HsceneCameraRow = struct('HsceneCameraRow', 32, 'CAMS: one camera.', {
  type: field(u32, '0 perspective, 1 orthographic.', atMost(1)),
  aspectOrXmag: field(f32, 'Aspect ratio, 0 if the source does not define it; orthographic: half the width.', finite),
  yfovOrYmag: field(f32, 'Vertical field of view in radians; orthographic: half the height.', finite),
  znear: field(f32, 'Distance of the near plane.', notNegative),
  zfar: field(f32, 'Distance of the far plane, 0 for infinite.', notNegative),
  pad: field(array(u32, 3), 'Zero.', allZero),
});

/** LGTS: one light, as of KHR_lights_punctual. */
export const HsceneLightRow = struct('HsceneLightRow', 32, 'LGTS: one light, as of KHR_lights_punctual.', {
  type: field(u32, '0 directional, 1 point, 2 spot.', atMost(2)),
  color: field(array(f32, 3), 'Linear RGB.', allFinite),
  intensity: field(f32, 'Lux for directional lights, candela for the others.', finite),
  range: field(f32, '0 for infinite.', notNegative),
  innerCone: field(f32, 'Radians from the axis, for spots.', notNegative),
  outerCone: field(f32, 'Radians from the axis, for spots.', notNegative),
});

/** INST: one instance of EXT_mesh_gpu_instancing. */
export const HsceneInstanceRow = struct(
  'HsceneInstanceRow',
  40,
  'INST: one instance of EXT_mesh_gpu_instancing, relative to its node.',
  transform,
);

/** EXTR begins with this; HsceneExtrasRow[count] follows, then the text. */
export const HsceneExtrasHeader = struct(
  'HsceneExtrasHeader',
  16,
  'EXTR begins with this; HsceneExtrasRow[count] follows, then the text.',
  {
    count: field(u32, 'Rows.'),
    textBytes: field(u32, 'Bytes of the text.'),
    pad: field(array(u32, 2), 'Zero.', allZero),
  },
);

/** EXTR: the owner of one text, and its position. */
export const HsceneExtrasRow = struct('HsceneExtrasRow', 16, 'EXTR: the owner of one text, and its position.', {
  target: field(
    u32,
    '0 scene, 1 node, 2 mesh, 3 material, 4 camera, 5 light, 6 asset; targets and indices ascend, each pair once.',
    atMost(6),
  ),
  index: field(u32, 'Of the node, material row, camera or light; of a mesh the first node that shows it; else 0.'),
  offset: field(u32, 'Into the text; rows tile it in order.'),
  length: field(u32, 'Bytes of JSON.', atLeast(1)),
});

/** ANIM begins with this; clips, channels, times and values follow, each on a multiple of 16 bytes from here. */
export const HsceneAnimHeader = struct(
  'HsceneAnimHeader',
  16,
  'ANIM begins with this; clips, channels, times and values follow, each on a multiple of 16 bytes from here.',
  {
    clipCount: field(u32, 'HsceneClipRow[].'),
    channelCount: field(u32, 'HsceneChannelRow[].'),
    timeCount: field(u32, 'f32[]: seconds.'),
    valueCount: field(u32, 'f32[].'),
  },
);

/** ANIM: one clip. */
export const HsceneClipRow = struct('HsceneClipRow', 16, 'ANIM: one clip.', {
  firstChannel: field(u32, 'Clips tile the channels in order.'),
  channelCount: field(u32, 'Channels of this clip.'),
  duration: field(f32, 'Largest key time; 0 without keys.', finite),
  pad: field(u32, 'Zero.', is(0)),
});

/** ANIM: one property over time. */
export const HsceneChannelRow = struct('HsceneChannelRow', 32, 'ANIM: one property over time.', {
  target: field(u32, '1 node, 3 material, 4 camera, 5 light.'),
  index: field(u32, 'Of the node, the camera or the light; row of the companion .hmat.'),
  property: field(u32, 'Which property of the target; numbers below.'),
  interp: field(u8, '0 STEP, 1 LINEAR.', atMost(1)),
  components: field(u8, 'Floats of one value.'),
  pad: field(u16, 'Zero.', is(0)),
  firstTime: field(u32, 'Channels tile the times in order.'),
  keyCount: field(u32, 'Times of this channel; as many values, of `components` floats each.'),
  firstValue: field(u32, 'In floats; channels tile the values in order.'),
  pad2: field(u32, 'Zero.', is(0)),
});
