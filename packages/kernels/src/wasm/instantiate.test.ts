import { describe, expect, it, vi } from 'vitest';
import { declaredMemoryBytes, instantiate } from './instantiate.js';
import { createMemory, growMemory, NoModuleMemory } from './module-memory.js';

/** A module with a type section and a memory of 300 pages: two bytes of LEB128. */
const WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 5, 4, 1, 0, 172, 2);
const NO_MEMORY = WASM.subarray(0, 14);

describe('the memory that a module declares', () => {
  it('is what an instance has', () => {
    // An export section that exports the memory.
    const exporting = Uint8Array.of(...WASM, 7, 5, 1, 1, 109, 2, 0);
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(exporting));
    expect(exports.m).toBeInstanceOf(WebAssembly.Memory);
    const bytes = exports.m instanceof WebAssembly.Memory ? exports.m.buffer.byteLength : 0;
    expect([declaredMemoryBytes(WASM), bytes]).toEqual([300 * 65536, 300 * 65536]);
  });

  it('is none if it declares none', () => {
    expect(declaredMemoryBytes(NO_MEMORY)).toBe(0);
    expect(declaredMemoryBytes(new Uint8Array(0))).toBe(0);
  });
});

describe('memory that cannot be allocated', () => {
  it('is named by its size when an instance starts', () => {
    const module = new WebAssembly.Module(WASM);
    const refuse = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function refused() {
      throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
    });
    try {
      expect(() => instantiate(module, {}, () => WASM)).toThrow('a WebAssembly memory of 19 MB could not be allocated');
    } finally {
      refuse.mockRestore();
    }
  });

  it('is named by its size when it is created', () => {
    const refuse = vi.spyOn(WebAssembly, 'Memory').mockImplementation(function refused() {
      throw new RangeError('WebAssembly.Memory(): could not allocate memory');
    });
    try {
      expect(() => createMemory(16)).toThrow(new NoModuleMemory(1 << 20));
    } finally {
      refuse.mockRestore();
    }
  });

  it('is named by all of its size when it grows', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    growMemory(memory, 65536);
    expect(() => growMemory(memory, 10e6)).toThrow('a WebAssembly memory of 10 MB could not be allocated');
    growMemory(memory, 65537);
    expect(memory.buffer.byteLength).toBe(131072);
  });
});
