// Images as the steps take them: RGBA, straight alpha, rows from the top.

/** An image in memory. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Four channels a texel, 8 or 16 bits; in shared memory where several threads are to see them. */
  readonly pixels: Uint8Array | Uint16Array;
  /** Whether any alpha is below full. */
  readonly hasAlpha: boolean;
}

/** Rows from the top, 16 bits a channel in the machine's order where the image is wide. Valid during the call. False: no more is wanted. */
type TakeRows = (rows: Uint8Array, firstRow: number, count: number) => boolean | Promise<boolean>;

/** An image that comes row by row and is never held whole. */
export interface RowImage {
  readonly width: number;
  readonly height: number;
  /** 16 bits a channel. */
  readonly isWide: boolean;
  /** False: every alpha is full. */
  readonly mayBeTransparent: boolean;
  /** Changes texels in place before anything is made of them: to sRGB, where they are of another space. */
  readonly convert?: ((texels: Uint8Array | Uint16Array) => void) | undefined;
  /** From the top each time. False where the taker wanted no more. */
  read(take: TakeRows): Promise<boolean>;
}
