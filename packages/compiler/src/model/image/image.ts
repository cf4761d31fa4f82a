// A decoded image: RGBA, straight alpha, rows from the top. Pixels are in shared memory, so that every worker can read them.

import type { ColorSpace } from './color-space.js';

export interface Image {
  readonly width: number;
  readonly height: number;
  /** Four channels per texel; 16-bit sources keep their precision. */
  readonly pixels: Uint8Array | Uint16Array;
  /** Whether any alpha is below full. */
  readonly hasAlpha: boolean;
  /** The color space that the file states, if any. */
  readonly colors?: ColorSpace | undefined;
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

/** Receives RGBA rows from the top, 16 bits per channel in the machine's byte order if the image is wide. Valid during the call. Returns false to stop. */
type TakeRows = (rows: Uint8Array, firstRow: number, count: number) => boolean | Promise<boolean>;

/** An image that is decoded row by row and never completely in memory. */
export interface RowImage {
  readonly width: number;
  readonly height: number;
  /** 16 bits per channel. */
  readonly isWide: boolean;
  /** False if every alpha is full. */
  readonly mayBeTransparent: boolean;
  readonly colors?: ColorSpace | undefined;
  /** Starts at the top each time. Returns false if `take` stopped it. */
  read(take: TakeRows): Promise<boolean>;
}
