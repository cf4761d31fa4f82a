// The images of a material library, numbered, and those that are made of two of its files.

import type { BytesRef } from '../../model/bytes-ref.js';
import type { ImageModel } from '../../model/material.js';
import type { ImageSource } from '../../model/texture-params.js';

export class ImageNumbers {
  readonly #files = new Map<string, number>();
  readonly #packs = new Map<string, number>();
  readonly #images: ImageModel[] = [];
  readonly #taken = new Set<number>();

  number(path: string): number {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const index = this.#images.push({ source: { whole: ref(path) }, mimeType: undefined }) - 1;
    this.#files.set(path, index);
    return index;
  }

  /** The image as it is is in use under its number, which no packed image may take. */
  keepWhole(path: string | undefined): void {
    if (path !== undefined) this.#taken.add(this.number(path));
  }

  /** A roughness and a metallic map become one image. */
  pack(roughness: string | undefined, metallic: string | undefined): number | undefined {
    if (roughness === undefined && metallic === undefined) return undefined;
    const source = {
      roughness: roughness === undefined ? null : ref(roughness),
      metallic: metallic === undefined ? null : ref(metallic),
    };
    return this.#join(source, [roughness, metallic]);
  }

  /** So do colours and their opacity. */
  mask(color: string | undefined, opacity: string): number {
    return this.#join({ color: color === undefined ? null : ref(color), opacity: ref(opacity) }, [color, opacity]);
  }

  /** It takes the number of one of its files where that is still free. */
  #join(source: ImageSource, paths: readonly (string | undefined)[]): number {
    const key = JSON.stringify(source);
    const known = this.#packs.get(key);
    if (known !== undefined) return known;
    const candidates = paths.flatMap((path) => (path === undefined ? [] : [this.number(path)])).sort((a, b) => a - b);
    const index = candidates.find((n) => !this.#taken.has(n)) ?? this.#images.length;
    this.#taken.add(index);
    this.#images[index] = { source, mimeType: undefined };
    this.#packs.set(key, index);
    return index;
  }

  models(): readonly ImageModel[] {
    return this.#images;
  }
}

const ref = (file: string): BytesRef => ({ file });
