// A decoded HDR image: linear light of sRGB's primaries, rows from the top. Pixels are in shared memory, so that every
// worker sees them.

export interface HdrImage {
  readonly width: number;
  readonly height: number;
  /** RGBA. Colors are finite and not negative, and may exceed the largest half; alpha is 0 … 1, and colors are premultiplied. */
  readonly pixels: Float32Array;
  /** Whether any alpha is below 1. */
  readonly hasAlpha: boolean;
}

/** Zeros: transparent black. */
export function sharedFloats(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
}
