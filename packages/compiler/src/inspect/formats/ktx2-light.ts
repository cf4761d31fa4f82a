// Describes the image-based light of an environment for info: the roughness of its levels, and its irradiance.

import { irradianceAt, type Ktx2, readEnvironmentLight, roughnessOfLevel } from '@assetc/formats';
import { type Description, short } from '../../runtimes/file-format.js';

/** Empty for other textures. Throws FormatError if the coefficients are damaged. */
export function describeLight(ktx: Ktx2): Pick<Description, 'facts' | 'statements'> {
  const light = readEnvironmentLight(ktx);
  if (light === undefined) return { facts: {}, statements: [] };
  const { levelCount, irradiance } = light;
  const roughness = Array.from({ length: levelCount }, (_, level) => roughnessOfLevel(level, levelCount));
  const onto = (y: number): string => irradianceAt(irradiance, [0, y, 0]).map(short).join(' ');
  return {
    facts: { light: { roughness, irradiance: Array.from(irradiance) } },
    statements: [
      `light of roughness ${roughness.map(short).join(', ')} by level`,
      `irradiance ${onto(1)} from above, ${onto(-1)} from below`,
    ],
  };
}
