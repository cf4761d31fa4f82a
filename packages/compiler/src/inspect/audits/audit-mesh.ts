// The rules for one mesh, with the material tables next to it.

import {
  decodeHmat,
  decodeHmatx,
  decodeHmesh,
  type Hmatx,
  type Hmesh,
  type Material,
  unpackColors,
} from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import { decodeOrSkip } from '../checks/decode-or-skip.js';
import { replaceExtension } from '../checks/replace-extension.js';
import type { AuditTextures } from './audit-textures.js';
import type { Active, Finding } from './audit-tree.js';
import {
  countDegenerate,
  countNonManifold,
  countOutside,
  type IndexRange,
  type Surface,
  surfaceOf,
  uvPerUnit,
} from './mesh-measures.js';
import { srgbCode } from './texel-measures.js';
import { overlapShare } from './uv-overlap.js';

const number = (value: number): string => String(Number(value.toPrecision(4)));

interface Audited {
  readonly mesh: Hmesh;
  readonly materials: readonly Material[];
  readonly extras: Hmatx | undefined;
  readonly active: Active;
  readonly textures: AuditTextures;
  /** Unpacked when it is first asked for. */
  readonly surface: () => Surface;
}

export async function auditMesh(
  tree: AssetTree,
  path: string,
  active: Active,
  textures: AuditTextures,
): Promise<readonly Finding[]> {
  const mesh = decodeHmesh(await tree.read(path));
  const companion = async (extension: string): Promise<Uint8Array | undefined> => {
    const name = replaceExtension(path, extension);
    return tree.has(name) ? tree.read(name) : undefined;
  };
  const [hmat, hmatx] = [await companion('.hmat'), await companion('.hmatx')];
  let surface: Surface | undefined;
  const audited: Audited = {
    mesh,
    materials: (hmat && decodeOrSkip(decodeHmat, hmat)) ?? [],
    extras: hmatx && decodeOrSkip(decodeHmatx, hmatx),
    active,
    textures,
    surface: () => {
      surface ??= surfaceOf(mesh);
      return surface;
    },
  };
  return [
    ...sizeFindings(audited),
    ...shapeFindings(audited),
    ...uvFindings(audited),
    ...(await densityFindings(audited)),
    ...attributeFindings(audited),
    ...colorFindings(audited),
  ];
}

function* sizeFindings({ mesh, active }: Audited): Iterable<Finding> {
  const triangles = active('triangles');
  const count = mesh.desc.indexCount / 3;
  if (triangles !== undefined && count > triangles.number('max'))
    yield {
      rule: 'triangles',
      message: `it has ${count} triangles, ${count - triangles.number('max')} more than allowed`,
    };
  const materials = active('materials');
  if (materials !== undefined && mesh.desc.materialCount > materials.number('max'))
    yield {
      rule: 'materials',
      message: `it has ${mesh.desc.materialCount} materials; at most ${materials.number('max')} are allowed`,
    };
  const dimensions = active('dimensions');
  if (dimensions === undefined) return;
  const { aabbMin, aabbMax } = mesh.bounds;
  const longest = Math.max(...aabbMax.map((high, i) => high - (aabbMin[i] ?? 0)));
  const [min, max] = [dimensions.number('min'), dimensions.number('max')];
  if (longest < min || longest > max)
    yield {
      rule: 'dimensions',
      message: `its longest side is ${number(longest)} meters, not ${min} to ${max}`,
    };
}

function* shapeFindings({ mesh, active, surface }: Audited): Iterable<Finding> {
  const degenerate = active('degenerate');
  if (degenerate !== undefined) {
    const count = countDegenerate(surface());
    if (count > degenerate.number('max')) yield { rule: 'degenerate', message: `${count} triangles have no area` };
  }
  const nonManifold = active('nonManifold');
  if (nonManifold === undefined) return;
  const count = countNonManifold(surface(), mesh.submeshes);
  if (count > nonManifold.number('max'))
    yield {
      rule: 'nonManifold',
      message: `${count} ${count === 1 ? 'edge belongs' : 'edges belong'} to more than two triangles`,
    };
}

/** The index ranges of each material slot. */
function bySlot({ submeshes }: Hmesh): ReadonlyMap<number, readonly IndexRange[]> {
  const slots = new Map<number, IndexRange[]>();
  for (const submesh of submeshes)
    slots.set(submesh.materialSlot, [...(slots.get(submesh.materialSlot) ?? []), submesh]);
  return slots;
}

function* uvFindings({ mesh, active, surface }: Audited): Iterable<Finding> {
  if (active('uvRange') !== undefined) {
    const count = countOutside(surface());
    if (count > 0)
      yield {
        rule: 'uvRange',
        message: `${count} vertices have texture coordinates outside 0 to 1`,
      };
  }
  const overlap = active('uvOverlap');
  if (overlap === undefined) return;
  for (const [slot, ranges] of bySlot(mesh)) {
    const share = overlapShare(surface(), ranges);
    if (share > overlap.number('maxShare'))
      yield {
        rule: 'uvOverlap',
        message: `${(share * 100).toFixed(1)} % of the area that material ${slot} covers in texture space is covered more than once`,
      };
  }
}

async function densityFindings({ mesh, materials, active, textures, surface }: Audited): Promise<readonly Finding[]> {
  const density = active('texelDensity');
  if (density === undefined) return [];
  const [min, max] = [density.number('min'), density.number('max')];
  const findings: Finding[] = [];
  for (const [slot, ranges] of bySlot(mesh)) {
    const texture = textures.pathOf(materials[slot]?.baseColorTex ?? 0n);
    if (texture === undefined) continue;
    const { width, height } = await textures.sizeOf(texture);
    const scale = uvPerUnit(surface(), ranges);
    const texels = scale === undefined ? undefined : scale * Math.sqrt(width * height);
    if (texels !== undefined && (texels < min || texels > max))
      findings.push({
        rule: 'texelDensity',
        message: `material ${slot} has ${number(texels)} texels per meter of ${texture}, not ${min} to ${max}`,
      });
  }
  return findings;
}

function* attributeFindings({ mesh, extras, active }: Audited): Iterable<Finding> {
  if (active('unusedAttributes') === undefined) return;
  const unused = (what: string): Finding => ({
    rule: 'unusedAttributes',
    message: `no material uses its ${what}`,
  });
  const uses = extras?.uses ?? [];
  if (mesh.uvs1 !== undefined && !uses.some(({ uvSet }) => uvSet === 1)) yield unused('second texture coordinates');
  if (mesh.colors !== undefined && unpackColors(mesh.colors).every((value) => value === 1))
    yield { ...unused('vertex colors'), message: 'all its vertex colors are white' };
}

/** Colors without a texture. Those of textures are measured there. */
function* colorFindings({ materials, active }: Audited): Iterable<Finding> {
  const limits = active('baseColor');
  if (limits === undefined) return;
  const [min, max] = [limits.number('min'), limits.number('max')];
  for (const [slot, { baseColorTex, baseColorFactor, metallicFactor }] of materials.entries()) {
    if (baseColorTex !== 0n || metallicFactor === 1) continue;
    const code = Math.round(srgbCode(Math.max(...baseColorFactor.slice(0, 3))));
    if (code < min || code > max)
      yield {
        rule: 'baseColor',
        message: `the brightest channel of material ${slot} is ${code}, not ${min} to ${max}`,
      };
  }
}
