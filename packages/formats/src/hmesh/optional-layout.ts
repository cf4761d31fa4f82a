// The structs of the chunks that follow NODE: names, colors, morph targets, lines and points. Engines may skip all of them.
// Spec: docs/formats/hmesh.md, whose tables are generated from here.

import { array, f32, u32 } from '../core/scalar.js';
import { allZero, atMost, field, finite, type Infer, notNegative, oneOf, struct } from '../core/struct.js';

/** Index: the number on disk. RGBA of 8 or 16 bits between 0 and 1, or four half floats. */
export const COLOR_FORMATS = ['unorm8', 'unorm16', 'float16'] as const;
/** How vertex colors are stored. */
export type ColorFormat = (typeof COLOR_FORMATS)[number];

/** Index: the number on disk. */
export const LINE_MODES = ['points', 'lines'] as const;
/** How a range of LNPT is drawn: each index is a point, or each two are a line. */
export type LineMode = (typeof LINE_MODES)[number];

export const MORPH_NORMALS = 1;
export const MORPH_TANGENTS = 2;

/** NAMS begins with this; a table of all names follows. */
export const NamesHeader = struct('NamesHeader', 16, 'NAMS begins with this; a table of all names follows.', {
  submeshCount: field(u32, 'Names of submeshes: as many as in DESC.'),
  materialCount: field(u32, 'Names of materials: as many as in DESC.'),
  jointCount: field(u32, 'Names of joints: as many as in SKEL, 0 without.'),
  targetCount: field(u32, 'Names of morph targets: as many as in MRPH, 0 without.'),
});

/** CLR0 begins with this; one value per vertex follows. */
export const ColorHeader = struct('ColorHeader', 16, 'CLR0 begins with this; one value per vertex follows.', {
  format: field(u32, '0 R8G8B8A8_UNORM, 1 R16G16B16A16_UNORM, 2 R16G16B16A16_SFLOAT.', oneOf(0, 1, 2)),
  pad: field(array(u32, 3), 'Zero.', allZero),
});

/** MRPH begins with this; ranges, targets, vertices and deltas follow. */
export const MorphHeader = struct(
  'MorphHeader',
  32,
  'MRPH begins with this; ranges, targets, vertices and deltas follow.',
  {
    targetCount: field(u32, 'Targets of all submeshes.'),
    submeshCount: field(u32, 'As in DESC.'),
    entryCount: field(u32, 'Vertices and position deltas of all targets.'),
    normalCount: field(u32, 'Normal deltas.'),
    tangentCount: field(u32, 'Tangent deltas.'),
    pad: field(array(u32, 3), 'Zero.', allZero),
  },
);

/** MRPH: the targets of one submesh. */
export const MorphRange = struct('MorphRange', 16, 'MRPH: the targets of one submesh.', {
  firstTarget: field(u32, 'First target; submeshes tile the targets in order.'),
  targetCount: field(u32, '0: this submesh does not morph.'),
  extent: field(
    f32,
    'Maximum distance that the targets move a vertex. Add it to the radii of the submesh and its meshlets.',
    notNegative,
  ),
  pad: field(u32, 'Zero.', oneOf(0)),
});

export type MorphRangeRow = Infer<typeof MorphRange>;

/** MRPH: one target. */
export const MorphTarget = struct('MorphTarget', 32, 'MRPH: one target.', {
  firstEntry: field(u32, 'First vertex and position delta; targets tile them in order.'),
  entryCount: field(u32, 'Vertices that the target moves.'),
  firstNormal: field(u32, 'First normal delta; targets tile them in order, those without normals as none.'),
  firstTangent: field(u32, 'First tangent delta; targets tile them in order, those without tangents as none.'),
  flags: field(
    u32,
    'Bit 0: entryCount normal deltas; bit 1: entryCount tangent deltas.',
    atMost(MORPH_NORMALS | MORPH_TANGENTS),
  ),
  defaultWeight: field(f32, 'Weight if no clip sets it.', finite),
  pad: field(array(u32, 2), 'Zero.', allZero),
});

export type MorphTargetRow = Infer<typeof MorphTarget>;

/** LNPT begins with this; ranges and indices follow. */
export const LinesHeader = struct('LinesHeader', 16, 'LNPT begins with this; ranges and indices follow.', {
  rangeCount: field(u32, 'Ranges.'),
  indexCount: field(u32, 'Indices of all ranges.'),
  pad: field(array(u32, 2), 'Zero.', allZero),
});

/** LNPT: one draw of points or lines with one material. */
export const LineRange = struct('LineRange', 16, 'LNPT: one draw of points or lines with one material.', {
  mode: field(u32, '0 points, 1 lines (two indices each).', atMost(LINE_MODES.length - 1)),
  first: field(u32, 'First index; ranges tile the indices in order.'),
  count: field(u32, 'Indices; even for lines.'),
  materialSlot: field(u32, 'As in SubMesh; 0xFFFFFFFF for none.'),
});

export type LineRangeRow = Infer<typeof LineRange>;
