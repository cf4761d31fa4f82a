// A decoded image: RGBA, straight alpha, rows from the top. Pixels lie in shared memory, so that every worker sees them.

import type { ColorSpace } from './color-space.js';

export interface Image {
  readonly width: number;
  readonly height: number;
  /** Four channels a texel; 16-bit sources keep their precision. */
  readonly pixels: Uint8Array | Uint16Array;
  /** Whether any alpha is below full. */
  readonly hasAlpha: boolean;
  /** Where the file says that its colours are not sRGB, or says so in other words. */
  readonly colors?: ColorSpace | undefined;
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** RGBA rows from the top, 16 bits a channel in the machine's order where the image is wide. Valid during the call. False: no more is wanted. */
type TakeRows = (rows: Uint8Array, firstRow: number, count: number) => boolean | Promise<boolean>;

/** An image that is decoded row by row and never held whole. */
export interface RowImage {
  readonly width: number;
  readonly height: number;
  /** 16 bits a channel. */
  readonly isWide: boolean;
  /** False: every alpha is full. */
  readonly mayBeTransparent: boolean;
  readonly colors?: ColorSpace | undefined;
  /** From the top each time. False where the taker wanted no more. */
  read(take: TakeRows): Promise<boolean>;
}
