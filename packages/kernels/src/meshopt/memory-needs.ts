// The most bytes that meshoptimizer's functions take, for what they are given, for what comes out and for themselves. They do not look
// whether they get the memory that they ask for, so that it is reckoned before they are called.

/** What a module has of its own, and the ends of areas. */
const FIXED_BYTES = 1 << 20;

/** The list, a copy of it, what each vertex is in, and scores. */
export const orderBytes = (vertices: number, indices: number): number => FIXED_BYTES + indices * 14 + vertices * 13;

/** The list, what comes of it, what each vertex is in, and of each triangle its cone and its place in a tree; 16 bytes a meshlet. */
export const cutBytes = (vertices: number, indices: number, meshlets: number): number =>
  FIXED_BYTES + indices * 31 + vertices * 22 + meshlets * 16;

export const scaleBytes = (vertices: number): number => FIXED_BYTES + vertices * 12;

/**
 * Of each vertex its place and attributes, once as given and once as measured, its kind, its loops and who it became, a quadric, and one with
 * gradients for attributes; of each index its edges, and a collapse.
 */
export const collapseBytes = (vertices: number, indices: number, weights: number): number =>
  FIXED_BYTES + indices * 28 + vertices * (100 + (weights === 0 ? 0 : 44 + weights * 24));

/** Of each vertex its place, its cell and that one's quadric; the list and the new one. */
export const sloppyBytes = (vertices: number, indices: number): number => FIXED_BYTES + indices * 16 + vertices * 80;
