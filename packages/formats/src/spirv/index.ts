// `@assetc/formats/spirv`: reads SPIR-V modules. Bindings are read from the module itself.

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
