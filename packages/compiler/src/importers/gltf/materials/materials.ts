// Reads materials with glTF's defaults, and the image of each texture slot.

import type { TextureUse } from '../../../model/image/texture-use.js';
import {
  type AlphaMode,
  DEFAULT_FACTORS,
  type MaterialModel,
  type TextureSlot,
} from '../../../model/scene/material.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { materialsWithAnimatedTextures } from '../scene/animated-textures.js';
import { checkRange, UNIT } from './check-range.js';
import { readExtensionTextures, readMaterialExtensions } from './material-extensions.js';
import { convertSpecularGlossiness, DerivedImages } from './specular-glossiness.js';
import { TextureUses } from './texture-uses.js';

const ALPHA_MODES: ReadonlyMap<string, AlphaMode> = new Map([
  ['OPAQUE', 'opaque'],
  ['MASK', 'mask'],
  ['BLEND', 'blend'],
]);

export async function readMaterials(
  file: GltfFile,
  parts = new DerivedImages(file),
): Promise<readonly MaterialModel[]> {
  const uses = new TextureUses(file);
  const animated = materialsWithAnimatedTextures(file);
  const materials: MaterialModel[] = [];
  for (const [index, node] of file.list('materials').entries()) {
    const material = await convertSpecularGlossiness(await readMaterial(file, uses, node), node, uses, parts);
    materials.push(animated.has(index) ? { ...material, movesTextures: true } : material);
  }
  return materials;
}

async function readMaterial(file: GltfFile, uses: TextureUses, material: JsonNode): Promise<MaterialModel> {
  const pbr = material.get('pbrMetallicRoughness');
  const alphaMode = material.get('alphaMode');
  const infos: { readonly [slot in TextureSlot]: JsonNode | undefined } = {
    baseColor: pbr?.get('baseColorTexture'),
    metallicRoughness: pbr?.get('metallicRoughnessTexture'),
    normal: material.get('normalTexture'),
    occlusion: material.get('occlusionTexture'),
    emissive: material.get('emissiveTexture'),
  };
  const textures: { [slot in TextureSlot]?: TextureUse } = {};
  for (const [slot, info] of Object.entries(infos) as [TextureSlot, JsonNode | undefined][]) {
    const use = info === undefined ? undefined : await uses.read(info);
    if (use !== undefined) textures[slot] = use;
  }
  const extensions = readMaterialExtensions(file, material);
  const read = (owner: JsonNode | undefined, key: string, defaultValue: number, range: typeof UNIT): number => {
    const node = owner?.get(key);
    const value = node?.number() ?? defaultValue;
    checkRange(file, node, [value], range);
    return value;
  };
  const base = pbr?.get('baseColorFactor')?.numbers(4) ?? DEFAULT_FACTORS.baseColorFactor;
  checkRange(file, pbr?.get('baseColorFactor'), base, UNIT);
  return {
    name: material.name(),
    baseColorFactor: [base[0] ?? 1, base[1] ?? 1, base[2] ?? 1, base[3] ?? 1],
    ...emission(file, material),
    metallicFactor: read(pbr, 'metallicFactor', DEFAULT_FACTORS.metallicFactor, UNIT),
    roughnessFactor: read(pbr, 'roughnessFactor', DEFAULT_FACTORS.roughnessFactor, UNIT),
    normalScale: read(infos.normal, 'scale', DEFAULT_FACTORS.normalScale, {}),
    occlusionStrength: read(infos.occlusion, 'strength', DEFAULT_FACTORS.occlusionStrength, UNIT),
    alphaCutoff: read(material, 'alphaCutoff', DEFAULT_FACTORS.alphaCutoff, { min: 0 }),
    alphaMode:
      alphaMode === undefined
        ? DEFAULT_FACTORS.alphaMode
        : (ALPHA_MODES.get(alphaMode.text()) ??
          alphaMode.fail('gltf/bad-json', `${alphaMode.text()} is not an alpha mode`)),
    doubleSided: material.get('doubleSided')?.boolean() ?? DEFAULT_FACTORS.doubleSided,
    textures: { ...textures, ...(await readExtensionTextures(material, uses)) },
    ...(extensions === undefined ? {} : { extensions }),
  };
}

function emission(file: GltfFile, material: JsonNode): Pick<MaterialModel, 'emissiveFactor' | 'emission'> {
  const strength = material.extension('KHR_materials_emissive_strength')?.get('emissiveStrength');
  const [r = 0, g = 0, b = 0] = material.get('emissiveFactor')?.numbers(3) ?? DEFAULT_FACTORS.emissiveFactor;
  checkRange(file, material.get('emissiveFactor'), [r, g, b], UNIT);
  const factor = strength?.number() ?? 1;
  checkRange(file, strength, [factor], { min: 0 });
  const emissiveFactor = [r * factor, g * factor, b * factor] as const;
  if (!emissiveFactor.every((n) => Number.isFinite(Math.fround(n))))
    strength?.fail(
      'gltf/not-finite',
      'the emission is outside the range of 32-bit floats',
      'Lower emissiveFactor or emissiveStrength.',
    );
  return { emissiveFactor, ...(strength === undefined ? {} : { emission: { factor: [r, g, b], strength: factor } }) };
}
