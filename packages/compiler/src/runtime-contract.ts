// `assetc/runtime-contract`: the types and functions by which @assetc/other-runtimes writes and converts files. Only pure functions
// without dependencies belong here: that package bundles them, so that it runs without `assetc`.

export { plural } from './diagnostics/plural.js';
export { materialRefs } from './encoding/material-refs.js';
export { hmeshFeatures } from './encoding/mesh/hmesh-features.js';
export { boundsOf, halfExtentsOf, joinBoxes } from './encoding/mesh/mesh-bounds.js';
export {
  concatFloats,
  concatIndices,
  joinAttributes,
  type MeshPart,
  vertexCountOf,
} from './encoding/mesh/mesh-parts.js';
export { meshletCount } from './encoding/mesh/meshlet-table.js';
export type { Texels } from './encoding/texture/decode-texels.js';
export { modeByName } from './model/image/image-names.js';
export type { Output } from './model/kind/output.js';
export { identity } from './model/math/matrix.js';
export {
  type AlphaMode,
  DEFAULT_FACTORS,
  type MaterialFactors,
  type MaterialModel,
  TEXTURE_SLOTS,
  type TextureSlot,
} from './model/scene/material.js';
export type { Matrix } from './model/scene/scene.js';
export type {
  CompiledFile,
  Conversion,
  Converter,
  PlacedFile,
  Target,
  Written,
} from './runtimes/contract/converter.js';
export type { MeshFeature } from './runtimes/contract/mesh-format.js';
export type { ModelSource, PackedMesh, PartedMesh, PlacingNode } from './runtimes/contract/model-source.js';
export {
  lostBy,
  type NeutralMesh,
  type NeutralTexture,
  type TextureFeature,
} from './runtimes/contract/neutral-forms.js';
export {
  counted,
  type Description,
  type FileReference,
  type FormatReader,
  onTheGpu,
  short,
  startsWith,
  vector,
} from './runtimes/file-format.js';
