// Chooses the image of a texture if extensions offer several: KTX2, then WebP, then AVIF, then the core image, then blocks of a GPU's
// format, which lose quality when they are encoded again.

import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';

const EXTENSIONS = ['KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif'];
/** A draft. */
const GPU_FORMATS = 'KHR_texture_ktx';

export class TextureSources {
  readonly #file: GltfFile;
  readonly #images = new Map<number, number | undefined>();

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /** Index into `images`; undefined if there is no supported image. */
  async imageOf(index: number, texture: JsonNode): Promise<number | undefined> {
    if (!this.#images.has(index)) this.#images.set(index, this.#choose(texture));
    return this.#images.get(index);
  }

  #choose(texture: JsonNode): number | undefined {
    for (const name of EXTENSIONS) {
      const source = texture.extension(name)?.get('source');
      if (source !== undefined) return this.#file.follow(source, 'images').index;
    }
    const source = texture.get('source') ?? texture.extension(GPU_FORMATS)?.get('source');
    if (source !== undefined) return this.#file.follow(source, 'images').index;
    const extensions = texture.get('extensions')?.keys() ?? [];
    this.#file.warnOnce(
      'gltf/dropped-extension',
      texture,
      extensions.length === 0
        ? 'a texture has no image'
        : `a texture has its image only in ${extensions.join(', ')}, which is not supported`,
      `texture ${extensions.join()}`,
      extensions.length === 0
        ? 'Give the texture an image, or remove it from its materials.'
        : 'Export the image as PNG, JPEG, WebP, AVIF or KTX2.',
    );
    return undefined;
  }
}
