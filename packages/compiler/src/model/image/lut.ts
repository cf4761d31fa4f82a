// A 3D color lookup table.

export interface Lut {
  /** Entries along each axis. */
  readonly size: number;
  /** RGB triples, red fastest, then green, then blue. */
  readonly values: Float32Array;
}
