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

/** One binding: its set, number and kind. */
export interface ReflectedBinding {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** `uniform-buffer`, `storage-buffer`, `sampled-image`, `storage-image`, `sampler`, `combined-image-sampler`, … */
  readonly kind: string;
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
  readonly pushConstants: { readonly name: string; readonly members: readonly ReflectedMember[] } | null;
  readonly specializationConstants: readonly ReflectedConstant[];
  /** Before specialization. */
  readonly workgroupSize: readonly [number, number, number] | null;
}
