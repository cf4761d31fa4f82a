// Sums light under GGX lobes through the lobes kernel. One instance a thread.

import { wasmBase64 } from '../generated/lobes-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

interface LobeExports extends KernelExports {
  sumLobes(cells: number, count: number, directions: number, groups: number, alpha2: number, sums: number): void;
}

const isLobes = (e: WebAssembly.Exports): e is WebAssembly.Exports & LobeExports =>
  hasFunctions(e, ['heapBase', 'sumLobes']);

let compiled: WebAssembly.Module | undefined;

/** f32 of a cell of light: a unit vector to it, its steradians, its light (radiance times steradians) as red, green and blue, and a rest. */
export const CELL_FLOATS = 8;

export interface LobeSums {
  readonly cells: Float32Array;
  readonly cellCount: number;
  /** Unit vectors, x y z each: where the lobes point. */
  readonly directions: Float32Array;
  /** Of GGX: the square of what artists call roughness. */
  readonly alpha: number;
  /** For each direction the sums of red, green, blue and steradians, weighted by n·l D(h). */
  readonly sums: Float32Array;
}

const GROUP = 8;

export class LobeKernel {
  readonly #kernel: Kernel<LobeExports>;

  constructor() {
    compiled ??= compileKernel(wasmBase64);
    this.#kernel = new Kernel(compiled, isLobes);
  }

  sum({ cells, cellCount, directions, alpha, sums }: LobeSums): void {
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const count = directions.length / 3;
    const groups = Math.ceil(count / GROUP);
    const cellsAt = kernel.reserve(cellCount * CELL_FLOATS * 4);
    const directionsAt = kernel.reserve(groups * GROUP * 3 * 4);
    const sumsAt = kernel.reserve(groups * GROUP * 4 * 4);
    kernel.f32(cellsAt, cellCount * CELL_FLOATS).set(cells.subarray(0, cellCount * CELL_FLOATS));
    const laid = kernel.f32(directionsAt, groups * GROUP * 3);
    for (let n = 0; n < groups * GROUP; n++)
      for (let k = 0; k < 3; k++)
        // Lanes that are left over look where the first one does.
        laid[(n >> 2) * 12 + k * 4 + (n & 3)] = directions[(n < count ? n : 0) * 3 + k] ?? 0;
    kernel.exports.sumLobes(cellsAt, cellCount, directionsAt, groups, alpha * alpha, sumsAt);
    const made = kernel.f32(sumsAt, groups * GROUP * 4);
    for (let n = 0; n < count; n++)
      for (let k = 0; k < 4; k++) sums[n * 4 + k] = made[(n >> 2) * 16 + k * 4 + (n & 3)] ?? 0;
    kernel.release(mark);
  }
}
