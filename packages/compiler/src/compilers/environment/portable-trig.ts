// Sine and cosine from + − × ÷ alone: Math.sin may differ between engines in the last digit, which would change outputs.

const TWO_PI = 6.283185307179586;

export interface Rotation {
  readonly sine: number;
  readonly cosine: number;
}

/** Sine and cosine of an angle in turns; exact at quarters, within 1e-15 elsewhere. */
export function rotationOf(turns: number): Rotation {
  const quarters = Math.round(turns * 4);
  const x = (turns - quarters / 4) * TWO_PI;
  const square = x * x;
  // |x| ≤ π/4: the omitted terms are below 1e-17.
  let sine = 1;
  let cosine = 1;
  for (let k = 17; k >= 3; k -= 2) sine = 1 - (sine * square) / (k * (k - 1));
  for (let k = 18; k >= 2; k -= 2) cosine = 1 - (cosine * square) / (k * (k - 1));
  sine *= x;
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return { sine, cosine };
    case 1:
      return { sine: cosine, cosine: -sine };
    case 2:
      return { sine: -sine, cosine: -cosine };
    default:
      return { sine: -cosine, cosine: sine };
  }
}
