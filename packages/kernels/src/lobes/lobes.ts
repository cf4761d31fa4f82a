// Sums light under GGX lobes with the lobes kernel. One instance per thread.

import { wasmBase64 } from '../generated/lobes-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface LobeExports extends KernelExports {
  sumLobes(cells: number, count: number, directions: number, groups: number, alpha2: number, sums: number): void;
}

const createKernel = kernelFactory<LobeExports>(wasmBase64, ['sumLobes']);

/** Floats of a cell of light: a unit vector to it, its steradians, its red, green and blue light (radiance times steradians), and padding. */
export const CELL_FLOATS = 8;

export interface LobeSums {
  readonly cells: Float32Array;
  readonly cellCount: number;
  /** The directions of the lobes: unit vectors, x y z each. */
  readonly directions: Float32Array;
  /** GGX alpha: the square of an artist's roughness. */
  readonly alpha: number;
  /** Per direction the sums of red, green, blue and steradians, weighted by n·l D(h). */
  readonly sums: Float32Array;
}

const GROUP = 8;

export class LobeKernel {
  readonly #kernel = createKernel();

  sum({ cells, cellCount, directions, alpha, sums }: LobeSums): void {
    const kernel = this.#kernel;
    const mark = kernel.mark();
    const count = directions.length / 3;
    const groups = Math.ceil(count / GROUP);
    const cellsAt = kernel.reserve(cellCount * CELL_FLOATS * 4);
    const directionsAt = kernel.reserve(groups * GROUP * 3 * 4);
    const sumsAt = kernel.reserve(groups * GROUP * 4 * 4);
    kernel.f32(cellsAt, cellCount * CELL_FLOATS).set(cells.subarray(0, cellCount * CELL_FLOATS));
    const lanes = kernel.f32(directionsAt, groups * GROUP * 3);
    for (let n = 0; n < groups * GROUP; n++)
      for (let k = 0; k < 3; k++)
        // Unused lanes repeat the first direction.
        lanes[(n >> 2) * 12 + k * 4 + (n & 3)] = directions[(n < count ? n : 0) * 3 + k] ?? 0;
    kernel.exports.sumLobes(cellsAt, cellCount, directionsAt, groups, alpha * alpha, sumsAt);
    const results = kernel.f32(sumsAt, groups * GROUP * 4);
    for (let n = 0; n < count; n++)
      for (let k = 0; k < 4; k++) sums[n * 4 + k] = results[(n >> 2) * 16 + k * 4 + (n & 3)] ?? 0;
    kernel.release(mark);
  }
}
