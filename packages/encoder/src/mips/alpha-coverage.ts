// Keeps cut-outs (leaves, fences) as dense in every mip as they are at level 0: alpha is scaled so that the same share of
// texels passes the alpha test. Where many texels share one alpha (a hard mask halves to quarters) no scale comes near;
// then texels with denser surroundings go first, and of equal ones an even spread.

const BINS = 65536;
/** A miss worth breaking ties for, and how far a texel's surroundings may move its alpha. */
const TOLERANCE = 0.004;
const TIE_BREAK = 1 / 256;

/** The least 8-bit alpha that passes. */
const passingCode = (cutoff: number): number => Math.min(255, Math.max(1, Math.ceil(cutoff * 255 - 1e-6)));

/** The share of texels of stored pixels that pass. */
export function alphaCoverage(pixels: Uint8Array, cutoff: number): number {
  const code = passingCode(cutoff);
  let passing = 0;
  for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 0) >= code) passing++;
  return passing / (pixels.length / 4);
}

interface CoverageLevel {
  readonly width: number;
  readonly height: number;
  /** Working RGBA values. */
  readonly values: Float32Array;
}

/** Rewrites the alpha of a level's stored pixels from its working values so that `coverage` of them pass. */
export function restoreCoverage(level: CoverageLevel, pixels: Uint8Array, cutoff: number, coverage: number): void {
  const texels = level.width * level.height;
  let alphas: Float32Array = new Float32Array(texels);
  for (let i = 0; i < texels; i++) alphas[i] = Math.min(Math.max(level.values[i * 4 + 3] ?? 0, 0), 1);
  let fit = fitScale(alphas, cutoff, coverage);
  if (fit.miss > TOLERANCE) {
    alphas = withSurroundings(alphas, level.width, level.height);
    fit = fitScale(alphas, cutoff, coverage);
  }
  if (fit.scale === 1) return;
  for (let i = 0; i < texels; i++)
    pixels[i * 4 + 3] = Math.floor(Math.min((alphas[i] ?? 0) * fit.scale, 1) * 255 + 0.5);
}

function fitScale(alphas: Float32Array, cutoff: number, coverage: number): { scale: number; miss: number } {
  const histogram = new Uint32Array(BINS + 1);
  for (const alpha of alphas) {
    const bin = Math.floor(alpha * BINS);
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  const wanted = coverage * alphas.length;
  // Lower the bar from the top; keep the bar whose count comes nearest. An alpha of 0 never passes, whatever the scale.
  let passing = 0;
  let best = BINS + 1;
  let nearest = wanted;
  for (let bin = BINS; bin >= 1 && passing < wanted; bin--) {
    const count = histogram[bin] ?? 0;
    if (count === 0) continue;
    passing += count;
    const miss = Math.abs(passing - wanted);
    if (miss > nearest) break;
    nearest = miss;
    best = bin;
  }
  // Any scale between these lets exactly the bins from `best` up pass; the one nearest to 1 changes least. A value rounds to
  // the passing code from half a code below it.
  const bar = (passingCode(cutoff) - 0.5 + 1e-4) / 255;
  const least = best > BINS ? 0 : (bar * BINS) / best;
  let below = Math.min(best - 1, BINS);
  while (below >= 0 && histogram[below] === 0) below--;
  const most = below < 0 ? Number.POSITIVE_INFINITY : (bar * BINS) / (below + 1);
  return { scale: Math.min(Math.max(1, least), most), miss: nearest / alphas.length };
}

/** Alphas moved a little by the mean of their eight neighbours, and less by their place; 0 stays 0. */
function withSurroundings(alphas: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(alphas.length);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const here = y * width;
    const under = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const alpha = alphas[here + x] ?? 0;
      if (alpha === 0) continue;
      const left = Math.max(0, x - 1);
      const right = Math.min(width - 1, x + 1);
      const around =
        (alphas[above + left] ?? 0) +
        2 * (alphas[above + x] ?? 0) +
        (alphas[above + right] ?? 0) +
        2 * (alphas[here + left] ?? 0) +
        2 * (alphas[here + right] ?? 0) +
        (alphas[under + left] ?? 0) +
        2 * (alphas[under + x] ?? 0) +
        (alphas[under + right] ?? 0);
      // Multiples of these two fractions fill the unit interval evenly, row by row and column by column.
      const place = x * 0.7548776662466927 + y * 0.5698402909980532;
      const spread = (place - Math.floor(place)) / 8;
      out[here + x] = alpha * (1 - TIE_BREAK) + ((around / 12) * 0.875 + spread) * TIE_BREAK;
    }
  }
  return out;
}
