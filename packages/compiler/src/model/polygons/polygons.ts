// Polygons over shared positions, as importers read them.

export interface Polygons {
  /** 3 per vertex. */
  readonly positions: Float32Array;
  /** The first number of each corner is its vertex. */
  readonly corners: Int32Array;
  /** Numbers per corner. */
  readonly stride: number;
}
