// How an asset uses an image, as one word or two for records and reports: `normal`, `opaque color`.

import { isTextureMode } from './image-names.js';
import type { AlphaMeaning, TextureMode } from './texture-params.js';

export interface ImageUse {
  readonly mode: TextureMode;
  /** Only for color. Undefined if the user does not state it. */
  readonly alpha: Exclude<AlphaMeaning, 'data'> | undefined;
}

const OPAQUE_COLOR = 'opaque color';
const TRANSPARENT_COLOR = 'transparent color';

export function wordsOf({ mode, alpha }: ImageUse): string {
  if (mode !== 'color' || alpha === undefined) return mode;
  return alpha === 'hides' ? TRANSPARENT_COLOR : OPAQUE_COLOR;
}

/** Undefined for the words of another kind, or of a plug-in. */
export function useOf(words: string): ImageUse | undefined {
  if (words === OPAQUE_COLOR) return { mode: 'color', alpha: 'ignored' };
  if (words === TRANSPARENT_COLOR) return { mode: 'color', alpha: 'hides' };
  return isTextureMode(words) ? { mode: words, alpha: undefined } : undefined;
}
