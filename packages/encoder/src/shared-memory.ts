// Memory shared between threads, if available: pages without cross-origin isolation have none.

const bufferOf = (byteLength: number): ArrayBufferLike =>
  hasSharedMemory() ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength);

export const sharedBytes = (length: number): Uint8Array => new Uint8Array(bufferOf(length));

export const sharedFloats = (length: number): Float32Array => new Float32Array(bufferOf(length * 4));

export const sharedCodes = (length: number): Uint16Array => new Uint16Array(bufferOf(length * 2));

export const hasSharedMemory = (): boolean => typeof SharedArrayBuffer !== 'undefined';
