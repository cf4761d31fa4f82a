// The tangent kernel over a memory that threads can share, and the parts of its steps, which can run in any thread.

import { wasmBase64 } from '../generated/tangents-wasm.js';
import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';
import { createMemory } from '../wasm/module-memory.js';

interface TangentExports extends KernelExports {
  layOut(at: number, corners: number, vertices: number, gltf: number): void;
  sortIntoCells(table: number, starts: number): number;
  weldRoom(fullest: number): number;
  weldCells(from: number, to: number, table: number, starts: number, room: number, fullest: number): void;
  orderTriangles(): number;
  pairEdges(good: number): void;
  findDirections(from: number, to: number): void;
  buildGroups(good: number): number;
  largestGroup(groups: number): number;
  evaluateGroups(from: number, to: number, groups: number, room: number): void;
  writeFallback(): void;
  fillGaps(good: number, room: number): void;
  writeCorners(into: number): void;
  splitVertices(remap: number, rows: number, heads: number, mask: number): number;
}

export type TangentKernel = Kernel<TangentExports>;

const createKernel = kernelFactory<TangentExports>(wasmBase64, [
  ...['layOut', 'sortIntoCells', 'weldRoom', 'weldCells', 'orderTriangles', 'pairEdges', 'findDirections'],
  ...['buildGroups', 'largestGroup', 'evaluateGroups', 'writeFallback', 'fillGaps', 'writeCorners', 'splitVertices'],
]);

/** An instance whose memory grew past this is dropped after use. Smaller ones are reused. */
const KEEP_BYTES = 16 * 1024 * 1024;
let idle: TangentKernel | undefined;
const kernelsByMemory = new WeakMap<WebAssembly.Memory, TangentKernel>();

function createOver(memory: WebAssembly.Memory): TangentKernel {
  const kernel = createKernel(memory);
  kernelsByMemory.set(memory, kernel);
  return kernel;
}

/** An instance that nothing else in this thread uses. */
export function takeTangentKernel(): TangentKernel {
  const kernel = idle ?? createOver(createMemory(16, true));
  idle = undefined;
  return kernel;
}

/** Call it when nothing in the kernel's memory is needed anymore. Returns the size of the memory if it is dropped, otherwise 0. */
export function returnTangentKernel(kernel: TangentKernel): number {
  const { byteLength } = kernel.memory.buffer;
  if (byteLength > KEEP_BYTES) return byteLength;
  idle = kernel;
  return 0;
}

/** A part of a step for `runTangentPart`, in any thread: plain data and a shared memory. */
export interface TangentPart {
  readonly memory: WebAssembly.Memory;
  /** For code that measures messages by their typed arrays. */
  readonly bytes: Uint8Array;
  readonly layout: { readonly at: number; readonly corners: number; readonly vertices: number; readonly gltf: boolean };
  readonly step: 'weld' | 'directions' | 'evaluate';
  /** Items of the whole step, and of one part. */
  readonly count: number;
  readonly size: number;
  /** The parts' own scratch memory starts at `room`, `roomBytes` apart. */
  readonly room: number;
  readonly roomBytes: number;
  readonly numbers: readonly [number, number, number];
}

export function runTangentPart(part: TangentPart, index: number): void {
  const { exports } = kernelsByMemory.get(part.memory) ?? createOver(part.memory);
  const { at, corners, vertices, gltf } = part.layout;
  exports.layOut(at, corners, vertices, gltf ? 1 : 0);
  const from = index * part.size;
  const to = Math.min(part.count, from + part.size);
  const room = part.room + index * part.roomBytes;
  const [a, b, c] = part.numbers;
  if (part.step === 'weld') exports.weldCells(from, to, a, b, room, c);
  else if (part.step === 'directions') exports.findDirections(from, to);
  else exports.evaluateGroups(from, to, a, room);
}
