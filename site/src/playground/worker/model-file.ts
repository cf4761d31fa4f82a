// The model itself with its new textures. A GLB can only carry textures of KHR_texture_basisu, which viewers transcode.

import { decodeKtx2 } from '@assetc/formats';
import { readTextureParams, type TextureMode } from '../../../../packages/compiler/src/model/image/texture-params.js';
import type { DerivedAsset } from '../../../../packages/compiler/src/model/kind/output.js';
import type { Json } from '../../../../packages/compiler/src/model/text/json.js';
import { basisuRefusal } from '../../../../packages/compiler/src/runtimes/gltf/write-textures.js';
import type { ModelFile } from '../messages.js';
import type { PlaygroundSettings } from '../settings.js';
import { type EncodedFile, encodeFile } from './encode-file.js';
import { replaceImages } from './replace-images.js';

export class ModelFileWriter {
  readonly #name: string;
  readonly #bytes: Uint8Array;
  readonly #settings: PlaygroundSettings;
  readonly #images = new Map<number, Uint8Array>();
  readonly #kept: string[] = [];

  constructor(name: string, bytes: Uint8Array, settings: PlaygroundSettings) {
    this.#name = name;
    this.#bytes = bytes;
    this.#settings = settings;
  }

  /** `encoded`: for a runtime; its buffer may be transferred afterwards. Viewers need all channels of normals and of gray images, so those are encoded again. */
  async add({ name, params }: DerivedAsset, mode: TextureMode, encoded: EncodedFile): Promise<void> {
    if (this.#settings.target !== 'universal') return;
    const { image } = readTextureParams(params);
    const index = Number(/^tex_(\d+)$/.exec(name)?.[1]);
    if (!('whole' in image)) {
      this.#kept.push(`${name} is made from a part of an image, which stays as it was.`);
      return;
    }
    const isWhole = mode === 'color' || mode === 'linear';
    const bytes = isWhole ? encoded.bytes.slice() : await this.#encodeAllChannels(params);
    const refusal = basisuRefusal(decodeKtx2(bytes));
    if (refusal === undefined) this.#images.set(index, bytes);
    else this.#kept.push(`${name} stays as it was: ${refusal}.`);
  }

  async #encodeAllChannels(params: Json): Promise<Uint8Array> {
    const { image } = readTextureParams(params);
    const settings = { ...this.#settings, role: 'auto' as const };
    const own: Json = {
      mode: 'linear',
      alphaCutoff: null,
      image: 'whole' in image ? { whole: { ...image.whole } } : {},
    };
    const file = { name: this.#name, bytes: this.#bytes, settings, params: own };
    return (await encodeFile(file, () => undefined)).bytes;
  }

  finish(): ModelFile {
    const before = this.#bytes.length;
    if (this.#settings.target !== 'universal')
      return {
        before,
        refusal:
          'A GLB can only carry textures for any GPU (KHR_texture_basisu). Choose the target “universal” to get the model itself; textures of this target are files next to it.',
      };
    if (this.#images.size === 0) return { before, refusal: this.#kept.join(' ') };
    return { before, bytes: replaceImages(this.#bytes, this.#images), kept: this.#kept };
  }
}
