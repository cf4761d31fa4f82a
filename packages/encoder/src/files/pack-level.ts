// Supercompression is the caller's: a Zstandard encoder is as large as everything else here together.

/** The bytes of a level → one Zstandard frame of them. */
export type PackLevel = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
