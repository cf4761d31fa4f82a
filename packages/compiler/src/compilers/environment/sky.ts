// What surrounds the origin: linear light, either as an equirectangular image or as the six faces of a cube. Both are turned by `rotation` about +Y:
// by a quarter of a turn, what lay at +X comes to lie at −Z.

import type { HdrImage } from '../../model/hdr-image.js';
import type { Rotation } from './turns.js';

/** The middle of the image is −Z, its top is +Y, and u grows from −Z to +X. */
export interface EquirectSky {
  readonly shape: 'equirect';
  readonly image: HdrImage;
  readonly rotation: Rotation;
}

/** +X −X +Y −Y +Z −Z, all of one size; see cube-face.ts. */
export interface CubeSky {
  readonly shape: 'cube';
  readonly faces: readonly HdrImage[];
  readonly rotation: Rotation;
}

export type Sky = EquirectSky | CubeSky;
