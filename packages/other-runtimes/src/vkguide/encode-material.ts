// vkguide materials (`.mat`, MATX), written.

import { encodeAssetFile } from './encode-container.js';
import type { JsonObject } from './json-fields.js';
import type { VkguideMaterial } from './model.js';

/** Keys are sorted by code unit, so that equal materials give equal bytes. */
const sorted = (map: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

function vkguideMaterialMetadata(material: VkguideMaterial): JsonObject {
  const { baseEffect, textures, customProperties, transparency } = material;
  return {
    baseEffect,
    textures: sorted(textures),
    customProperties: sorted(customProperties),
    ...(transparency === 'opaque' ? {} : { transparency }),
  };
}

/** Equal materials give equal bytes. */
export const encodeVkguideMaterial = (material: VkguideMaterial): Uint8Array =>
  encodeAssetFile({ type: 'MATX', metadata: vkguideMaterialMetadata(material), blob: new Uint8Array(0) });
