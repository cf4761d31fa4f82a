// What texels mean. This decides how levels are filtered, which channels are encoded, and whether the file declares sRGB.

/**
 * `color`: sRGB values, filtered in linear light. `linear`: four independent values. `normal`: directions in red, green and blue, of which
 * blocks store the first two. `grayscale`: red alone.
 */
export type TextureMode = 'color' | 'linear' | 'normal' | 'grayscale';
