// Converts KHR_materials_pbrSpecularGlossiness to metallic-roughness like glTF-Transform's metalRough: not metallic, an index of refraction so
// high that every reflection has the specular color, and roughness as inverted glossiness. The file's fallback material is not used.

import type { TextureUse } from '../../../model/image/texture-use.js';
import type { ImageModel, MaterialModel } from '../../../model/scene/material.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { readImage } from './images.js';
import type { TextureUses } from './texture-uses.js';

const NAME = 'KHR_materials_pbrSpecularGlossiness';

/** Reflects all light at every angle; JSON has no infinity. */
const MAX_REFRACTION = 1000;

type ImagePart = { readonly is: 'specular' } | { readonly is: 'glossiness'; readonly factor: number };

/** Images derived from a part of another image; their indices follow those of the file's images. */
export class DerivedImages {
  readonly #file: GltfFile;
  readonly #keys = new Map<string, number>();
  readonly #parts: { readonly image: number; readonly part: ImagePart }[] = [];

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /** The index of the derived image, after the images of the file. */
  add(image: number, part: ImagePart): number {
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

  async #model(index: number, part: ImagePart): Promise<ImageModel> {
    const image = await readImage(this.#file, this.#file.element('images', index));
    if (!('whole' in image.source)) throw new Error('an image of a glTF file is whole');
    const { whole } = image.source;
    return {
      ...image,
      source: part.is === 'specular' ? { specular: whole } : { glossiness: whole, factor: part.factor },
    };
  }
}

/** The material with the extension's values instead of metallic-roughness; unchanged if it does not have the extension. */
export async function convertSpecularGlossiness(
  material: MaterialModel,
  node: JsonNode,
  uses: TextureUses,
  parts: DerivedImages,
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
  const specularGlossiness = await use('specularGlossinessTexture');
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
    roughnessFactor: specularGlossiness === undefined ? 1 - factor : 1,
    textures: {
      ...textures,
      ...(diffuse === undefined ? {} : { baseColor: diffuse }),
      ...(specularGlossiness === undefined
        ? {}
        : {
            metallicRoughness: {
              ...specularGlossiness,
              image: parts.add(specularGlossiness.image, { is: 'glossiness', factor }),
            },
            specularColor: { ...specularGlossiness, image: parts.add(specularGlossiness.image, { is: 'specular' }) },
          }),
    },
    extensions: {
      ...material.extensions,
      ior: { ior: MAX_REFRACTION },
      specular: { factor: 1, color: [red, green, blue] },
    },
  };
}
