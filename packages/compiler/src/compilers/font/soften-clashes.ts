// Repairs a multi-channel field where sampling between two texels would show a false edge: neighbours on one side of the shape whose channels
// change places. Such a texel gives up its corner and takes the middle value in all channels.

/** Two channels must change by more than a texel's worth of distance and a tenth to clash. */
const STEP = 1.1;

export function softenClashes(field: Uint8Array, width: number, height: number, spread: number): Uint8Array {
  const threshold = (STEP * 128) / spread;
  const out = field.slice();
  const soften = (texel: number): void => {
    out.fill(middle(field, texel), texel * 3, texel * 3 + 3);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const texel = y * width + x;
      const clash =
        (x > 0 && clashes(field, texel, texel - 1, threshold)) ||
        (x + 1 < width && clashes(field, texel, texel + 1, threshold)) ||
        (y > 0 && clashes(field, texel, texel - width, threshold)) ||
        (y + 1 < height && clashes(field, texel, texel + width, threshold));
      if (clash) soften(texel);
    }
  }
  return out;
}

function middle(field: Uint8Array, texel: number): number {
  const r = field[texel * 3] ?? 0;
  const g = field[texel * 3 + 1] ?? 0;
  const b = field[texel * 3 + 2] ?? 0;
  return Math.max(Math.min(r, g), Math.min(Math.max(r, g), b));
}

/** Whether `a` is to give way: of the two it lies farther from the edge. */
function clashes(field: Uint8Array, a: number, b: number, threshold: number): boolean {
  if (middle(field, a) >= 128 !== middle(field, b) >= 128) return false;
  let changing = 0;
  let steady = -1;
  for (let channel = 0; channel < 3; channel++) {
    const va = field[a * 3 + channel] ?? 0;
    const vb = field[b * 3 + channel] ?? 0;
    if (va >= 128 !== vb >= 128 && Math.abs(va - vb) >= threshold) changing++;
    else steady = channel;
  }
  if (changing < 2) return false;
  if (steady < 0) return true;
  const fromEdge = (texel: number): number => Math.abs((field[texel * 3 + steady] ?? 0) - 128);
  return fromEdge(a) >= fromEdge(b);
}
