// Sine and cosine that are equal on every machine. Engines may differ in the last bit of Math.sin, but outputs must not.

/** π/2 in two parts, the first with few bits, so that multiples of it are exact. */
const QUARTER = 1.5707963267341256;
const QUARTER_REST = 6.077100506506192e-11;

/** Within 2e-16 for angles of up to some thousand turns. */
export function sineAndCosine(angle: number): { readonly sine: number; readonly cosine: number } {
  const quarters = Math.round(angle / (QUARTER + QUARTER_REST));
  const x = angle - quarters * QUARTER - quarters * QUARTER_REST;
  const s = x * series(x * x, 1);
  const c = series(x * x, 0);
  const quarter = ((quarters % 4) + 4) % 4;
  if (quarter === 0) return { sine: s, cosine: c };
  if (quarter === 1) return { sine: c, cosine: -s };
  return quarter === 2 ? { sine: -s, cosine: -c } : { sine: -c, cosine: s };
}

/** 1 − x²/((f+1)(f+2)) + …: the cosine for f = 0, sine over x for f = 1; |x| is at most π/4. */
function series(square: number, f: number): number {
  let sum = 1;
  for (let n = 18; n > 0; n -= 2) sum = 1 - (square / ((n + f) * (n + f - 1))) * sum;
  return sum;
}
