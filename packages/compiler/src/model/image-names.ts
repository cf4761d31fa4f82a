// What the name of an image file or folder says: whether it is one, and what its texels mean.

import type { TextureMode } from './texture-params.js';

export const IMAGE_EXTENSION = /\.(?:png|jpe?g|webp|tga|bmp|qoi)$/i;

/** By the part before the last extension: `.n` normals, `.ao .h .r` one value, else colour. */
export function modeByName(path: string): TextureMode {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  if (/\.n$/i.test(name)) return 'normal';
  return /\.(?:ao|h|r)$/i.test(name) ? 'grayscale' : 'color';
}
