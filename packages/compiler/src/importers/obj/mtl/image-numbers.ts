// Numbers the images of a material library, including those combined from two files.

import type { ImageSource } from '../../../model/image/texture-params.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { ImageModel } from '../../../model/scene/material.js';

export class ImageNumbers {
  readonly #files = new Map<string, number>();
  readonly #packs = new Map<string, number>();
  readonly #images: ImageModel[] = [];
  readonly #usedNumbers = new Set<number>();

  number(path: string): number {
    const existing = this.#files.get(path);
    if (existing !== undefined) return existing;
    const index = this.#images.push({ source: { whole: ref(path) }, mimeType: undefined }) - 1;
    this.#files.set(path, index);
    return index;
  }

  /** Marks the image as used under its own number, so that no combined image takes it. */
  reserveWhole(path: string | undefined): void {
    if (path !== undefined) this.#usedNumbers.add(this.number(path));
  }

  /** Combines a roughness and a metallic map into one image. */
  packRoughnessMetallic(roughness: string | undefined, metallic: string | undefined): number | undefined {
    if (roughness === undefined && metallic === undefined) return undefined;
    const source = {
      roughness: roughness === undefined ? null : ref(roughness),
      metallic: metallic === undefined ? null : ref(metallic),
    };
    return this.#combine(source, [roughness, metallic]);
  }

  /** Combines a color and an opacity map into one image. */
  packColorOpacity(color: string | undefined, opacity: string): number {
    return this.#combine({ color: color === undefined ? null : ref(color), opacity: ref(opacity) }, [color, opacity]);
  }

  /** Takes the number of one of its files if that is still free. */
  #combine(source: ImageSource, paths: readonly (string | undefined)[]): number {
    const key = JSON.stringify(source);
    const existing = this.#packs.get(key);
    if (existing !== undefined) return existing;
    const candidates = paths.flatMap((path) => (path === undefined ? [] : [this.number(path)])).sort((a, b) => a - b);
    const index = candidates.find((n) => !this.#usedNumbers.has(n)) ?? this.#images.length;
    this.#usedNumbers.add(index);
    this.#images[index] = { source, mimeType: undefined };
    this.#packs.set(key, index);
    return index;
  }

  models(): readonly ImageModel[] {
    return this.#images;
  }
}

const ref = (file: string): BytesRef => ({ file });
