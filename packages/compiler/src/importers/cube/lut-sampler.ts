// Samples a table between its entries as a GPU does: linear along each axis.

import type { Lut } from '../../model/image/lut.js';

export class LutSampler {
  readonly #size: number;
  readonly #values: Float32Array;

  constructor({ size, values }: Lut) {
    this.#size = size;
    this.#values = values;
  }

  /** Coordinates from 0 to 1; writes three numbers. */
  sample(r: number, g: number, b: number, out: Float64Array): void {
    const values = this.#values;
    const size = this.#size;
    const last = size - 1;
    const i = Math.min(Math.floor(r * last), last - 1);
    const j = Math.min(Math.floor(g * last), last - 1);
    const k = Math.min(Math.floor(b * last), last - 1);
    const [u, v, w] = [r * last - i, g * last - j, b * last - k];
    const [rowStep, sliceStep] = [size * 3, size * size * 3];
    const at = i * 3 + j * rowStep + k * sliceStep;
    for (let c = 0; c < 3; c++) {
      const p = at + c;
      const near = mix(mixRed(values, p, u), mixRed(values, p + rowStep, u), v);
      const far = mix(mixRed(values, p + sliceStep, u), mixRed(values, p + sliceStep + rowStep, u), v);
      out[c] = mix(near, far, w);
    }
  }
}

const mix = (a: number, b: number, fraction: number): number => a + (b - a) * fraction;

const mixRed = (values: Float32Array, at: number, fraction: number): number =>
  mix(values[at] ?? 0, values[at + 3] ?? 0, fraction);
