// Opacity micromaps in memory.

import type { MicromapUsage } from './micromap-layout.js';

/** Opacity micromaps of all triangles, as VK_EXT_opacity_micromap takes them. */
export interface Micromaps {
  readonly states: 2 | 4;
  /** Maximum subdivision level of the maps. */
  readonly level: number;
  /** VkMicromapUsageEXT: the number of maps of each level and format. For building the micromap. */
  readonly usages: readonly MicromapUsage[];
  /** The number of triangles that use maps of each usage, row-major [submesh][0 or 1 + lod][usage]. For building acceleration structures. */
  readonly geometryCounts: Uint32Array;
  /** VkMicromapTriangleEXT, two words each: offset into `data`; level and format << 16. */
  readonly maps: Uint32Array;
  /** For each triangle of the mesh: a map, or −1 transparent, −2 opaque, −3 unknown transparent, −4 unknown opaque. */
  readonly indices: Int32Array;
  /** The same for each triangle of `lods.indices`. */
  readonly lodIndices: Int32Array;
  /** The states of all maps, one or two bits per micro-triangle from the lowest bit up, in the order of `microTriangles`. */
  readonly data: Uint8Array;
}
