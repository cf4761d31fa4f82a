/** Largest side of a thumbnail. */
export const SIDE_PIXELS = 160;
