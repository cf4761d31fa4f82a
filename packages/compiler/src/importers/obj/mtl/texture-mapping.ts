// Converts the options of a map to a texture mapping.

import { movesNothing, type TextureMapping } from '../../../model/image/texture-use.js';
import type { MapStatement } from './map-statement.js';

/** OBJ counts v from the bottom, models from the top: 1 − (s · (1 − v) + o) = s · v + (1 − s − o). */
export function textureMappingOf({
  offset,
  scale,
  clamps,
}: Pick<MapStatement, 'offset' | 'scale' | 'clamps'>): TextureMapping {
  const [u, v] = offset;
  const flippedOffset = 1 - scale[1] - v;
  const transform = { offset: [u, flippedOffset === 0 ? 0 : flippedOffset] as const, scale, rotation: 0 };
  return {
    ...(movesNothing(transform) ? {} : { transform }),
    ...(clamps ? { sampler: { wrapS: 'clamp', wrapT: 'clamp' } as const } : {}),
  };
}
