// The runtime SDK: read, write and validate every format. Browser-safe; Node's files are in `@assetc/formats/node`.

export { FormatError, type FormatErrorCode } from './core/format-error.js';
export { type Problem, Problems } from './core/problem.js';
export { pathProblem, relativePathProblem } from './core/relative-path.js';
export {
  type AnimationChannel,
  type AnimationClip,
  type AnimationClipModel,
  componentsOf,
  decodeHanim,
  durationOf,
  encodeHanim,
  validateHanim,
} from './hanim/hanim.js';
export { CHANNEL_PATHS, type ChannelPath, INTERPOLATIONS, type Interpolation } from './hanim/layout.js';
export {
  decodeHfont,
  encodeHfont,
  type FontMetrics,
  findGlyph,
  findKerning,
  type Glyph,
  glyphAt,
  type Hfont,
  type HfontModel,
  type Kerning,
} from './hfont/hfont.js';
export { validateHfont } from './hfont/validate-hfont.js';
export { encodeHman } from './hman/encode-hman.js';
export { ASSET_KINDS, type AssetKind, type ColorSpace, type ManifestEntry } from './hman/hman-layout.js';
export { manifestHash, obeysManifestRule, sharedTextureHash } from './hman/manifest-hash.js';
export { decodeHman, type Hman, Manifest, openHman } from './hman/open-hman.js';
export { validateHman } from './hman/validate-hman.js';
export {
  DEFAULT_MATERIAL,
  decodeHmat,
  encodeHmat,
  type Material,
  TEXTURE_SLOTS,
  type TextureSlot,
  validateHmat,
} from './hmat/hmat.js';
export { ALPHA_MODES, type AlphaMode } from './hmat/layout.js';
export { decodeHmesh } from './hmesh/decode-hmesh.js';
export { encodeHmesh } from './hmesh/encode-hmesh.js';
export type {
  Bounds,
  Hmesh,
  HmeshModel,
  Joint,
  Lods,
  Node,
  Skin,
  Submesh,
} from './hmesh/hmesh.js';
export {
  MESHLET_MAX_TRIANGLES,
  MESHLET_MAX_VERTICES,
  NO_MATERIAL,
} from './hmesh/layout.js';
export {
  packSkinVertices,
  packVertices,
  unpackSkinVertices,
  unpackVertices,
  type VertexAttributes,
} from './hmesh/pack-vertices.js';
export { validateHmesh } from './hmesh/validate-hmesh.js';
export { decodeHpack, type Hpack } from './hpack/decode-hpack.js';
export { PACK_KINDS, type PackEntry, type PackKind, packKindOf } from './hpack/hpack-layout.js';
export { openPack, Pack } from './hpack/open-pack.js';
export { encodeHpack, type PackPlan, planHpack, streamHpack } from './hpack/plan-hpack.js';
export { validateHpack, validatePack } from './hpack/validate-hpack.js';
export {
  type BasicDataFormat,
  type DataFormat,
  type DataFormatSample,
  type Ktx2Format,
  rgba8Format,
  rgba16fFormat,
  type Transfer,
  UASTC_CHANNEL,
  type UastcChannel,
  type UastcOptions,
  uastcFormat,
} from './ktx2/data-format.js';
export { type Decompress, decodeKtx2, type Ktx2, type Ktx2Level, readLevel } from './ktx2/decode-ktx2.js';
export { encodeKtx2, type Ktx2Input, type Ktx2LevelInput } from './ktx2/encode-ktx2.js';
export { type KeyValue, textEntry, textValue } from './ktx2/key-values.js';
export { Supercompression } from './ktx2/ktx2-header.js';
export {
  fullLevelCount,
  type Ktx2Extent,
  levelByteLength,
  type TexelBlock,
  texelBlockOf,
} from './ktx2/level-layout.js';
export { adviseKtx2, validateKtx2 } from './ktx2/validate-ktx2.js';
export { ColorModel, VkFormat, type VkFormatInfo, vkFormatInfo } from './ktx2/vk-format.js';
export { AssetLibrary, type AssetRef, LibraryError, type LibraryOptions } from './library/asset-library.js';
export { type FetchProviderOptions, type FileProvider, fetchProvider, packProvider } from './library/file-provider.js';
export { Fnv1a64, fnv1a64 } from './refs/fnv1a64.js';
export { hashRef, hashToHex } from './refs/hash-ref.js';
export {
  packOctahedral,
  packOctahedralAll,
  packTangent,
  packTangentAll,
  unpackOctahedral,
  unpackOctahedralAll,
  unpackTangent,
  unpackTangentAll,
} from './refs/octahedral.js';
export { materialLeaves, materialRef, normaliseRef, pathRef, sourceRef, textureRef } from './refs/source-ref.js';
export { type HttpSourceOptions, httpSource, SourceError } from './source/http-source.js';
export { bytesSource, type RandomAccessSource } from './source/random-access-source.js';
