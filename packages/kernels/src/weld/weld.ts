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

export interface NumberedRows {
  /** Row → its index among the unique rows, which are in the order of first appearance. */
  readonly remap: Uint32Array;
  readonly uniqueCount: number;
}

export interface WeldedRows extends NumberedRows {
  /** The unique rows one after another: `words` numbers each, as bits. */
  readonly rows: Uint32Array;
}

type FillRows = (bits: Uint32Array, floats: Float32Array) => void;

/** Calls `fill` with views of `count` rows of `words` 32-bit words (the same bytes as bits and as floats), then welds them. */
export function weldRows(count: number, words: number, fill: FillRows): WeldedRows {
  const { result, droppedBytes } = weldOnce(count, words, fill, takeWelded);
  if (result.rows.buffer.byteLength !== droppedBytes) collectFreedMemory(droppedBytes);
  return result;
}

/** The same without the unique rows: a copy of them could be as large as all rows. */
export function numberRows(count: number, words: number, fill: FillRows): NumberedRows {
  const { result, droppedBytes } = weldOnce(count, words, fill, ({ remap, uniqueCount }) => ({
    remap: remap.slice(),
    uniqueCount,
  }));
  collectFreedMemory(droppedBytes);
  return result;
}

/** Rows that fill most of a memory which is dropped anyway stay there: with a copy, they would be in memory twice. */
function takeWelded({ remap, uniqueCount, rows }: WeldedRows, isDropped: boolean): WeldedRows {
  if (isDropped && uniqueCount > remap.length / 2) return { remap, uniqueCount, rows };
  return { remap: remap.slice(), uniqueCount, rows: rows.slice() };
}

/**
 * `take` gets views of the kernel's memory, which nothing else uses afterward if `isDropped`. A separate call, so that no stack frame
 * refers to a dropped instance.
 */
function weldOnce<T>(
  count: number,
  words: number,
  fill: FillRows,
  take: (welded: WeldedRows, isDropped: boolean) => T,
): { readonly result: T; readonly droppedBytes: number } {
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
  const { byteLength } = kernel.memory.buffer;
  const isDropped = byteLength > KEEP_BYTES;
  const welded = {
    remap: kernel.u32(remapAt, count),
    uniqueCount,
    rows: kernel.u32(rowsAt, uniqueCount * words),
  };
  const result = take(welded, isDropped);
  kernel.release(mark);
  if (isDropped) return { result, droppedBytes: byteLength };
  idle = kernel;
  return { result, droppedBytes: 0 };
}
