// Instances of meshoptimizer's modules. Their memory is a stack that never shrinks: an instance that processed a large mesh is dropped
// with its memory, a small one is reused.

import { collectFreedMemory } from '../wasm/collect-freed-memory.js';
import { instantiate } from '../wasm/instantiate.js';
import { compileKernel, decodeBase64, hasFunctions } from '../wasm/kernel.js';
import { checkModuleBytes, NoModuleMemory } from '../wasm/module-memory.js';

interface CommonExports {
  readonly memory: WebAssembly.Memory;
  sbrk(bytes: number): number;
  __wasm_call_ctors(): void;
}

/** An instance whose memory grew past this is dropped after use. */
const KEEP_BYTES = 1 << 24;
const FAILED = 0xffffffff;

type MeshoptModule<F> = () => MeshoptStack<F>;

/** `names`: the functions of F. */
export function meshoptModule<F>(wasmBase64: string, names: readonly (keyof F & string)[]): MeshoptModule<F> {
  let module: WebAssembly.Module | undefined;
  const isExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & CommonExports & F =>
    exports.memory instanceof WebAssembly.Memory && hasFunctions(exports, ['sbrk', '__wasm_call_ctors', ...names]);
  return () => {
    const compiled = module ?? compileKernel(wasmBase64);
    module = compiled;
    const { exports } = instantiate(compiled, {}, () => decodeBase64(wasmBase64));
    if (!isExports(exports))
      throw new Error('the module is from another version of meshoptimizer than this program expects');
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
    if (this.#base % 16 !== 0) throw new Error('the stack of meshoptimizer does not begin on a 16-byte boundary');
  }

  get sizeBytes(): number {
    return this.call.memory.buffer.byteLength;
  }

  /** Reserves bytes on a 16-byte boundary until the stack is cleared. Earlier views of the memory may become detached. */
  push(bytes: number): number {
    checkModuleBytes((this.call.sbrk(0) >>> 0) + bytes, 'the mesh');
    const at = this.call.sbrk(Math.ceil(bytes / 16) * 16) >>> 0;
    if (at === FAILED) throw new NoModuleMemory((this.call.sbrk(0) >>> 0) + bytes);
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

/** One instance at a time. The last one is kept if it stayed small. */
export class MeshoptInstances<F> {
  readonly #open: MeshoptModule<F>;
  #idle: MeshoptStack<F> | undefined;

  constructor(open: MeshoptModule<F>) {
    this.#open = open;
  }

  /**
   * `bytes`: the maximum memory for the mesh, including the library's own: it does not check its allocations. The result of `work` must
   * not refer to the instance or its memory.
   */
  use<T>(bytes: number, work: (stack: MeshoptStack<F>) => T): T {
    checkModuleBytes(bytes, 'the mesh');
    const { result, droppedBytes } = this.#work(work);
    collectFreedMemory(droppedBytes);
    return result;
  }

  /** A separate call, so that no stack frame refers to a dropped instance. */
  #work<T>(work: (stack: MeshoptStack<F>) => T): { readonly result: T; readonly droppedBytes: number } {
    const stack = this.#idle ?? this.#open();
    this.#idle = undefined;
    const result = work(stack);
    const { sizeBytes } = stack;
    if (sizeBytes > KEEP_BYTES) return { result, droppedBytes: sizeBytes };
    stack.clear();
    this.#idle = stack;
    return { result, droppedBytes: 0 };
  }
}
