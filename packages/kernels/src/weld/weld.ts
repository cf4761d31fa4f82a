// Bit-exact deduplication of vertex rows. Rows are written straight into the kernel's memory: no copy of them lives outside.

import { wasmBase64 } from '../generated/weld-wasm.js';
import { letGo } from '../wasm/collect-freed-memory.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

interface WeldExports extends KernelExports {
  weld(rows: number, count: number, words: number, table: number, mask: number, remap: number): number;
}

const isWeld = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & WeldExports =>
  hasFunctions(exports, ['heapBase', 'weld']);

/** A memory that grew past this is given up after use, as it would lie beside all that follows; smaller ones serve the next call. */
const KEEP_BYTES = 1 << 24;

let module: WebAssembly.Module | undefined;
let idle: Kernel<WeldExports> | undefined;

export interface WeldedRows {
  /** Row → its number among the unique rows, which are numbered by first appearance. */
  readonly remap: Uint32Array;
  readonly uniqueCount: number;
  /** The unique rows, end to end: `words` numbers each, as bits. */
  readonly rows: Uint32Array;
}

/** Calls `fill` with room for `count` rows of `words` 32-bit words (the same bytes as bits and as floats), then welds them. */
export function weldRows(
  count: number,
  words: number,
  fill: (bits: Uint32Array, floats: Float32Array) => void,
): WeldedRows {
  const { result, givenUpBytes } = weldOnce(count, words, fill);
  letGo(givenUpBytes);
  return result;
}

/** A call of its own, so that no frame refers to what is given up. */
function weldOnce(
  count: number,
  words: number,
  fill: (bits: Uint32Array, floats: Float32Array) => void,
): { readonly result: WeldedRows; readonly givenUpBytes: number } {
  if (count >= 0x7fffffff || words < 1) throw new Error(`cannot weld ${count} rows of ${words} words`);
  module ??= compileKernel(wasmBase64);
  const kernel = idle ?? new Kernel(module, isWeld);
  idle = undefined;
  const mark = kernel.mark();
  let slots = 16;
  while (slots < count * 1.5) slots *= 2;
  const rowsAt = kernel.reserve(count * words * 4);
  const tableAt = kernel.reserve(slots * 4);
  const remapAt = kernel.reserve(count * 4);
  fill(kernel.u32(rowsAt, count * words), kernel.f32(rowsAt, count * words));
  const uniqueCount = kernel.exports.weld(rowsAt, count, words, tableAt, slots - 1, remapAt) >>> 0;
  const result = {
    remap: kernel.u32(remapAt, count).slice(),
    uniqueCount,
    rows: kernel.u32(rowsAt, uniqueCount * words).slice(),
  };
  kernel.release(mark);
  const { byteLength } = kernel.memory.buffer;
  if (byteLength > KEEP_BYTES) return { result, givenUpBytes: byteLength };
  idle = kernel;
  return { result, givenUpBytes: 0 };
}
