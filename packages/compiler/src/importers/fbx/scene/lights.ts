// Lights. Area and volume lights have no counterpart: they become points of light, with a warning.

import type { LightModel } from '../../../model/scene/scene.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { ImportContext } from '../import-context.js';

const TYPES = ['point', 'directional', 'spot'] as const;
/** FBX stores percent. */
const INTENSITY_SCALE = 0.01;

export function readLight(
  context: Pick<ImportContext, 'warn'>,
  { properties, place }: FbxObject,
  name: string,
): LightModel {
  const type = properties.number('LightType') ?? 0;
  const is = TYPES[type] ?? 'point';
  if (TYPES[type] === undefined)
    context.warn(
      'fbx/unsupported',
      place,
      `the light ${JSON.stringify(name)} has an area or a volume; it becomes a point`,
    );
  const [r, g, b] = properties.vector('Color') ?? [1, 1, 1];
  const intensity = properties.number('Intensity') ?? 100;
  const outer = properties.number('OuterAngle') ?? properties.number('Cone angle') ?? 45;
  const inner = properties.number('InnerAngle') ?? properties.number('HotSpot') ?? 0;
  const radians = (degrees: number): number => (Math.min(Math.max(degrees, 0), 180) * Math.PI) / 360;
  const outerCone = Math.max(radians(outer), 1e-3);
  return {
    is,
    name,
    color: [Math.max(0, r), Math.max(0, g), Math.max(0, b)],
    intensity: Math.max(0, intensity * INTENSITY_SCALE),
    range: undefined,
    innerCone: is === 'spot' ? Math.min(radians(inner), outerCone * 0.999) : 0,
    outerCone: is === 'spot' ? outerCone : 0,
  };
}
