// How textures are to be sampled has no place in the output. Engines repeat and filter trilinearly unless told otherwise, so
// whoever asks for more is told once a file what was asked for.

import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

const WORDS: { readonly [setting: string]: { readonly [value: number]: string } } = {
  wrapS: { 33071: 'clamp', 33648: 'mirror' },
  wrapT: { 33071: 'clamp', 33648: 'mirror' },
  magFilter: { 9728: 'magnify to the nearest texel' },
  minFilter: {
    9728: 'have no mip levels',
    9729: 'have no mip levels',
    9984: 'filter by the nearest level',
    9985: 'filter by the nearest level',
    9986: 'minify to the nearest texel',
  },
};

export class SamplerUse {
  readonly #file: GltfFile;
  readonly #wanted = new Set<string>();
  readonly #textures = new Set<number>();
  #first: JsonNode | undefined;

  constructor(file: GltfFile) {
    this.#file = file;
  }

  /** A texture that a material shows. */
  add(index: number, texture: JsonNode): void {
    const reference = texture.get('sampler');
    if (reference === undefined || this.#textures.has(index)) return;
    const { node } = this.#file.follow(reference, 'samplers');
    const words = Object.entries(WORDS).flatMap(([setting, names]) => names[Number(node.get(setting)?.value)] ?? []);
    if (words.length === 0) return;
    this.#textures.add(index);
    this.#first ??= node;
    for (const word of words) this.#wanted.add(word);
  }

  warn(): void {
    if (this.#first === undefined) return;
    const count = this.#textures.size;
    this.#file.warnOnce(
      'gltf/dropped-sampler',
      this.#first,
      `samplers are dropped: ${count} texture${count === 1 ? '' : 's'} should ${[...this.#wanted].sort().join(', ')}`,
    );
  }
}
