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
    const material = await convertSpecularGlossiness(await readMaterial(uses, node), node, uses, parts);
    materials.push(animated.has(index) ? { ...material, movesTextures: true } : material);
  }
  return materials;
}

async function readMaterial(uses: TextureUses, material: JsonNode): Promise<MaterialModel> {
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
  const extensions = readMaterialExtensions(material);
  const base = pbr?.get('baseColorFactor')?.numbers(4) ?? DEFAULT_FACTORS.baseColorFactor;
  return {
    name: material.name(),
    baseColorFactor: [base[0] ?? 1, base[1] ?? 1, base[2] ?? 1, base[3] ?? 1],
    ...emission(material),
    metallicFactor: pbr?.get('metallicFactor')?.number() ?? DEFAULT_FACTORS.metallicFactor,
    roughnessFactor: pbr?.get('roughnessFactor')?.number() ?? DEFAULT_FACTORS.roughnessFactor,
    normalScale: infos.normal?.get('scale')?.number() ?? DEFAULT_FACTORS.normalScale,
    occlusionStrength: infos.occlusion?.get('strength')?.number() ?? DEFAULT_FACTORS.occlusionStrength,
    alphaCutoff: material.get('alphaCutoff')?.number() ?? DEFAULT_FACTORS.alphaCutoff,
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

function emission(material: JsonNode): Pick<MaterialModel, 'emissiveFactor' | 'emission'> {
  const strength = material.extension('KHR_materials_emissive_strength')?.get('emissiveStrength');
  const [r = 0, g = 0, b = 0] = material.get('emissiveFactor')?.numbers(3) ?? DEFAULT_FACTORS.emissiveFactor;
  const factor = strength?.number() ?? 1;
  const emissiveFactor = [r * factor, g * factor, b * factor] as const;
  if (!emissiveFactor.every((n) => Number.isFinite(Math.fround(n))))
    strength?.fail(
      'gltf/not-finite',
      'the emission is outside the range of 32-bit floats',
      'Lower emissiveFactor or emissiveStrength.',
    );
  return { emissiveFactor, ...(strength === undefined ? {} : { emission: { factor: [r, g, b], strength: factor } }) };
}
