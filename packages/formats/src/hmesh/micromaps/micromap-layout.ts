// OMAP: opacity micromaps in the layout of VK_EXT_opacity_micromap. Spec: docs/formats/hmesh.md, whose tables are generated from here.

import { u16, u32 } from '../../core/scalar.js';
import { atMost, field, type Infer, is, oneOf, struct } from '../../core/struct.js';

/** The deepest level that Vulkan devices have: 4¹² micro-triangles. */
const MICROMAP_MAX_LEVEL = 12;

/** VkOpacityMicromapFormatEXT by the number of states. */
export const MICROMAP_FORMATS = { 2: 1, 4: 2 } as const;

/** The states of a micro-triangle; with two states, the first two. */
export const MICROMAP_STATES = ['transparent', 'opaque', 'unknownTransparent', 'unknownOpaque'] as const;
/** What a ray sees of a micro-triangle. Unknown: the shader decides. */
export type MicromapState = (typeof MICROMAP_STATES)[number];

/** The lowest special index: unknown opaque. */
export const MIN_SPECIAL_INDEX = -4;

/** OMAP begins with this; usages, counts, maps, indices and states follow. */
export const MicromapHeader = struct(
  'MicromapHeader',
  32,
  'OMAP begins with this; usages, counts, maps, indices and states follow.',
  {
    states: field(u32, '2 or 4.', oneOf(2, 4)),
    level: field(u32, 'Maximum subdivision level of the maps, at most 12.', atMost(MICROMAP_MAX_LEVEL)),
    usageCount: field(u32, 'Rows of MicromapUsage: one per level in use.', atMost(MICROMAP_MAX_LEVEL + 1)),
    mapCount: field(u32, 'Rows of MicromapTriangle.'),
    indexCount: field(u32, 'Triangles of IDXS.'),
    lodIndexCount: field(u32, 'Triangles of LODI, 0 without.'),
    dataSize: field(u32, 'Bytes of all maps.'),
    pad: field(u32, 'Zero.', is(0)),
  },
);

/** OMAP: VkMicromapUsageEXT. */
export const MicromapUsage = struct('MicromapUsage', 12, 'OMAP: VkMicromapUsageEXT.', {
  count: field(u32, 'Maps of this level and format.'),
  subdivisionLevel: field(u32, 'There are 4 to the power of this many micro-triangles.', atMost(MICROMAP_MAX_LEVEL)),
  format: field(u32, 'VkOpacityMicromapFormatEXT: 1 with two states, 2 with four.', oneOf(1, 2)),
});

export type MicromapUsage = Infer<typeof MicromapUsage>;

/** OMAP: VkMicromapTriangleEXT. */
export const MicromapTriangle = struct('MicromapTriangle', 8, 'OMAP: VkMicromapTriangleEXT, one map.', {
  dataOffset: field(u32, 'First byte of the map in the states; maps tile them in order.'),
  subdivisionLevel: field(u16, 'As in a usage.', atMost(MICROMAP_MAX_LEVEL)),
  format: field(u16, 'As in a usage.', oneOf(1, 2)),
});

/** Bytes of a map: one or two bits per micro-triangle, in whole bytes. A level that is too high has been reported. */
export const micromapBytes = (level: number, states: number): number =>
  Math.ceil((4 ** Math.min(level, MICROMAP_MAX_LEVEL) * (states === 2 ? 1 : 2)) / 8);
