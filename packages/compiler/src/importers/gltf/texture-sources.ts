// Which image a texture shows where extensions offer several: KTX2 comes first, then WebP, then the core image. A KTX2 that
// could not be taken as it is gives way to the image that the author added for loaders like this one.

import { isUastcKtx2 } from '@assetc/formats/layouts';
import type { GltfFile } from './gltf-file.js';
import { readImage } from './images.js';
import type { JsonNode } from './json-node.js';

export class TextureSources {
  readonly #file: GltfFile;
  readonly #known = new Map<number, number | undefined>();

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /** Index into `images`, undefined where there is none that is read. */
  async imageOf(index: number, texture: JsonNode): Promise<number | undefined> {
    if (!this.#known.has(index)) this.#known.set(index, await this.#choose(texture));
    return this.#known.get(index);
  }

  async #choose(texture: JsonNode): Promise<number | undefined> {
    const basis = texture.extension('KHR_texture_basisu')?.get('source');
    const plain = texture.extension('EXT_texture_webp')?.get('source') ?? texture.get('source');
    if (basis !== undefined && (plain === undefined || (await this.#isUastc(basis))))
      return this.#file.follow(basis, 'images').index;
    if (plain !== undefined) return this.#file.follow(plain, 'images').index;
    const extensions = texture.get('extensions')?.keys() ?? [];
    this.#file.warnOnce(
      'gltf/dropped-extension',
      texture,
      extensions.length === 0
        ? 'a texture has no image'
        : `a texture's image is only given by ${extensions.join(', ')}, which is not read`,
      `texture ${extensions.join()}`,
    );
    return undefined;
  }

  async #isUastc(source: JsonNode): Promise<boolean> {
    const { source: image } = await readImage(this.#file, this.#file.follow(source, 'images').node);
    if (!('whole' in image)) return false;
    return isUastcKtx2(await this.#file.context.readRef(image.whole));
  }
}
