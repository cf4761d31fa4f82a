// `@assetc/formats/vkguide`: the asset files of the vkguide engine. Browser-safe.

export { compressLz4, decompressLz4 } from '../codec/lz4-block.js';
export {
  type AssetFile,
  decodeAssetFile,
  encodeAssetFile,
  VKGUIDE_TYPES,
  type VkguideType,
} from './container.js';
export type { Json, JsonObject } from './json-fields.js';
export {
  decodeVkguideMaterial,
  encodeVkguideMaterial,
  readVkguideMaterial,
  type VkguideMaterial,
  type VkguideTransparency,
} from './material.js';
export {
  decodeVkguideMesh,
  encodeVkguideMesh,
  readVkguideMesh,
  type VkguideBounds,
  type VkguideMesh,
  type VkguideMeshModel,
  vkguideBounds,
} from './mesh.js';
export {
  packVkguideVertices,
  unpackVkguideVertices,
  VKGUIDE_VERTEX_FORMATS,
  VKGUIDE_VERTEX_STRIDE,
  type VkguideAttributes,
  type VkguideVertexFormat,
} from './mesh-vertices.js';
export {
  decodeVkguidePrefab,
  encodeVkguidePrefab,
  readVkguidePrefab,
  type VkguideNodeMesh,
  type VkguidePrefab,
} from './prefab.js';
export {
  formatTextAsset,
  isTextAsset,
  parseTextAsset,
  type TextAsset,
  textAssetFile,
  validateTextAsset,
} from './text-asset.js';
export {
  decodeVkguideTexture,
  encodeVkguideTexture,
  readVkguidePage,
  readVkguideTexture,
  type VkguideCompression,
  type VkguidePage,
  type VkguideTexture,
  type VkguideTextureModel,
} from './texture.js';
export { validateVkguide } from './validate-vkguide.js';
