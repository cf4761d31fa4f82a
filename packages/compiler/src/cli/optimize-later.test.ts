import { afterAll, expect, it } from 'vitest';
import { optimizeKernelsLater } from './optimize-later.js';

const { Module } = WebAssembly;
afterAll(() => {
  WebAssembly.Module = Module;
});

/** A function `f` that returns 42. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 6, 1, 4, 0, 0x41, 42, 0x0b],
]);

it('compiles modules as before, and refuses the same', () => {
  optimizeKernelsLater();
  const module = new WebAssembly.Module(MODULE);
  expect(module).toBeInstanceOf(WebAssembly.Module);
  expect(module).toBeInstanceOf(Module);
  expect(WebAssembly.Module.exports(module)).toEqual([{ name: 'f', kind: 'function' }]);
  const { f } = new WebAssembly.Instance(module).exports;
  expect(typeof f === 'function' ? f() : undefined).toBe(42);
  expect(structuredClone(module)).toBeInstanceOf(Module);
  expect(() => new WebAssembly.Module(Uint8Array.of(1, 2))).toThrow(WebAssembly.CompileError);
});
