// Arrays that other threads can access without a copy. Small ones are ordinary: copying costs less than a separate mapping.

const MIN_SHARED_BYTES = 1 << 16;

export const sharedWords = (count: number): Uint32Array =>
  count * 4 < MIN_SHARED_BYTES ? new Uint32Array(count) : new Uint32Array(new SharedArrayBuffer(count * 4));

export const sharedFloats = (count: number): Float32Array =>
  count * 4 < MIN_SHARED_BYTES ? new Float32Array(count) : new Float32Array(new SharedArrayBuffer(count * 4));

export const sharedBytes = (count: number): Uint8Array =>
  count < MIN_SHARED_BYTES ? new Uint8Array(count) : new Uint8Array(new SharedArrayBuffer(count));
