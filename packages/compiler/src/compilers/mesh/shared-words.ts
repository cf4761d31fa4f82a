// Arrays that other threads may see without a copy. Small ones are ordinary: a copy costs less than a mapping of its own.

const LARGE_BYTES = 1 << 16;

export const sharedWords = (count: number): Uint32Array =>
  count * 4 < LARGE_BYTES ? new Uint32Array(count) : new Uint32Array(new SharedArrayBuffer(count * 4));

export const sharedFloats = (count: number): Float32Array =>
  count * 4 < LARGE_BYTES ? new Float32Array(count) : new Float32Array(new SharedArrayBuffer(count * 4));

export const sharedBytes = (count: number): Uint8Array =>
  count < LARGE_BYTES ? new Uint8Array(count) : new Uint8Array(new SharedArrayBuffer(count));
