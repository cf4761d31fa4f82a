// `@assetc/formats/layouts`: the declared structs of every format (size, fields, offsets), and functions that identify files by their first
// bytes. For tools that work on bytes in place.

export { CHUNK_ALIGNMENT, HmeshChunkEntry } from '../chunked/container.js';
export type { ConstantSpec, FormatSpec } from '../core/format-spec.js';
export { hasMagic } from '../core/magic.js';
export type { Scalar } from '../core/scalar.js';
export type { Field, Infer, LaidField, Layout, Struct } from '../core/struct.js';
export { HANIM_MAGIC, HanimChannel, HanimClip, HanimClipName, HanimHeader } from '../hanim/layout.js';
export { hanimVersion } from '../hanim/peek.js';
export {
  HCLIP_MAGIC,
  HCLIP_TAIL_BYTES,
  HclipClip,
  HclipHeader,
  HclipSegment,
  HclipStepped,
  TRACK_GROUPS,
} from '../hclip/layout.js';
export { GpuGlyph, HFONT_MAGIC, HfontHeader, KerningPair } from '../hfont/layout.js';
export { HMAN_MAGIC, HmanEntryHead, HmanHeader } from '../hman/layout.js';
export { HMAT_MAGIC, HmatHeader, HmatRow } from '../hmat/layout.js';
export {
  HMATX_CHUNKS,
  HMATX_MAGIC,
  HmatxAnisotropyRow,
  HmatxClearcoatRow,
  HmatxDesc,
  HmatxDiffuseTransmissionRow,
  HmatxDispersionRow,
  HmatxFileHeader,
  HmatxIorRow,
  HmatxIridescenceRow,
  HmatxSheenRow,
  HmatxSpecularRow,
  HmatxTextureRow,
  HmatxTransmissionRow,
  HmatxUnlitRow,
  HmatxVariantRow,
  HmatxVolumeRow,
} from '../hmatx/layout.js';
export { Cluster, ClusterGroup, ClusterPage, PAGE_MAX_BYTES } from '../hmesh/clusters/cluster-layout.js';
export { bytesOfPage, bytesOfVertex } from '../hmesh/clusters/cluster-pages.js';
export {
  CompactAttributes,
  CompactPosition,
  CompactSkinVertex,
  CompactSkinVertexWide,
  CompactVertex,
  compactSkinSize,
  SplitAttributes,
  SplitPosition,
  VertexGrid,
} from '../hmesh/compact/compact-layout.js';
export {
  CHUNKS,
  type ChunkName,
  GpuJoint,
  GpuSkinVertex,
  GpuVertex,
  HMESH_FORMAT,
  HMESH_MAGIC,
  HmeshFileHeader,
  LodTableHeader,
  MeshBounds,
  MeshDesc,
  MeshLod,
  Meshlet,
  MeshletBounds,
  SceneNode,
  SubMesh,
} from '../hmesh/layout.js';
export { MicromapHeader, MicromapTriangle, MicromapUsage } from '../hmesh/micromaps/micromap-layout.js';
export {
  ColorHeader,
  LineRange,
  LinesHeader,
  MorphHeader,
  MorphRange,
  MorphTarget,
  NamesHeader,
} from '../hmesh/optional-layout.js';
export { hmeshVersion } from '../hmesh/peek.js';
export { GpuVertexV1, IndicesPreludeV1, MaterialsPreludeV1, VerticesPreludeV1 } from '../hmesh1/layout.js';
export { HPACK_MAGIC, HpackEntryHead, HpackHeader, PAYLOAD_ALIGNMENT } from '../hpack/layout.js';
export { HPACKZ_PEEK_BYTES, isHpackz } from '../hpackz/peek.js';
export {
  HPATCH_MAGIC,
  HpatchHeader,
  HpatchSection,
  SECTION_TABLE,
} from '../hpatch/layout.js';
export {
  HSCENE_CHUNKS,
  HSCENE_MAGIC,
  HsceneAnimHeader,
  HsceneCameraRow,
  HsceneChannelRow,
  HsceneClipRow,
  HsceneDesc,
  HsceneExtrasHeader,
  HsceneExtrasRow,
  HsceneFileHeader,
  HsceneInstanceRow,
  HsceneLightRow,
  HsceneNodeRow,
} from '../hscene/layout.js';
export { HVAR_MAGIC, HvarAxis, HvarHeader, HvarModule } from '../hvar/layout.js';
export { DfdBasic, DfdBlockHeader, DfdSample, Ktx2Header, Ktx2LevelIndex } from '../ktx2/layout.js';
export { isKtx2, isUastcKtx2, peekColorModel } from '../ktx2/peek.js';
export { formatSpecs } from './format-specs.js';
