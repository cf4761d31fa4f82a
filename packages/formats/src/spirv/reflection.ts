// The information that an engine needs to bind a module, as plain data.

import type { ReflectedConstant } from './reflect-constants.js';

/** A member of a buffer or of the push constants, with its offset in bytes. */
export interface ReflectedMember {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  /** Bytes between two columns (or rows) of a matrix, or two elements of an array. */
  readonly matrixStride?: number;
  readonly rowMajor?: boolean;
  readonly arrayStride?: number;
  readonly members?: readonly ReflectedMember[];
}

/** An input or an output of a stage. */
export interface ReflectedVariable {
  readonly name: string;
  readonly type: string;
  readonly location?: number;
  readonly component?: number;
  readonly builtIn?: string;
}

/** What a binding is. Each is a descriptor type of Vulkan. */
export type BindingKind =
  | 'uniform-buffer'
  | 'storage-buffer'
  | 'uniform-texel-buffer'
  | 'storage-texel-buffer'
  | 'sampled-image'
  | 'storage-image'
  | 'input-attachment'
  | 'sampler'
  | 'combined-image-sampler'
  | 'acceleration-structure';

/** The push constants of a module: one range. */
export interface ReflectedPushConstants {
  readonly name: string;
  /** Bytes before the first member. */
  readonly offset: number;
  /** Bytes of the range, a multiple of 4. */
  readonly size: number;
  readonly members: readonly ReflectedMember[];
}

/** One binding: its set, number and kind. */
export interface ReflectedBinding {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  readonly kind: BindingKind;
  readonly type: string;
  /** Elements of a binding array; 0: unbounded. */
  readonly count: number;
  readonly readOnly?: boolean;
  /** `input_attachment_index` of a subpass input. */
  readonly attachment?: number;
  readonly members?: readonly ReflectedMember[];
}

/** The reflection of one entry point. */
export interface Reflection {
  readonly stage: string;
  readonly entryPoint: string;
  readonly inputs: readonly ReflectedVariable[];
  readonly outputs: readonly ReflectedVariable[];
  readonly bindings: readonly ReflectedBinding[];
  readonly pushConstants: ReflectedPushConstants | null;
  readonly specializationConstants: readonly ReflectedConstant[];
  /** Before specialization. */
  readonly workgroupSize: readonly [number, number, number] | null;
  /** Capabilities that the device must support, by their names in the specification of SPIR-V: `Shader`, `RayQueryKHR`. */
  readonly capabilities: readonly string[];
  /** Extensions of SPIR-V that the module uses: `SPV_KHR_storage_buffer_storage_class`. */
  readonly extensions: readonly string[];
}
