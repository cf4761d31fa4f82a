// A patch in memory.

/** The head of a patch. */
export interface HpatchHead {
  readonly oldBytes: number;
  readonly newBytes: number;
  readonly oldSha256: Uint8Array;
  readonly newSha256: Uint8Array;
  /** Of everything after the header. */
  readonly bodySha256: Uint8Array;
  readonly sections: number;
}

/** A range of the old pack. */
export interface OldRange {
  readonly offset: number;
  readonly length: number;
}

/** One command of a plan. `offset` is in the old pack; literals have none. */
export interface PatchCommand {
  readonly is: 'literal' | 'copy' | 'add';
  readonly length: number;
  readonly offset: number;
  /** Whether zeros follow, up to a multiple of 16 bytes of the new pack. */
  readonly isPadded: boolean;
}

/** What a section does, in the order of the new pack. */
export interface PatchPlan {
  /** The old bytes that are the dictionary of the literals, one range after another. */
  readonly dictionary: readonly OldRange[];
  readonly commands: readonly PatchCommand[];
}

/** Decompresses a Zstandard frame to exactly `byteLength` bytes, with a dictionary of raw content if it is not empty. Throws FormatError otherwise. */
export type DecompressWith = (frame: Uint8Array, byteLength: number, dictionary: Uint8Array) => Uint8Array;
