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
