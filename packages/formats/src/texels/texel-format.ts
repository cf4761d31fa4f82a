// The texel formats that can be shown, by the numbers that a KTX2 file has for them.

/** A texel format that `decodeTexels` understands; sRGB and linear twins are one. */
export type TexelFormat = 'rgba8' | 'bc7';

const BY_VK_FORMAT: ReadonlyMap<number, TexelFormat> = new Map([
  [37, 'rgba8'],
  [43, 'rgba8'],
  [145, 'bc7'],
  [146, 'bc7'],
]);

/** The texel format that a VkFormat number means; undefined for those that are not decoded. */
export const texelFormatOf = (vkFormat: number): TexelFormat | undefined => BY_VK_FORMAT.get(vkFormat);
