// `@assetc/formats/spirv`: reads SPIR-V modules. Bindings are read from the module itself.

export {
  type BlockStruct,
  layOutBlock,
  membersKey,
  type OpenArray,
  type PaddedSizes,
  type StructField,
} from './layout/block-layout.js';
export { C_TYPES, numberType, type Scalar, splitArray } from './layout/shader-type.js';
export { type ModuleBlocks, paddedSizes, uniformSize, unwrapped } from './layout/struct-sizes.js';
export { Op, type ResultShape, resultShape, StorageClass } from './opcodes.js';
export {
  entryPointsOf,
  opcodeAt,
  parseSpirv,
  type SpirvEntryPoint,
  type SpirvModule,
  wordCountAt,
} from './parse-spirv.js';
export type { ReflectedConstant } from './reflect-constants.js';
export { reflectSpirv } from './reflect-spirv.js';
export type {
  BindingKind,
  ReflectedBinding,
  ReflectedMember,
  ReflectedPushConstants,
  ReflectedVariable,
  Reflection,
} from './reflection.js';
