// Keeps cut-outs (leaves, fences) as dense in every mip level as at level 0: alpha is scaled so that the same share of texels passes the
// alpha test. If many texels share one alpha (a hard mask averages to quarters), no scale comes close. Then texels with denser
// neighborhoods pass first, and equal ones are spread evenly.

const BINS = 65536;
/** Breaks ties if the coverage is off by more than this. Also how far the neighborhood may move a texel's alpha. */
const TOLERANCE = 0.004;
const TIE_BREAK = 1 / 256;

/** The smallest 8-bit alpha that passes. */
const passingCode = (cutoff: number): number => Math.min(255, Math.max(1, Math.ceil(cutoff * 255 - 1e-6)));

/** The share of texels that pass the alpha test. */
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

/** Rewrites the alpha of a level's stored pixels from its working values so that the share `coverage` of them passes. */
export function restoreCoverage(level: CoverageLevel, pixels: Uint8Array, cutoff: number, coverage: number): void {
  const texels = level.width * level.height;
  let alphas: Float32Array = new Float32Array(texels);
  for (let i = 0; i < texels; i++) alphas[i] = Math.min(Math.max(level.values[i * 4 + 3] ?? 0, 0), 1);
  let fit = fitScale(alphas, cutoff, coverage);
  if (fit.miss > TOLERANCE) {
    alphas = breakTies(alphas, level.width, level.height);
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
  // Lower the threshold from the top; keep the one whose count comes closest. An alpha of 0 never passes at any scale.
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
  // Any scale between these lets exactly the bins from `best` up pass; the one closest to 1 changes least. A value rounds to the passing
  // code from half a code below it.
  const bar = (passingCode(cutoff) - 0.5 + 1e-4) / 255;
  const least = best > BINS ? 0 : (bar * BINS) / best;
  let below = Math.min(best - 1, BINS);
  while (below >= 0 && histogram[below] === 0) below--;
  const most = below < 0 ? Number.POSITIVE_INFINITY : (bar * BINS) / (below + 1);
  return { scale: Math.min(Math.max(1, least), most), miss: nearest / alphas.length };
}

/** Adds small offsets to alphas: by the mean of the eight neighbors, and less by position. 0 stays 0. */
function breakTies(alphas: Float32Array, width: number, height: number): Float32Array {
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
      // Multiples of these two fractions fill the unit interval evenly, by row and by column.
      const place = x * 0.7548776662466927 + y * 0.5698402909980532;
      const spread = (place - Math.floor(place)) / 8;
      out[here + x] = alpha * (1 - TIE_BREAK) + ((around / 12) * 0.875 + spread) * TIE_BREAK;
    }
  }
  return out;
}
