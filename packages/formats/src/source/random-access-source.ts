// Sources of packs. Node's file handles are in `@assetc/formats/node`.

/** Anything that has a size and can read a range: memory, a file, a server. */
export interface RandomAccessSource {
  size(): Promise<number>;
  /** Exactly `length` bytes, or a rejection. The range has been checked against `size`. A source may ignore the signal. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Views into `bytes`, not copies. */
export function bytesSource(bytes: Uint8Array): RandomAccessSource {
  return {
    size: async () => bytes.byteLength,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
