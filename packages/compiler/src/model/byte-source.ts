// Random access to bytes in pieces, so that a large file need not be in memory.

export interface ByteSource {
  readonly sizeBytes: number;
  /** Returns exactly `length` bytes; the range must be inside. The result may be a view. */
  read(offset: number, length: number): Uint8Array;
}

export const sourceOfBytes = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});
