// `@assetc/other-runtimes/vkguide`: the asset files of the vkguide engine. Browser-safe.

export { compressLz4 } from './compress-lz4.js';
export { decompressLz4 } from './decompress-lz4.js';
export { encodeAssetFile } from './encode-container.js';
export { encodeVkguideMaterial } from './encode-material.js';
export { encodeVkguideMesh, vkguideBounds } from './encode-mesh.js';
export { encodeVkguidePrefab } from './encode-prefab.js';
export { formatTextAsset } from './encode-text.js';
export { encodeVkguideTexture } from './encode-texture.js';
export type { Json, JsonObject } from './json-fields.js';
export {
  VKGUIDE_TYPES,
  VKGUIDE_VERSION,
  VKGUIDE_VERTEX_FORMATS,
  VKGUIDE_VERTEX_STRIDE,
  VkguideHeader,
  type VkguideType,
  type VkguideVertexFormat,
  VkguideVertexPacked,
  VkguideVertexPncv,
} from './layout.js';
export type {
  AssetFile,
  AssetFileModel,
  TextAsset,
  VkguideAttributes,
  VkguideBounds,
  VkguideCompression,
  VkguideMaterial,
  VkguideMesh,
  VkguideMeshInfo,
  VkguideMeshModel,
  VkguideNodeMesh,
  VkguidePage,
  VkguidePrefab,
  VkguideTexture,
  VkguideTextureModel,
  VkguideTransparency,
} from './model.js';
export { packVkguideVertices } from './pack-vertices.js';
export { decodeAssetFile } from './read-container.js';
export { decodeVkguideMaterial, readVkguideMaterial } from './read-material.js';
export { decodeVkguideMesh, openVkguideMesh, readVkguideMesh } from './read-mesh.js';
export { decodeVkguidePrefab, readVkguidePrefab } from './read-prefab.js';
export { isTextAsset, parseTextAsset, textAssetFile } from './read-text.js';
export { decodeVkguideTexture, readVkguidePage, readVkguideTexture } from './read-texture.js';
export { vkguideSpec } from './spec.js';
export { unpackedSize, unpackInto } from './unpack-into.js';
export { unpackVkguideVertices } from './unpack-vertices.js';
export { validateTextAsset, validateVkguide } from './validate.js';
