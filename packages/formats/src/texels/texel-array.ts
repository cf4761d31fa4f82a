// What decoders write to: texels of four channels, of 8 or of 16 bits.

/** Four channels a texel; the array's width of a channel says what the greatest value is. */
export type TexelArray = Uint8Array | Uint16Array;

/** What stands for 1.0. */
export const greatestOf = (texels: TexelArray): number => (texels.BYTES_PER_ELEMENT === 1 ? 255 : 65535);

/** The nearest stored value to numerator / denominator, halves upwards. Sums and quotients only: alike on every machine. */
export const scaleTo = (greatest: number, numerator: number, denominator: number): number =>
  Math.floor((2 * numerator * greatest + denominator) / (2 * denominator));
