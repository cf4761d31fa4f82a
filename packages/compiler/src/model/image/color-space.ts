// The color space of an image that is not sRGB: a curve for each channel, and the primaries.

/**
 * From a stored value, 0 … 1, to linear light. `power`: (a·x + b)^g + e from d on, c·x + f below it. `table`: 16-bit values at equal
 * steps, straight lines between them.
 */
export type ToneCurve =
  | { readonly shape: 'srgb' }
  | ({ readonly shape: 'power'; readonly g: number; readonly a: number; readonly b: number } & PowerRest)
  | { readonly shape: 'table'; readonly values: Uint16Array };

interface PowerRest {
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Row by row; a column is the XYZ of a primary, and the columns' sum is white. */
export type PrimaryMatrix = readonly [number, number, number, number, number, number, number, number, number];

export interface ColorSpace {
  /** Shown to users. */
  readonly name: string;
  /** Red, green, blue. */
  readonly curves: readonly [ToneCurve, ToneCurve, ToneCurve];
  /** Undefined for the primaries of sRGB, or if the space is gray. */
  readonly primaries: PrimaryMatrix | undefined;
}

export const powerCurve = (g: number): ToneCurve => ({ shape: 'power', g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0 });

/** x and y of white, red, green and blue. */
export type Chromaticities = readonly [number, number, number, number, number, number, number, number];

export const SRGB_CHROMATICITIES: Chromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

/** Whether the primaries span a space and give a plausible white. Only such spaces are converted. */
export function isSound(matrix: PrimaryMatrix): boolean {
  const [x, y, z] = transform(matrix, [1, 1, 1]);
  if (!(y > 0.25 && y < 4)) return false;
  return x > y / 2 && x < y * 2 && z > y / 5 && z < y * 3 && invert(matrix) !== undefined;
}

/** Undefined if the matrix would not be usable. */
export function matrixOfChromaticities(xy: Chromaticities): PrimaryMatrix | undefined {
  const [wx, wy, rx, ry, gx, gy, bx, by] = xy;
  if (wy <= 0) return undefined;
  const unscaled: PrimaryMatrix = [rx, gx, bx, ry, gy, by, 1 - rx - ry, 1 - gx - gy, 1 - bx - by];
  const inverse = invert(unscaled);
  if (inverse === undefined) return undefined;
  const [r, g, b] = transform(inverse, [wx / wy, 1, (1 - wx - wy) / wy]);
  const matrix = multiply(unscaled, [r, 0, 0, 0, g, 0, 0, 0, b]);
  return isSound(matrix) ? matrix : undefined;
}

type Triple = readonly [number, number, number];

const transform = (m: PrimaryMatrix, [x, y, z]: Triple): Triple => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

function multiply(m: PrimaryMatrix, n: PrimaryMatrix): PrimaryMatrix {
  const [a, d, g] = transform(m, [n[0], n[3], n[6]]);
  const [b, e, h] = transform(m, [n[1], n[4], n[7]]);
  const [c, f, i] = transform(m, [n[2], n[5], n[8]]);
  return [a, b, c, d, e, f, g, h, i];
}

/** Below this the primaries are collinear; the determinant of sRGB is 0.2. */
const MIN_DETERMINANT = 1e-6;

export function invert([a, b, c, d, e, f, g, h, i]: PrimaryMatrix): PrimaryMatrix | undefined {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const det = a * A + b * B + c * C;
  if (!(det > MIN_DETERMINANT || det < -MIN_DETERMINANT)) return undefined;
  return [
    A / det,
    (c * h - b * i) / det,
    (b * f - c * e) / det,
    B / det,
    (a * i - c * g) / det,
    (c * d - a * f) / det,
    C / det,
    (b * g - a * h) / det,
    (a * e - b * d) / det,
  ];
}

/** Bradford's matrix: XYZ to cone responses, in which the white point is adapted. */
const CONES: PrimaryMatrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/**
 * From linear light of these primaries to that of sRGB. White is the primaries' sum: D50 in an ICC profile, whose colors are adapted to
 * it. If a writer forgot that, or rounded, white and grays are still neutral.
 */
export function matrixToSrgb(primaries: PrimaryMatrix): PrimaryMatrix {
  const srgb = matrixOfChromaticities(SRGB_CHROMATICITIES);
  const fromCones = invert(CONES);
  const fromXyz = srgb === undefined ? undefined : invert(srgb);
  if (srgb === undefined || fromXyz === undefined || fromCones === undefined) throw new Error('sRGB is no space');
  const from = transform(CONES, transform(primaries, [1, 1, 1]));
  const to = transform(CONES, transform(srgb, [1, 1, 1]));
  const scale: PrimaryMatrix = [to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]];
  return multiply(fromXyz, multiply(fromCones, multiply(scale, multiply(CONES, primaries))));
}
