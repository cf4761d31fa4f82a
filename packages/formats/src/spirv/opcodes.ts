// The SPIR-V numbers that this program uses.

/** Instructions that assetc uses, by their names in the specification. */
export const Op = {
  SourceContinued: 2,
  Source: 3,
  Name: 5,
  MemberName: 6,
  String: 7,
  Line: 8,
  Extension: 10,
  ExtInstImport: 11,
  ExtInst: 12,
  MemoryModel: 14,
  EntryPoint: 15,
  ExecutionMode: 16,
  Capability: 17,
  TypeVoid: 19,
  TypeBool: 20,
  TypeInt: 21,
  TypeFloat: 22,
  TypeVector: 23,
  TypeMatrix: 24,
  TypeImage: 25,
  TypeSampler: 26,
  TypeSampledImage: 27,
  TypeArray: 28,
  TypeRuntimeArray: 29,
  TypeStruct: 30,
  TypePointer: 32,
  TypeFunction: 33,
  TypeForwardPointer: 39,
  ConstantTrue: 41,
  ConstantFalse: 42,
  Constant: 43,
  ConstantComposite: 44,
  SpecConstantTrue: 48,
  SpecConstantFalse: 49,
  SpecConstant: 50,
  Function: 54,
  FunctionParameter: 55,
  FunctionEnd: 56,
  FunctionCall: 57,
  Variable: 59,
  Load: 61,
  Store: 62,
  AccessChain: 65,
  Decorate: 71,
  MemberDecorate: 72,
  DecorationGroup: 73,
  CompositeConstruct: 80,
  CompositeExtract: 81,
  SampledImage: 86,
  Image: 100,
  Phi: 245,
  Label: 248,
  Branch: 249,
  BranchConditional: 250,
  ExecutionModeId: 331,
  TypeRayQuery: 4472,
  TypeAccelerationStructure: 5341,
} as const;

export const Decoration = {
  SpecId: 1,
  Block: 2,
  BufferBlock: 3,
  RowMajor: 4,
  ColMajor: 5,
  ArrayStride: 6,
  MatrixStride: 7,
  BuiltIn: 11,
  NonWritable: 24,
  Location: 30,
  Component: 31,
  Binding: 33,
  DescriptorSet: 34,
  Offset: 35,
  InputAttachmentIndex: 43,
} as const;

/** The storage class of a variable. */
export const StorageClass = {
  UniformConstant: 0,
  Input: 1,
  Uniform: 2,
  Output: 3,
  Workgroup: 4,
  PushConstant: 9,
  StorageBuffer: 12,
} as const;

const STAGES: ReadonlyMap<number, string> = new Map([
  [0, 'vertex'],
  [1, 'tesscontrol'],
  [2, 'tesseval'],
  [3, 'geometry'],
  [4, 'fragment'],
  [5, 'compute'],
  [6, 'kernel'],
  [5267, 'task'],
  [5268, 'mesh'],
  [5313, 'raygeneration'],
  [5314, 'intersection'],
  [5315, 'anyhit'],
  [5316, 'closesthit'],
  [5317, 'miss'],
  [5318, 'callable'],
  [5364, 'task'],
  [5365, 'mesh'],
]);

/** The stage of an execution model, as assetc names it; undefined if there is none. */
export const stageOfModel = (model: number): string | undefined => STAGES.get(model);

/** Instructions without a result id. */
const WITHOUT_RESULT: ReadonlySet<number> = new Set([
  0, 2, 3, 4, 5, 6, 8, 10, 14, 15, 16, 17, 39, 56, 62, 63, 64, 71, 72, 74, 75, 99, 218, 219, 220, 221, 224, 225, 228,
  246, 247, 249, 250, 251, 252, 253, 254, 255, 256, 257, 317, 319, 330, 331, 332, 4416, 4445, 4446, 4448, 4449, 4473,
  4474, 4475, 4476, 5294, 5295, 5299, 5364, 5365, 5380, 5630, 5632, 5633,
]);
/** Instructions whose first operand is their result id: types, labels and similar ones. */
const RESULT_ONLY: ReadonlySet<number> = new Set([7, 11, 73, 248, 322, 327, 4456, 4472, 5281, 5341, 5358]);
const LAST_CORE = 403;
/** The only instructions beyond the core that are known to have a type and a result. */
const TYPED_EXTENSIONS: ReadonlySet<number> = new Set([
  4421, 4422, 4428, 4429, 4430, 4431, 4432, 4447, 4450, 4457, 4459, 4460, 4477, 4479, 5334, 5381, 6016, 6017, 6018,
  6019, 6020, 6021, 6022, 6023, 6024, 6025, 6026, 6027, 6028, 6029, 6030, 6031, 6032, 6035,
]);

/** Whether an instruction has a result id, and whether that has a type; undefined for unlisted instructions. */
export type ResultShape = 'none' | 'result' | 'typed' | 'unknown';

/** The positions of an instruction's ids. */
export function resultShape(opcode: number): ResultShape {
  if (WITHOUT_RESULT.has(opcode)) return 'none';
  if (RESULT_ONLY.has(opcode) || (opcode >= Op.TypeVoid && opcode < Op.TypeForwardPointer)) return 'result';
  return opcode <= LAST_CORE || TYPED_EXTENSIONS.has(opcode) ? 'typed' : 'unknown';
}
