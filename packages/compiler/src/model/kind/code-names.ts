// What an output contributes to generated code: names whose numbers an engine needs, and the interface of a shader module.

/** A list of names: the constant of a name is its index. Names may be empty or repeated. */
interface CodeList {
  /** What is named, in lower case: `clip`, `joint`. */
  readonly of: string;
  readonly names: readonly string[];
}

/** A member of a buffer or of the push constants. Types are spelled as in reflection: `float3x4[2]`. */
export interface ShaderMember {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly matrixStride?: number;
  readonly rowMajor?: boolean;
  readonly arrayStride?: number;
  /** Of a struct, or of the struct that is the element of an array. */
  readonly members?: readonly ShaderMember[];
}

/** What is bound to a shader. */
export interface ShaderBinding {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** `uniform-buffer`, `sampled-image`, … */
  readonly kind: string;
  /** For a buffer: the name of its struct. */
  readonly type: string;
  /** Elements of a binding array; 0: unbounded. */
  readonly count: number;
  readonly members?: readonly ShaderMember[];
}

/** What an engine must know to use a shader module. */
export interface ShaderInterface {
  readonly stage: string;
  /** In order of location. */
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly location?: number }[];
  readonly bindings: readonly ShaderBinding[];
  readonly pushConstants: {
    readonly name: string;
    readonly offset: number;
    readonly size: number;
    readonly members: readonly ShaderMember[];
  } | null;
  readonly specializationConstants: readonly { readonly name: string; readonly id: number; readonly type: string }[];
  readonly workgroupSize: readonly [number, number, number] | null;
}

/** What one output contributes. */
export interface CodeNames {
  readonly lists?: readonly CodeList[];
  readonly shader?: ShaderInterface;
  /** Of a variant of a shader: the path that all variants of its entry point have in common. */
  readonly variantOf?: string;
}
