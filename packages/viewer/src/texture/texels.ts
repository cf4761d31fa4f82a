// Decoded texels: four bytes, or four half floats as bits.

import { fromHalf } from '@assetc/formats';

export interface Texels {
  readonly width: number;
  readonly height: number;
  /** Row by row. Bytes are codes as stored; half floats are linear light or data. */
  readonly data: Uint8Array | Uint16Array;
}

/** Bytes from 0 to 255, half floats as numbers. */
export function valueAt({ data }: Texels, index: number): number {
  const value = data[index] ?? 0;
  return data instanceof Uint16Array ? fromHalf(value) : value;
}

/** The values of all half floats: a table is ten times as fast as computing. */
let table: Float32Array | undefined;

export function halfTable(): Float32Array {
  table ??= Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits));
  return table;
}
