// Reads a textureInfo of a material: its image, transform and sampler.

import { movesNothing, type TextureTransform, type TextureUse } from '../../../model/image/texture-use.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { readSampler } from './samplers.js';
import { TextureSources } from './texture-sources.js';

/** The number of coordinate sets that the output has. */
const MAX_UV_SETS = 2;

export class TextureUses {
  readonly #file: GltfFile;
  readonly #sources: TextureSources;

  constructor(file: GltfFile) {
    this.#file = file;
    this.#sources = new TextureSources(file);
  }

  /** Undefined if there is no supported image. */
  async read(info: JsonNode): Promise<TextureUse | undefined> {
    const { index, node: texture } = this.#file.follow(info.require('index'), 'textures');
    const extension = info.extension('KHR_texture_transform');
    const transform = extension === undefined ? undefined : readTransform(extension);
    const sampler = readSampler(this.#file, texture);
    const uvSet = this.#readUvSet(extension?.get('texCoord') ?? info.get('texCoord'), info);
    const image = await this.#sources.imageOf(index, texture);
    if (image === undefined) return undefined;
    return {
      image,
      ...(uvSet === 0 ? {} : { uvSet }),
      ...(transform === undefined || movesNothing(transform) ? {} : { transform }),
      ...(sampler === undefined ? {} : { sampler }),
    };
  }

  #readUvSet(texCoord: JsonNode | undefined, info: JsonNode): number {
    const set = texCoord?.integer() ?? 0;
    if (set < MAX_UV_SETS) return set;
    this.#file.warnOnce(
      'gltf/second-uv-set',
      info,
      `a texture uses TEXCOORD_${set}; it will be sampled with the first set`,
    );
    return 0;
  }
}

function readTransform(extension: JsonNode): TextureTransform {
  const [x = 0, y = 0] = extension.get('offset')?.numbers(2) ?? [];
  const [width = 1, height = 1] = extension.get('scale')?.numbers(2) ?? [];
  return { offset: [x, y], scale: [width, height], rotation: extension.get('rotation')?.number() ?? 0 };
}
