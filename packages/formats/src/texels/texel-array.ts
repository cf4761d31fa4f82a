// Output arrays of decoders: texels of four channels, of 8 or 16 bits.

/** Four channels per texel; the element size determines the maximum value. */
export type TexelArray = Uint8Array | Uint16Array;

/** The value that means 1.0. */
export const greatestOf = (texels: TexelArray): number => (texels.BYTES_PER_ELEMENT === 1 ? 255 : 65535);

/** The nearest stored value to numerator / denominator, halves up. Uses only sums and quotients: the same on every machine. */
export const scaleTo = (greatest: number, numerator: number, denominator: number): number =>
  Math.floor((2 * numerator * greatest + denominator) / (2 * denominator));
