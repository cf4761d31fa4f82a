// Hot loops in wasm SIMD. The encoder of ASTC has a path of its own, `@assetc/kernels/astc`, so that bundlers can load it later.

export { BcEncoder, type BcFormat } from './bc/bc.js';
export { applyBc7Rdo, BC7_RDO_ROWS, Bc7Encoder } from './bc7/bc7.js';
export type { BlockLevel, BlockOptions, SearchLevel } from './blocks/block-options.js';
export { Etc2Encoder, type Etc2Format } from './etc2/etc2.js';
export { type HdrBlockFormat, type HdrBlockOptions, HdrEncoder } from './hdr/hdr.js';
export { CELL_FLOATS, LobeKernel, type LobeSums } from './lobes/lobes.js';
export { cutMeshlets, type MeshletLimits, type Meshlets } from './meshlets/meshlets.js';
export { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from './meshopt/encode-geometry.js';
export { type Floats, writeFloats } from './meshopt/floats.js';
export { orderTriangles, type TriangleOrder } from './meshopt/order-triangles.js';
export {
  type MeshToSimplify,
  type Simplified,
  type SimplifyGoal,
  simplify,
  simplifyScale,
  simplifySloppily,
} from './meshopt/simplify.js';
export type { AxisTaps, MipBand, TexelLoad, TexelStore } from './mips/mip-band.js';
export { MipKernel } from './mips/mips.js';
export { srgbToLinear } from './mips/srgb-to-linear.js';
export { type CodedValues, type ComparedMotion, MotionKernel } from './motion/motion.js';
export type { FoundSegment, GridCode, JointTree, MovingSegment, MovingTrack } from './motion/segment.js';
export { SurfacePair } from './nearest/nearest.js';
export { type ObjCounts, ObjLines, type PlainLines } from './obj/obj-lines.js';
export { PngRows, type PngSamples } from './png/png-rows.js';
export { type FieldInput, type MultiFieldInput, multiField, signedField } from './sdf/sdf.js';
export { runTangentPart, type TangentPart } from './tangents/tangent-kernel.js';
export { type SplitVertices, type TangentSource, TangentSpace } from './tangents/tangents.js';
export { transcodeUastc, type UastcTarget } from './transcode/transcode.js';
export {
  applyUastcRdo,
  decodeUastc,
  packUastcBlock,
  UASTC_RDO_ROWS,
  UastcEncoder,
  type UastcOptions,
} from './uastc/uastc.js';
export { collectFreedMemory } from './wasm/collect-freed-memory.js';
export { instantiate } from './wasm/instantiate.js';
export { createMemory, growMemory, TooLargeForModule } from './wasm/module-memory.js';
export { type NumberedRows, numberRows, type WeldedRows, weldRows } from './weld/weld.js';
