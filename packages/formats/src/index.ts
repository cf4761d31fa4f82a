// The runtime SDK: reads, writes and validates every format. Runs in browsers; Node's files are in `@assetc/formats/node`.

export { fromHalf, toHalf } from './codec/half-float.js';
export { packOctahedral, packOctahedralAll, packTangent, packTangentAll } from './codec/pack-octahedral.js';
export { unpackOctahedral, unpackOctahedralAll, unpackTangent, unpackTangentAll } from './codec/unpack-octahedral.js';
export { FormatError, type FormatErrorCode } from './core/format-error.js';
export { type Problem, Problems } from './core/problem.js';
export { pathProblem, relativePathProblem } from './core/relative-path.js';
export { shortestDecimal } from './core/shortest-decimal.js';
export { decodeEtc1sLevel } from './etc1s/decode-etc1s.js';
export { encodeHanim, encodeHanimx } from './hanim/encode.js';
export { CHANNEL_PATHS, type ChannelPath, INTERPOLATIONS, type Interpolation } from './hanim/layout.js';
export {
  type AnimationChannel,
  type AnimationClip,
  type AnimationClipModel,
  componentsOf,
  durationOf,
  type WeightChannel,
  type WeightClip,
  type WeightClipModel,
} from './hanim/model.js';
export { decodeHanim } from './hanim/read.js';
export { decodeHanimx } from './hanim/read-hanimx.js';
export { validateHanim, validateHanimx } from './hanim/validate.js';
export { arcShare } from './hclip/arc-share.js';
export { encodeHclip } from './hclip/encode.js';
export { bindPoseOf, defaultWeightsOf, type ExpandedClips, expandHclip, neutralPose } from './hclip/expand.js';
export { bytesByJoint, type ClipBytes } from './hclip/joint-bytes.js';
export type { TrackGroup, TrackKind } from './hclip/layout.js';
export type {
  ClipParts,
  CompressedClip,
  GridTrack,
  HclipClipModel,
  HclipModel,
  RawTrack,
  SegmentTrack,
  SteppedTrack,
} from './hclip/model.js';
export { type MovedProperties, movedBy } from './hclip/moved.js';
export { decodeHclip } from './hclip/read.js';
export { POSE_FLOATS, sampleHclip, sampleHclipJoint, sampleHclipWeights } from './hclip/sample.js';
export {
  type ByteRange,
  clipHeadBytes,
  decodeHclipTable,
  type HclipTable,
  hclipTableBytes,
  StreamedClip,
} from './hclip/streamed-clip.js';
export { validateHclip } from './hclip/validate.js';
export { encodeHfont } from './hfont/encode.js';
export { findGlyph, findKerning, glyphAt, texelsPerEm } from './hfont/find-glyph.js';
export type { FontMetrics, Glyph, Hfont, HfontModel, Kerning } from './hfont/model.js';
export { decodeHfont } from './hfont/read.js';
export { validateHfont } from './hfont/validate.js';
export { editHman } from './hman/edit.js';
export { encodeHman } from './hman/encode.js';
export { ASSET_KINDS, type AssetKind } from './hman/layout.js';
export { manifestHash, obeysManifestRule, sharedTextureHash } from './hman/manifest-hash.js';
export type { ColorSpace, Hman, ManifestEntry } from './hman/model.js';
export { decodeHman, Manifest, openHman } from './hman/read.js';
export { validateHman } from './hman/validate.js';
export { encodeHmat } from './hmat/encode.js';
export { ALPHA_MODES, type AlphaMode } from './hmat/layout.js';
export { DEFAULT_MATERIAL, type Material, TEXTURE_SLOTS, type TextureSlot } from './hmat/model.js';
export { decodeHmat } from './hmat/read.js';
export { validateHmat } from './hmat/validate.js';
export { encodeHmatx } from './hmatx/encode.js';
export {
  MATERIAL_TEXTURE_SLOTS,
  type MagFilter,
  type MaterialTextureSlot,
  TEXTURE_FILTERS,
  TEXTURE_WRAPS,
  type TextureFilter,
  type TextureWrap,
} from './hmatx/layout.js';
export { type MaterialExtras, materialExtras, variantRow } from './hmatx/material-extras.js';
export { MATERIAL_PROPERTIES, type MaterialProperty, type MaterialPropertyName } from './hmatx/material-properties.js';
export {
  DEFAULT_TEXTURE_USE,
  type Hmatx,
  type HmatxModel,
  MATERIAL_EXTENSIONS,
  type MaterialExtension,
  type MaterialExtensionLists,
  type MaterialExtensionRows,
  type MaterialTextureUse,
  type MaterialVariants,
  type VariantMapping,
} from './hmatx/model.js';
export { decodeHmatx } from './hmatx/read.js';
export { validateHmatx } from './hmatx/validate.js';
export { CLUSTER_SLOPPY, NO_GROUP } from './hmesh/clusters/cluster-layout.js';
export {
  type Clusters,
  clusterAt,
  clusterCount,
  clusterGroupAt,
  clusterPageAt,
} from './hmesh/clusters/cluster-model.js';
export { type ClusterView, selectClusters } from './hmesh/clusters/select-clusters.js';
export { viewOfInstance } from './hmesh/clusters/view-of-instance.js';
export { GRID_MAX, UV_FORMATS, type UvFormat, type VertexGrid } from './hmesh/compact/compact-layout.js';
export { fullRows, fullSkinRows } from './hmesh/compact/full-rows.js';
export {
  CompactPacker,
  gridPoint,
  packCompactDeltas,
  packCompactSkin,
  packCompactUvs1,
  packCompactVertices,
  splitRows,
} from './hmesh/compact/pack-compact.js';
export type { CompactDeltas, CompactParts, StoredVertices } from './hmesh/compact/stored-vertices.js';
export {
  unpackCompactDeltas,
  unpackCompactSkin,
  unpackCompactUvs1,
  unpackStoredVertices,
} from './hmesh/compact/unpack-compact.js';
export { encodeHmesh } from './hmesh/encode.js';
export { compressHmesh, type GeometryEncoders } from './hmesh/encoded/compress.js';
export type { MeshCodec } from './hmesh/encoded/encoded-layout.js';
export { type CompressedChunk, compressedChunks, inflateHmesh, isCompressedHmesh } from './hmesh/encoded/inflate.js';
export { MESHLET_MAX_TRIANGLES, MESHLET_MAX_VERTICES, NO_MATERIAL } from './hmesh/layout.js';
export { micromapState, microTriangles } from './hmesh/micromaps/micro-triangles.js';
export { MICROMAP_STATES, type MicromapState } from './hmesh/micromaps/micromap-layout.js';
export type { Micromaps } from './hmesh/micromaps/micromap-model.js';
export { type MicromapSource, type MicromapsSource, packMicromaps } from './hmesh/micromaps/pack-micromaps.js';
export type { Bounds, Hmesh, HmeshModel, Joint, Lods, Node, Skin, Submesh } from './hmesh/model.js';
export { applyMorph, type MorphDeltas, morphTargetAt } from './hmesh/morph-targets.js';
export { COLOR_FORMATS, type ColorFormat, LINE_MODES, type LineMode } from './hmesh/optional-layout.js';
export type {
  LineRange,
  Lines,
  MeshNames,
  MorphRange,
  Morphs,
  MorphTarget,
  VertexColors,
} from './hmesh/optional-model.js';
export { packColors, unpackColors } from './hmesh/pack-colors.js';
export { type MorphSource, packMorphs, unpackMorphs } from './hmesh/pack-morphs.js';
export { packSkinVertices, packVertices } from './hmesh/pack-vertices.js';
export { decodeHmesh } from './hmesh/read.js';
export { packTriangleWords } from './hmesh/triangle-words.js';
export { unpackSkinVertices, unpackVertices } from './hmesh/unpack-vertices.js';
export { validateHmesh } from './hmesh/validate.js';
export type { VertexAttributes } from './hmesh/vertex-attributes.js';
export {
  compareWithPackInfo,
  type PackInfoProblem,
  readPackInfo,
  verifyPackEntry,
} from './hpack/check-pack-info.js';
export { encodeHpack, type PackPlan, planHpack, streamHpack } from './hpack/encode.js';
export { PACK_KINDS, type PackKind, packKindOf } from './hpack/layout.js';
export type { Hpack, PackEntry } from './hpack/model.js';
export {
  decodePackInfo,
  encodePackInfo,
  isPackInfoPath,
  type ListedEntry,
  PACK_INFO_PATH,
  PACK_SIGNATURE_BYTES,
  PACK_SIGNATURE_PATH,
  type PackDependency,
  type PackInfo,
} from './hpack/pack-info.js';
export { decodeHpack, openPack, Pack } from './hpack/read.js';
export { validateHpack, validatePack } from './hpack/validate.js';
export { encodeHpackzHead, type PackzHeadModel } from './hpackz/encode.js';
export { applyFilter } from './hpackz/filter.js';
export {
  FILTER_DIFFERENCES,
  FILTER_NONE,
  FILTER_PLANES,
  MAX_FRAME_BYTES as HPACKZ_FRAME_BYTES,
} from './hpackz/layout.js';
export type { DecompressFrame, PackedFrame, PackzHead } from './hpackz/model.js';
export { openHpackz, type PackzSource } from './hpackz/read.js';
export { validateHpackz } from './hpackz/validate.js';
export {
  type EncodedSection,
  encodeHpatchHeader,
  encodeHpatchSection,
  type StoredBytes,
} from './hpatch/encode.js';
export { MAX_DATA_BYTES, MAX_DICTIONARY_BYTES, MAX_PLAN_BYTES } from './hpatch/layout.js';
export type { DecompressWith, HpatchHead, OldRange, PatchCommand, PatchPlan } from './hpatch/model.js';
export { encodePlan } from './hpatch/plan.js';
export { type ApplyRequest, applyHpatch, readHpatchHead } from './hpatch/read.js';
export { columnsOf } from './hpatch/table-columns.js';
export { validateHpatch } from './hpatch/validate.js';
export { encodeHscene } from './hscene/encode.js';
export { sceneExtras } from './hscene/extras.js';
export { EXTRAS_TARGETS, type ExtrasTarget, type LightType } from './hscene/layout.js';
export type {
  Hscene,
  HsceneCamera,
  HsceneChannel,
  HsceneClip,
  HsceneClipModel,
  HsceneExtras,
  HsceneLight,
  HsceneModel,
  HsceneNode,
  HsceneNodeModel,
} from './hscene/model.js';
export { type AnimationTarget, SCENE_PROPERTIES, type ScenePropertyName } from './hscene/properties.js';
export { decodeHscene } from './hscene/read.js';
export { validateHscene } from './hscene/validate.js';
export { jointVisibility, withAncestors } from './hscene/visibility.js';
export { encodeHvar } from './hvar/encode.js';
export { findVariant, type VariantDefines, variantText } from './hvar/find-variant.js';
export { MAX_COMBINATIONS, NO_MODULE } from './hvar/layout.js';
export type { Hvar, VariantAxis, VariantModule } from './hvar/model.js';
export { decodeHvar } from './hvar/read.js';
export { validateHvar } from './hvar/validate.js';
export {
  rg16fFormat,
  rgba8Format,
  rgba16fFormat,
  type Transfer,
  UASTC_CHANNEL,
  type UastcChannel,
  type UastcOptions,
  uastcFormat,
} from './ktx2/basic-formats.js';
export {
  type BlockFormat,
  blockFormat,
  blockFormatBytes,
  blockFormatOf,
  blockFormatSize,
} from './ktx2/block-formats.js';
export { encodeKtx2, layOutKtx2 } from './ktx2/encode.js';
export { textEntry } from './ktx2/encode-key-values.js';
export { type HdrFormat, hdrFormat, hdrFormatOf } from './ktx2/hdr-formats.js';
export { Supercompression } from './ktx2/layout.js';
export { fullLevelCount, levelByteLength, type TexelBlock, texelBlockOf } from './ktx2/level-layout.js';
export {
  type EnvironmentLight,
  IRRADIANCE_KEY,
  irradianceAt,
  irradianceEntry,
  levelOfRoughness,
  readEnvironmentLight,
  roughnessOfLevel,
} from './ktx2/light.js';
export type {
  BasicDataFormat,
  DataFormat,
  DataFormatSample,
  KeyValue,
  Ktx2,
  Ktx2Extent,
  Ktx2Format,
  Ktx2Input,
  Ktx2Layout,
  Ktx2Level,
  Ktx2LevelInput,
  Ktx2Outline,
} from './ktx2/model.js';
export { QUALITY_KEY, type QualityNote, readQualityNote } from './ktx2/quality-note.js';
export { type Decompress, decodeKtx2, readLevel } from './ktx2/read.js';
export { textValue } from './ktx2/read-key-values.js';
export { adviseKtx2, validateKtx2 } from './ktx2/validate.js';
export {
  ASTC_FOOTPRINTS,
  type AstcFootprint,
  ColorModel,
  TransferFunction,
  VkFormat,
  type VkFormatInfo,
  vkFormatInfo,
} from './ktx2/vk-format.js';
export { AssetLibrary, type AssetRef, LibraryError, type LibraryOptions } from './library/asset-library.js';
export { type FetchProviderOptions, type FileProvider, fetchProvider, packProvider } from './library/file-provider.js';
export { type LayerConflict, LayeredFiles } from './library/layers.js';
export {
  type ClipFiles,
  clipsAsKeys,
  type Model,
  type ModelClip,
  modelCompanions,
  pairClips,
} from './library/model.js';
export { addPose, blendPoses, type PoseLayer } from './pose/blend.js';
export { extractRootMotion, type RootMotionOptions, removeRootMotion } from './pose/root-motion.js';
export { Fnv1a64, fnv1a64 } from './refs/fnv1a64.js';
export { hashRef, hashToHex } from './refs/hash-ref.js';
export { materialLeaves, materialRef, normalizeRef, pathRef, sourceRef, textureRef } from './refs/source-ref.js';
export { RemoteClip } from './remote/remote-clip.js';
export { openRemoteLibrary, RemoteLibrary, type RemoteLibraryOptions } from './remote/remote-library.js';
export type { RequestPolicy, RequestReport } from './remote/remote-source.js';
export { RemoteTexture, type StreamedLevel, type StreamOptions } from './remote/remote-texture.js';
export type { RequestOptions } from './remote/request-queue.js';
export type { LevelPlace, TextureHead } from './remote/texture-head.js';
export { type HttpSource, type HttpSourceOptions, httpSource } from './source/http-source.js';
export { bytesSource, type RandomAccessSource } from './source/random-access-source.js';
export { SourceError } from './source/source-error.js';
export { blockModes, type ModalFormat } from './texels/block-modes.js';
export {
  type DecodedHdrImage,
  type DecodedImage,
  decodeHdrLevel,
  decodeTextureLevel,
  type TextureImage,
} from './texels/decode-level.js';
export { decodeTexels, decodeTexels16, decodeTexelsHalf } from './texels/decode-texels.js';
export { encodeRgb9e5, packRgb9e5, RGB9E5_MAX } from './texels/rgb9e5.js';
export { type HdrTexelFormat, type TexelFormat, texelFormatOf } from './texels/texel-format.js';
export { type HdrTarget, transcodeHdr } from './texels/transcode-hdr.js';
