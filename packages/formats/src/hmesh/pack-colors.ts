// Vertex colors between floats and the three formats of CLR0. Linear on both sides.

import { fromHalf, HALF_MAX, toHalf } from '../codec/half-float.js';
import type { ColorFormat } from './optional-layout.js';
import type { VertexColors } from './optional-model.js';

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Four floats per vertex → stored colors. Values outside the format's range are clamped; NaN is an Error. */
export function packColors(rgba: Float32Array, format: ColorFormat): VertexColors {
  if (rgba.length % 4 !== 0) throw new Error('four numbers of color a vertex');
  const values = format === 'unorm8' ? new Uint8Array(rgba.length) : new Uint16Array(rgba.length);
  const most = format === 'unorm8' ? 0xff : 0xffff;
  for (let i = 0; i < rgba.length; i++) {
    const value = rgba[i] ?? 0;
    if (Number.isNaN(value)) throw new Error(`the color of vertex ${i >> 2} is NaN`);
    values[i] =
      format === 'float16' ? toHalf(clamp(value, -HALF_MAX, HALF_MAX)) : Math.floor(clamp(value, 0, 1) * most + 0.5);
  }
  return { format, values };
}

/**
 * Stored colors → four floats per vertex: red, green, blue and alpha, linear.
 *
 * @example
 * const rgba = mesh.colors && unpackColors(mesh.colors);
 */
export function unpackColors({ format, values }: VertexColors): Float32Array {
  const rgba = new Float32Array(values.length);
  const most = format === 'unorm8' ? 0xff : 0xffff;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    rgba[i] = format === 'float16' ? fromHalf(value) : value / most;
  }
  return rgba;
}
