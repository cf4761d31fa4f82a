// SPIR-V modules as an engine or a tool reads them: `@assetc/formats/spirv`. What a module binds is asked of the module itself.

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
export type { ReflectedBinding, ReflectedMember, ReflectedVariable, Reflection } from './reflection.js';
