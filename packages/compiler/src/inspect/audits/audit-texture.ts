// The rules for one texture.

import type { AuditTextures } from './audit-textures.js';
import type { Active, Finding } from './audit-tree.js';
import { shareNotNormalized, shareOutside, smallLevel } from './texel-measures.js';

const isPowerOfTwo = (size: number): boolean => (size & (size - 1)) === 0;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export async function auditTexture(path: string, active: Active, textures: AuditTextures): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const [baseColor, normalMaps] = [active('baseColor'), active('normalMaps')];
  const [powerOfTwo, multipleOf4] = [active('powerOfTwo'), active('multipleOf4')];
  if ([baseColor, normalMaps, powerOfTwo, multipleOf4].every((limits) => limits === undefined)) return [];
  const roles = await textures.rolesOf(path);
  const isMeasured =
    (baseColor !== undefined && roles.has('baseColor')) || (normalMaps !== undefined && roles.has('normal'));
  // Of others, only the size counts.
  const ktx = isMeasured ? await textures.open(path) : undefined;
  const { width, height, isTable } = await textures.sizeOf(path);
  const size = `it has ${width} × ${height} texels`;
  if (!isTable && powerOfTwo !== undefined && ![width, height].every(isPowerOfTwo))
    findings.push({ rule: 'powerOfTwo', message: size });
  if (!isTable && multipleOf4 !== undefined && (width % 4 !== 0 || height % 4 !== 0))
    findings.push({ rule: 'multipleOf4', message: size });
  const texels = ktx && (await smallLevel(ktx));
  if (texels === undefined) return findings;
  if (baseColor !== undefined && roles.has('baseColor')) {
    const [min, max] = [baseColor.number('min'), baseColor.number('max')];
    const share = shareOutside(texels, min, max);
    if (share > baseColor.number('maxShare'))
      findings.push({
        rule: 'baseColor',
        message: `${percent(share)} of its texels are darker than ${min} or brighter than ${max}`,
      });
  }
  if (normalMaps !== undefined && roles.has('normal')) {
    const share = shareNotNormalized(texels);
    if (share > normalMaps.number('maxShare'))
      findings.push({
        rule: 'normalMaps',
        message: `${percent(share)} of its normals do not have a length of one`,
      });
  }
  return findings;
}
