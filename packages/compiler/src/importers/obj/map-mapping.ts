// The options of a map → how its texture is used.

import { movesNothing, type TextureMapping } from '../../model/texture-use.js';
import type { MapStatement } from './map-statement.js';

/** OBJ counts v from the bottom, models from the top: 1 − (s · (1 − v) + o) = s · v + (1 − s − o). */
export function mapMapping({
  offset,
  scale,
  clamps,
}: Pick<MapStatement, 'offset' | 'scale' | 'clamps'>): TextureMapping {
  const [u, v] = offset;
  const up = 1 - scale[1] - v;
  const transform = { offset: [u, up === 0 ? 0 : up] as const, scale, rotation: 0 };
  return {
    ...(movesNothing(transform) ? {} : { transform }),
    ...(clamps ? { sampler: { wrapS: 'clamp', wrapT: 'clamp' } as const } : {}),
  };
}
