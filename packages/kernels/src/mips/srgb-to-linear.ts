// sRGB's decoding function with + − × ÷ only: Math.pow may differ between engines, and outputs must not.

/** Fifth root by Newton's method from above, until it no longer decreases. */
function fifthRoot(a: number): number {
  if (a === 0) return 0;
  let y = Math.max(1, a);
  for (;;) {
    const y4 = y * y * y * y;
    const next = (4 * y + a / y4) / 5;
    if (next >= y) return y;
    y = next;
  }
}

/** x^2.4 as x² times the fifth root of x². */
export function srgbToLinear(encoded: number): number {
  if (encoded <= 0.04045) return encoded / 12.92;
  const x = (encoded + 0.055) / 1.055;
  return x * x * fifthRoot(x * x);
}
