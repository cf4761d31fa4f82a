// Instances of meshoptimizer's modules. The memory of one is a stack that grows and never shrinks: an instance in which a large mesh was
// worked on is given up, with its memory; one that stayed small serves the next mesh.

import { letGo } from '../wasm/collect-freed-memory.js';
import { compileKernel, hasFunctions } from '../wasm/kernel.js';
import { checkModuleBytes } from '../wasm/module-memory.js';

interface CommonExports {
  readonly memory: WebAssembly.Memory;
  sbrk(bytes: number): number;
  __wasm_call_ctors(): void;
}

/** An instance whose memory grew past this is given up after use. */
const KEEP_BYTES = 1 << 24;
const FAILED = 0xffffffff;

type MeshoptModule<F> = () => MeshoptStack<F>;

/** `names`: the functions of F. */
export function meshoptModule<F>(wasmBase64: string, names: readonly (keyof F & string)[]): MeshoptModule<F> {
  let module: WebAssembly.Module | undefined;
  const isWanted = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & CommonExports & F =>
    exports.memory instanceof WebAssembly.Memory && hasFunctions(exports, ['sbrk', '__wasm_call_ctors', ...names]);
  return () => {
    module ??= compileKernel(wasmBase64);
    const { exports } = new WebAssembly.Instance(module, {});
    if (!isWanted(exports)) throw new Error('the module was taken from another meshoptimizer than this program knows');
    exports.__wasm_call_ctors();
    return new MeshoptStack(exports);
  };
}

export class MeshoptStack<F> {
  readonly call: F & CommonExports;
  readonly #base: number;

  constructor(exports: F & CommonExports) {
    this.call = exports;
    this.#base = exports.sbrk(0) >>> 0;
    if (this.#base % 16 !== 0) throw new Error('the stack of meshoptimizer begins on no 16-byte boundary');
  }

  get sizeBytes(): number {
    return this.call.memory.buffer.byteLength;
  }

  /** Room on a 16-byte boundary, until the stack is cleared. Views of memory that were taken earlier may be gone. */
  push(bytes: number): number {
    checkModuleBytes((this.call.sbrk(0) >>> 0) + bytes, 'the mesh');
    const at = this.call.sbrk(Math.ceil(bytes / 16) * 16) >>> 0;
    if (at === FAILED) throw new RangeError('the machine has no memory left for the mesh');
    return at;
  }

  clear(): void {
    this.call.sbrk(this.#base - (this.call.sbrk(0) >>> 0));
  }

  u8(at: number, length: number): Uint8Array {
    return new Uint8Array(this.call.memory.buffer, at, length);
  }

  u32(at: number, length: number): Uint32Array {
    return new Uint32Array(this.call.memory.buffer, at, length);
  }

  f32(at: number, length: number): Float32Array {
    return new Float32Array(this.call.memory.buffer, at, length);
  }
}

/** One instance at a time, and the last where it stayed small. */
export class MeshoptInstances<F> {
  readonly #open: MeshoptModule<F>;
  #idle: MeshoptStack<F> | undefined;

  constructor(open: MeshoptModule<F>) {
    this.#open = open;
  }

  /**
   * `bytes`: the most that the mesh takes, with what the library adds to it. It does not look whether it gets the memory that it asks for.
   * What `work` returns must not refer to the instance or its memory.
   */
  use<T>(bytes: number, work: (stack: MeshoptStack<F>) => T): T {
    checkModuleBytes(bytes, 'the mesh');
    const { result, givenUpBytes } = this.#work(work);
    letGo(givenUpBytes);
    return result;
  }

  /** A call of its own, so that no frame refers to what is given up. */
  #work<T>(work: (stack: MeshoptStack<F>) => T): { readonly result: T; readonly givenUpBytes: number } {
    const stack = this.#idle ?? this.#open();
    this.#idle = undefined;
    const result = work(stack);
    const { sizeBytes } = stack;
    if (sizeBytes > KEEP_BYTES) return { result, givenUpBytes: sizeBytes };
    stack.clear();
    this.#idle = stack;
    return { result, givenUpBytes: 0 };
  }
}
