// Reads the extensions of one material, and their textures.

import type { MaterialModel } from '../../../model/scene/material.js';
import {
  EXTENSION_NAMES,
  EXTENSION_TEXTURES,
  type ExtensionField,
  type ExtensionSlot,
  type ExtensionSource,
  type MaterialExtensions,
  readExtensions,
} from '../../../model/scene/material-extensions.js';
import type { GltfFile } from '../file/gltf-file.js';
import type { JsonNode } from '../file/json-node.js';
import { checkRange } from './check-range.js';
import type { TextureUses } from './texture-uses.js';

export const readMaterialExtensions = (file: GltfFile, material: JsonNode): MaterialExtensions | undefined =>
  readExtensions((name) => {
    const node = material.extension(EXTENSION_NAMES[name]);
    return node === undefined ? undefined : new JsonExtensionFields(file, node);
  });

export async function readExtensionTextures(material: JsonNode, uses: TextureUses): Promise<MaterialModel['textures']> {
  const textures: { -readonly [slot in keyof MaterialModel['textures']]: MaterialModel['textures'][slot] } = {};
  for (const [slot, { extension, key }] of Object.entries(EXTENSION_TEXTURES) as [
    ExtensionSlot,
    (typeof EXTENSION_TEXTURES)[ExtensionSlot],
  ][]) {
    const info = material.extension(EXTENSION_NAMES[extension])?.get(key);
    const use = info === undefined ? undefined : await uses.read(info);
    if (use !== undefined) textures[slot] = use;
  }
  return textures;
}

class JsonExtensionFields implements ExtensionSource {
  readonly #file: GltfFile;
  readonly #node: JsonNode;

  constructor(file: GltfFile, node: JsonNode) {
    this.#file = file;
    this.#node = node;
    // Fails if the node is not an object.
    node.keys();
  }

  number(field: ExtensionField, defaultValue: number): number {
    const node = this.#at(field);
    const value = node?.number() ?? defaultValue;
    // A negative distance is the only value without any meaning; other values are stored.
    if (field.name === 'attenuationDistance' && value < 0)
      node?.fail('gltf/bad-json', `must be a number above 0, not ${value}`);
    checkRange(this.#file, node, [value], field);
    return value;
  }

  color(field: ExtensionField, [r, g, b]: readonly [number, number, number]): readonly [number, number, number] {
    const node = this.#at(field);
    const [red = r, green = g, blue = b] = node?.numbers(3) ?? [];
    checkRange(this.#file, node, [red, green, blue], field);
    return [red, green, blue];
  }

  #at({ key }: ExtensionField): JsonNode | undefined {
    let node: JsonNode | undefined = this.#node;
    for (const part of key.split('.')) node = node?.get(part);
    return node;
  }
}
