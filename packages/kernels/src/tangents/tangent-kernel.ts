// The kernel of tangents over a memory that several threads may share, and the parts of its steps that may run anywhere.

import { wasmBase64 } from '../generated/tangents-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

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

const NAMES = [
  ...['heapBase', 'layOut', 'sortIntoCells', 'weldRoom', 'weldCells', 'orderTriangles', 'pairEdges', 'findDirections'],
  ...['buildGroups', 'largestGroup', 'evaluateGroups', 'writeFallback', 'fillGaps', 'writeCorners', 'splitVertices'],
];
const isTangents = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & TangentExports =>
  hasFunctions(exports, NAMES);

let module: WebAssembly.Module | undefined;
/** A memory that grew past this is given up after use; smaller ones serve the next mesh. */
const KEEP_BYTES = 16 * 1024 * 1024;
let idle: TangentKernel | undefined;
const known = new WeakMap<WebAssembly.Memory, TangentKernel>();

function instanceOver(memory: WebAssembly.Memory): TangentKernel {
  module ??= compileKernel(wasmBase64);
  const kernel = new Kernel(module, isTangents, memory);
  known.set(memory, kernel);
  return kernel;
}

/** One that nobody else in this thread works with. */
export function takeTangentKernel(): TangentKernel {
  const kernel = idle ?? instanceOver(new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true }));
  idle = undefined;
  return kernel;
}

/** When nothing in its memory is needed any more. */
export function giveTangentKernel(kernel: TangentKernel): void {
  if (kernel.memory.buffer.byteLength <= KEEP_BYTES) idle = kernel;
}

/** A part of a step that `runTangentPart` does, in whatever thread. Plain data and a shared memory. */
export interface TangentPart {
  readonly memory: WebAssembly.Memory;
  /** For whoever counts what a message holds. */
  readonly bytes: Uint8Array;
  readonly layout: { readonly at: number; readonly corners: number; readonly vertices: number; readonly gltf: boolean };
  readonly step: 'weld' | 'directions' | 'evaluate';
  /** Items of the whole step, and of each part. */
  readonly count: number;
  readonly size: number;
  /** What each part has for itself begins at `room`, `roomBytes` apart. */
  readonly room: number;
  readonly roomBytes: number;
  readonly numbers: readonly [number, number, number];
}

export function runTangentPart(part: TangentPart, index: number): void {
  const { exports } = known.get(part.memory) ?? instanceOver(part.memory);
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
