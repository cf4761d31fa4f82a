// Bit-exact deduplication of vertex rows. Rows are written directly into the kernel's memory, without another copy.

import { wasmBase64 } from '../generated/weld-wasm.js';
import { collectFreedMemory } from '../wasm/collect-freed-memory.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface WeldExports extends KernelExports {
  weld(rows: number, count: number, words: number, table: number, mask: number, remap: number): number;
}

const createKernel = kernelFactory<WeldExports>(wasmBase64, ['weld']);

/** An instance whose memory grew past this is dropped after use. Smaller ones are reused. */
const KEEP_BYTES = 1 << 24;

let idle: Kernel<WeldExports> | undefined;

export interface WeldedRows {
  /** Row → its index among the unique rows, which are in the order of first appearance. */
  readonly remap: Uint32Array;
  readonly uniqueCount: number;
  /** The unique rows one after another: `words` numbers each, as bits. */
  readonly rows: Uint32Array;
}

/** Calls `fill` with views of `count` rows of `words` 32-bit words (the same bytes as bits and as floats), then welds them. */
export function weldRows(
  count: number,
  words: number,
  fill: (bits: Uint32Array, floats: Float32Array) => void,
): WeldedRows {
  const { result, droppedBytes } = weldOnce(count, words, fill);
  collectFreedMemory(droppedBytes);
  return result;
}

/** A separate call, so that no stack frame refers to a dropped instance. */
function weldOnce(
  count: number,
  words: number,
  fill: (bits: Uint32Array, floats: Float32Array) => void,
): { readonly result: WeldedRows; readonly droppedBytes: number } {
  if (count >= 0x7fffffff || words < 1) throw new Error(`cannot weld ${count} rows of ${words} words`);
  const kernel = idle ?? createKernel();
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
  if (byteLength > KEEP_BYTES) return { result, droppedBytes: byteLength };
  idle = kernel;
  return { result, droppedBytes: 0 };
}
