// What texels mean: how levels are filtered, which channels count, and whether the file says sRGB.

/**
 * `color`: sRGB codes, filtered in linear light. `linear`: four values each for itself. `normal`: directions in red, green and blue, of which
 * blocks keep the first two. `grayscale`: red alone.
 */
export type TextureMode = 'color' | 'linear' | 'normal' | 'grayscale';
