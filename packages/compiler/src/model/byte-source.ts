// Bytes that are read in pieces from any place, so that a large file need not be held.

export interface ByteSource {
  readonly sizeBytes: number;
  /** Exactly so many; the range lies inside. What is returned may be a view. */
  read(offset: number, length: number): Uint8Array;
}

export const sourceOfBytes = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});
