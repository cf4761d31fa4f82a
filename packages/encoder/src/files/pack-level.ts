// The caller provides Zstandard compression: an encoder is as large as the rest of this package.

/** Compresses the bytes of a level to one Zstandard frame. */
export type PackLevel = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
