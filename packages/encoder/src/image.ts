// Images as the encoding steps accept them: RGBA, straight alpha, rows from the top.

/** An image in memory. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Four channels per texel, 8 or 16 bits each; in shared memory if several threads read them. */
  readonly pixels: Uint8Array | Uint16Array;
  /** Whether any alpha is below full. */
  readonly hasAlpha: boolean;
}

/**
 * Receives rows from the top; 16-bit channels have the machine's byte order. `rows` is valid only during the call. Return false to stop.
 */
type TakeRows = (rows: Uint8Array, firstRow: number, count: number) => boolean | Promise<boolean>;

/** An image that is read row by row and never completely in memory. */
export interface RowImage {
  readonly width: number;
  readonly height: number;
  /** 16 bits per channel. */
  readonly isWide: boolean;
  /** False if every alpha is known to be full. */
  readonly mayBeTransparent: boolean;
  /** Converts texels in place before they are used, for example to sRGB from another color space. */
  readonly convert?: ((texels: Uint8Array | Uint16Array) => void) | undefined;
  /** Reads from the top on every call. Resolves to false if `take` returned false. */
  read(take: TakeRows): Promise<boolean>;
}
