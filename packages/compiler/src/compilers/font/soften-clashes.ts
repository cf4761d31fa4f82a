// Repairs a multi-channel field where interpolation between two texels would show a false edge: neighbors on the same side of the shape whose
// channels swap. Such a texel loses its corner and gets the median in all channels.

/** Two channels must change by more than 1.1 texels of distance to clash. */
const CLASH_TEXELS = 1.1;

export function softenClashes(field: Uint8Array, width: number, height: number, spread: number): Uint8Array {
  const threshold = (CLASH_TEXELS * 128) / spread;
  const out = field.slice();
  const soften = (texel: number): void => {
    out.fill(medianOf(field, texel), texel * 3, texel * 3 + 3);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const texel = y * width + x;
      const hasClash =
        (x > 0 && clashes(field, texel, texel - 1, threshold)) ||
        (x + 1 < width && clashes(field, texel, texel + 1, threshold)) ||
        (y > 0 && clashes(field, texel, texel - width, threshold)) ||
        (y + 1 < height && clashes(field, texel, texel + width, threshold));
      if (hasClash) soften(texel);
    }
  }
  return out;
}

function medianOf(field: Uint8Array, texel: number): number {
  const r = field[texel * 3] ?? 0;
  const g = field[texel * 3 + 1] ?? 0;
  const b = field[texel * 3 + 2] ?? 0;
  return Math.max(Math.min(r, g), Math.min(Math.max(r, g), b));
}

/** Whether texel `a` must change: of the two, it is farther from the edge. */
function clashes(field: Uint8Array, a: number, b: number, threshold: number): boolean {
  if (medianOf(field, a) >= 128 !== medianOf(field, b) >= 128) return false;
  let changing = 0;
  let unchanged = -1;
  for (let channel = 0; channel < 3; channel++) {
    const va = field[a * 3 + channel] ?? 0;
    const vb = field[b * 3 + channel] ?? 0;
    if (va >= 128 !== vb >= 128 && Math.abs(va - vb) >= threshold) changing++;
    else unchanged = channel;
  }
  if (changing < 2) return false;
  if (unchanged < 0) return true;
  const fromEdge = (texel: number): number => Math.abs((field[texel * 3 + unchanged] ?? 0) - 128);
  return fromEdge(a) >= fromEdge(b);
}
