// Checks the alpha of RGBA pixels.

export function hasTransparentTexel(pixels: Uint8Array | Uint16Array): boolean {
  const opaque = pixels instanceof Uint16Array ? 65535 : 255;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== opaque) return true;
  return false;
}

export function hasVisibleTexel(pixels: Uint8Array): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) return true;
  return false;
}
