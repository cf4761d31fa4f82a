// The row sizes of the meshlet arrays in an HmeshModel, derived from their structs.

import type { HmeshModel } from '@assetc/formats';
import { Meshlet, MeshletBounds } from '@assetc/formats/layouts';

/** A row of `meshlets`. */
export const MESHLET_WORDS = Meshlet.size / Uint32Array.BYTES_PER_ELEMENT;
/** A row of `meshletBounds`. */
export const BOUNDS_FLOATS = MeshletBounds.size / Float32Array.BYTES_PER_ELEMENT;

/** The number of meshlets of a mesh. */
export function meshletCount({ meshlets }: Pick<HmeshModel, 'meshlets'>): number {
  return meshlets.length / MESHLET_WORDS;
}
