// Whether any texel of RGBA pixels is not fully opaque.

export function anyTransparent(pixels: Uint8Array | Uint16Array): boolean {
  const opaque = pixels instanceof Uint16Array ? 65535 : 255;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== opaque) return true;
  return false;
}
