// A compressed pack in memory.

/** A frame and its place in the file. */
export interface PackedFrame {
  readonly frameBytes: number;
  readonly stored: number;
  readonly filter: number;
  readonly stride: number;
  /** In the file. */
  readonly offset: number;
}

/** What the head of a compressed pack says. */
export interface PackzHead {
  readonly packBytes: number;
  readonly packSha256: Uint8Array;
  /** Header and table of the pack. */
  readonly head: Uint8Array;
  readonly frames: readonly PackedFrame[];
  /** In the order of the pack's table. */
  readonly entries: readonly { readonly frame: number; readonly at: number }[];
}

/** Decompresses a Zstandard frame to exactly `byteLength` bytes. Throws FormatError otherwise. */
export type DecompressFrame = (frame: Uint8Array, byteLength: number) => Uint8Array;
