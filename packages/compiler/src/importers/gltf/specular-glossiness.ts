// KHR_materials_pbrSpecularGlossiness → metal and roughness, as glTF-Transform's metalRough does it: no metal at all, a refraction so
// strong that every reflection is the specular colour's, the glossiness turned round. What the file offers as a fallback is not used.

import type { ImageModel, MaterialModel } from '../../model/material.js';
import type { TextureUse } from '../../model/texture-use.js';
import type { GltfFile } from './gltf-file.js';
import { readImage } from './images.js';
import type { JsonNode } from './json-node.js';
import type { TextureUses } from './texture-uses.js';

const NAME = 'KHR_materials_pbrSpecularGlossiness';

/** Reflects all light at every angle; infinity is no number in JSON. */
const STRONG_REFRACTION = 1000;

type Part = { readonly is: 'specular' } | { readonly is: 'glossiness'; readonly factor: number };

/** Images that are made of a part of another; they follow those of the file. */
export class PartImages {
  readonly #file: GltfFile;
  readonly #keys = new Map<string, number>();
  readonly #parts: { readonly image: number; readonly part: Part }[] = [];

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /** Index behind the images of the file. */
  of(image: number, part: Part): number {
    const key = JSON.stringify([image, part]);
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const index = this.#file.count('images') + this.#parts.push({ image, part }) - 1;
    this.#keys.set(key, index);
    return index;
  }

  async models(isUsed: (index: number) => boolean): Promise<readonly (ImageModel | undefined)[]> {
    const models: (ImageModel | undefined)[] = [];
    for (const [i, { image, part }] of this.#parts.entries())
      models.push(isUsed(this.#file.count('images') + i) ? await this.#model(image, part) : undefined);
    return models;
  }

  async #model(index: number, part: Part): Promise<ImageModel> {
    const image = await readImage(this.#file, this.#file.element('images', index));
    if (!('whole' in image.source)) throw new Error('an image of a glTF file is whole');
    const { whole } = image.source;
    return {
      ...image,
      source: part.is === 'specular' ? { specular: whole } : { glossiness: whole, factor: part.factor },
    };
  }
}

/** The material with what the extension says in place of metal and roughness; as it is where it does not have it. */
export async function convertSpecularGlossiness(
  material: MaterialModel,
  node: JsonNode,
  uses: TextureUses,
  parts: PartImages,
): Promise<MaterialModel> {
  const extension = node.extension(NAME);
  if (extension === undefined) return material;
  const [r = 1, g = 1, b = 1, a = 1] = extension.get('diffuseFactor')?.numbers(4) ?? [];
  const [red = 1, green = 1, blue = 1] = extension.get('specularFactor')?.numbers(3) ?? [];
  const factor = extension.get('glossinessFactor')?.number() ?? 1;
  const use = async (key: string): Promise<TextureUse | undefined> => {
    const info = extension.get(key);
    return info === undefined ? undefined : uses.read(info);
  };
  const diffuse = await use('diffuseTexture');
  const shine = await use('specularGlossinessTexture');
  const {
    baseColor: _base,
    metallicRoughness: _rough,
    specular: _specular,
    specularColor: _color,
    ...textures
  } = material.textures;
  return {
    ...material,
    baseColorFactor: [r, g, b, a],
    metallicFactor: 0,
    roughnessFactor: shine === undefined ? 1 - factor : 1,
    textures: {
      ...textures,
      ...(diffuse === undefined ? {} : { baseColor: diffuse }),
      ...(shine === undefined
        ? {}
        : {
            metallicRoughness: { ...shine, image: parts.of(shine.image, { is: 'glossiness', factor }) },
            specularColor: { ...shine, image: parts.of(shine.image, { is: 'specular' }) },
          }),
    },
    extensions: {
      ...material.extensions,
      ior: { ior: STRONG_REFRACTION },
      specular: { factor: 1, color: [red, green, blue] },
    },
  };
}
