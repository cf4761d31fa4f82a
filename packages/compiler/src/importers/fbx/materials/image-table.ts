// Numbers the images of a file, each once, also those that are combined from two.

import type { ImageSource } from '../../../model/image/texture-params.js';
import type { ImageModel } from '../../../model/scene/material.js';

export class ImageTable {
  readonly #numbers = new Map<string, number>();
  readonly #images: ImageModel[] = [];

  add(source: ImageSource): number {
    const key = JSON.stringify(source);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const index = this.#images.push({ source, mimeType: undefined }) - 1;
    this.#numbers.set(key, index);
    return index;
  }

  get models(): readonly ImageModel[] {
    return this.#images;
  }
}
