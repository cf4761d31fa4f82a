// Instantiates a kernel and manages its memory. Kernels are compiled without a runtime: the host owns everything from heapBase() upward
// and lays it out with a bump allocator. Calls never allocate, and results never depend on earlier calls.

import { checkModuleBytes, createMemory, growMemory } from './module-memory.js';

export interface KernelExports {
  readonly [name: string]: unknown;
  heapBase(): number;
}

export class Kernel<E extends KernelExports> {
  readonly exports: E;
  readonly memory: WebAssembly.Memory;
  #top: number;

  /** `memory`: that of another instance, which lays it out. Only kernels built for shared memory can have it. */
  constructor(
    module: WebAssembly.Module,
    isExports: (exports: WebAssembly.Exports) => exports is WebAssembly.Exports & E,
    memory: WebAssembly.Memory = createMemory(16),
  ) {
    this.memory = memory;
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    if (!isExports(exports)) throw new Error('the kernel was built from other sources than this program');
    this.exports = exports;
    this.#top = align16(exports.heapBase());
  }

  /** Reserves bytes on a 16-byte boundary. Earlier views of the memory may become detached. */
  reserve(bytes: number): number {
    const at = this.#top;
    checkModuleBytes(at + bytes, 'the input of a kernel');
    this.#top = align16(at + bytes);
    growMemory(this.memory, this.#top);
    return at;
  }

  /** The address of the next reservation. Pass it to `release` to free all later ones. */
  mark(): number {
    return this.#top;
  }

  release(mark: number): void {
    this.#top = mark;
  }

  u8(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  u32(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }

  i32(at: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, length);
  }

  f32(at: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, length);
  }

  f64(at: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }
}

const align16 = (n: number): number => Math.ceil(n / 16) * 16;

/**
 * A function that creates instances of a kernel. The module is compiled once, when the first is needed. `names`: the functions of E,
 * without heapBase.
 */
export function kernelFactory<E extends KernelExports>(
  wasmBase64: string,
  names: readonly string[],
): (memory?: WebAssembly.Memory) => Kernel<E> {
  let module: WebAssembly.Module | undefined;
  const isExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & E =>
    hasFunctions(exports, ['heapBase', ...names]);
  return (memory) => {
    module ??= compileKernel(wasmBase64);
    return new Kernel(module, isExports, memory);
  };
}

/**
 * Decodes and compiles a generated module. Synchronous: kernels are small, and workers compile each once. Rejected: passing compiled
 * modules to threads. V8 keeps one native module for equal bytes in a process, code included: all 17 kernels take the first thread
 * 3.8 ms, the second 1.1 ms, and 0.9 ms if they are passed.
 */
export function compileKernel(wasmBase64: string): WebAssembly.Module {
  return new WebAssembly.Module(decodeBase64(wasmBase64));
}

/** Uses Node's decoder if there is one: the loop takes 2 ms of a thread's start, because V8 has not optimized it yet. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof Buffer === 'function') return Buffer.from(base64, 'base64');
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function hasFunctions(exports: WebAssembly.Exports, names: readonly string[]): boolean {
  return names.every((name) => typeof exports[name] === 'function');
}
