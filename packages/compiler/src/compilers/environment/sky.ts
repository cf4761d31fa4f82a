// The surroundings of the origin as linear light: an equirectangular image or the six faces of a cube. Both are rotated by `rotation` around +Y: a quarter
// turn moves +X to −Z.

import type { HdrImage } from '../../model/image/hdr-image.js';
import type { Rotation } from './portable-trig.js';

/** The center of the image is −Z, its top is +Y, and u grows from −Z to +X. */
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
