// Materials with glTF's defaults, and which image each texture slot shows.

import { type AlphaMode, DEFAULT_FACTORS, type MaterialModel, type TextureSlot } from '../../model/material.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';
import { SamplerUse } from './samplers.js';
import { TextureSources } from './texture-sources.js';

const ALPHA_MODES: ReadonlyMap<string, AlphaMode> = new Map([
  ['OPAQUE', 'opaque'],
  ['MASK', 'mask'],
  ['BLEND', 'blend'],
]);

export async function readMaterials(file: GltfFile): Promise<readonly MaterialModel[]> {
  const sources = new TextureSources(file);
  const samplers = new SamplerUse(file);
  const materials: MaterialModel[] = [];
  for (const material of file.list('materials')) materials.push(await readMaterial(file, sources, samplers, material));
  samplers.warn();
  return materials;
}

async function readMaterial(
  file: GltfFile,
  sources: TextureSources,
  samplers: SamplerUse,
  material: JsonNode,
): Promise<MaterialModel> {
  const pbr = material.get('pbrMetallicRoughness');
  const alphaMode = material.get('alphaMode');
  const infos: { readonly [slot in TextureSlot]: JsonNode | undefined } = {
    baseColor: pbr?.get('baseColorTexture'),
    metallicRoughness: pbr?.get('metallicRoughnessTexture'),
    normal: material.get('normalTexture'),
    occlusion: material.get('occlusionTexture'),
    emissive: material.get('emissiveTexture'),
  };
  const textures: { [slot in TextureSlot]?: number } = {};
  for (const [slot, info] of Object.entries(infos) as [TextureSlot, JsonNode | undefined][]) {
    const image = info === undefined ? undefined : await imageOf(file, sources, samplers, info);
    if (image !== undefined) textures[slot] = image;
  }
  const base = pbr?.get('baseColorFactor')?.numbers(4) ?? DEFAULT_FACTORS.baseColorFactor;
  return {
    name: material.name(),
    baseColorFactor: [base[0] ?? 1, base[1] ?? 1, base[2] ?? 1, base[3] ?? 1],
    emissiveFactor: emission(material),
    metallicFactor: pbr?.get('metallicFactor')?.number() ?? DEFAULT_FACTORS.metallicFactor,
    roughnessFactor: pbr?.get('roughnessFactor')?.number() ?? DEFAULT_FACTORS.roughnessFactor,
    normalScale: infos.normal?.get('scale')?.number() ?? DEFAULT_FACTORS.normalScale,
    occlusionStrength: infos.occlusion?.get('strength')?.number() ?? DEFAULT_FACTORS.occlusionStrength,
    alphaCutoff: material.get('alphaCutoff')?.number() ?? DEFAULT_FACTORS.alphaCutoff,
    alphaMode:
      alphaMode === undefined
        ? DEFAULT_FACTORS.alphaMode
        : (ALPHA_MODES.get(alphaMode.text()) ??
          alphaMode.fail('gltf/bad-json', `${alphaMode.text()} is no alpha mode`)),
    doubleSided: material.get('doubleSided')?.boolean() ?? DEFAULT_FACTORS.doubleSided,
    textures,
  };
}

function emission(material: JsonNode): readonly [number, number, number] {
  const strength = material.extension('KHR_materials_emissive_strength')?.get('emissiveStrength');
  const [r = 0, g = 0, b = 0] = material.get('emissiveFactor')?.numbers(3) ?? DEFAULT_FACTORS.emissiveFactor;
  const factor = strength?.number() ?? 1;
  const product = [r * factor, g * factor, b * factor] as const;
  if (!product.every((n) => Number.isFinite(Math.fround(n))))
    strength?.fail('gltf/not-finite', 'the emission is too strong for 32-bit floats');
  return product;
}

/** Index into `images`. */
async function imageOf(
  file: GltfFile,
  sources: TextureSources,
  samplers: SamplerUse,
  info: JsonNode,
): Promise<number | undefined> {
  const { index, node: texture } = file.follow(info.require('index'), 'textures');
  samplers.add(index, texture);
  const transform = info.extension('KHR_texture_transform');
  if (transform !== undefined && transforms(transform))
    file.warnOnce('gltf/dropped-texture-transform', transform, 'KHR_texture_transform is ignored');
  const set = transform?.get('texCoord')?.integer() ?? info.get('texCoord')?.integer() ?? 0;
  if (set > 0)
    file.warnOnce('gltf/second-uv-set', info, `a texture uses TEXCOORD_${set}; it will be sampled with the first set`);
  return sources.imageOf(index, texture);
}

/** Exporters write the extension with its defaults; that drops nothing. */
function transforms(transform: JsonNode): boolean {
  const offset = transform.get('offset')?.numbers(2) ?? [0, 0];
  const scale = transform.get('scale')?.numbers(2) ?? [1, 1];
  const rotation = transform.get('rotation')?.number() ?? 0;
  return offset.some((v) => v !== 0) || scale.some((v) => v !== 1) || rotation !== 0;
}
