// The maximum memory that meshoptimizer's functions need for input, output and themselves. They do not check their allocations, so it is
// checked before they are called.

/** A module's static data, and alignment. */
const FIXED_BYTES = 1 << 20;

/** Indices, a copy of them, the triangles of each vertex, and scores. */
export const orderBytes = (vertices: number, indices: number): number => FIXED_BYTES + indices * 14 + vertices * 13;

export const scaleBytes = (vertices: number): number => FIXED_BYTES + vertices * 12;

/**
 * Per vertex: position and attributes (as given and scaled), kind, loops, remap, a quadric, and one with gradients for attributes.
 * Per index: its edges and a collapse.
 */
export const collapseBytes = (vertices: number, indices: number, weights: number): number =>
  FIXED_BYTES + indices * 28 + vertices * (100 + (weights === 0 ? 0 : 44 + weights * 24));

/** Per vertex: position, cell and the cell's quadric. Indices, before and after. */
export const sloppyBytes = (vertices: number, indices: number): number => FIXED_BYTES + indices * 16 + vertices * 80;

/** Data, and the output's bound: a little more than the data, or 19 bytes per triangle. */
export const encodeBytes = (bytes: number): number => FIXED_BYTES + bytes * 3.6;
