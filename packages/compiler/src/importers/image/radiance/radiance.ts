// Decodes Radiance pictures (.hdr, .pic): texels with three mantissas and one exponent, RGB or XYZ. A mantissa m with the exponent e is
// m · 2^(e − 136), or 0 if e is 0, as in Ward's rgbe.c and most readers. Radiance itself adds half a step, and three divides by 255.

import { invert, matrixOfChromaticities, type PrimaryMatrix } from '../../../model/image/color-space.js';
import { type HdrImage, sharedFloats } from '../../../model/image/hdr-image.js';
import { convertPrimaries } from '../color/convert-primaries.js';
import type { ImageInput } from '../image-input.js';
import { type RadianceHeader, readRadianceHeader } from './radiance-header.js';
import { RadianceScanlines } from './radiance-scanlines.js';

export function decodeRadiance(input: ImageInput): HdrImage {
  const header = readRadianceHeader(input);
  const { width, height } = header;
  const pixels = sharedFloats(width * height * 4);
  readTexels(input, header, pixels);
  convertPrimaries(input, pixels, header.primaries, 0);
  return { width, height, pixels, hasAlpha: false };
}

function readTexels(
  input: ImageInput,
  { width, height, order, end, isXyz, scale }: RadianceHeader,
  pixels: Float32Array,
): void {
  const { isTransposed, isFromRight, isFromBottom } = order;
  const [count, length] = isTransposed ? [width, height] : [height, width];
  const scanlines = new RadianceScanlines(input, length, end);
  const stepX = isFromRight ? -4 : 4;
  const stepY = (isFromBottom ? -width : width) * 4;
  const first = ((isFromBottom ? height - 1 : 0) * width + (isFromRight ? width - 1 : 0)) * 4;
  const [step, stride] = isTransposed ? [stepY, stepX] : [stepX, stepY];
  const write = isXyz ? writeXyz : writeRgb;
  for (let i = 0; i < count; i++) {
    scanlines.read();
    write(scanlines.planes, length, pixels, first + i * stride, step, scale);
  }
}

/** 2^(e − 136); all are exact in f32. */
const EXPONENTS = new Float64Array(256);
for (let e = 255, unit = 2 ** 119; e > 0; e--, unit /= 2) EXPONENTS[e] = unit;

function writeRgb(
  planes: Uint8Array,
  length: number,
  pixels: Float32Array,
  first: number,
  step: number,
  [scaleR, scaleG, scaleB]: RadianceHeader['scale'],
): void {
  for (let x = 0, to = first; x < length; x++, to += step) {
    const unit = EXPONENTS[planes[length * 3 + x] ?? 0] ?? 0;
    pixels[to] = clampToFloat((planes[x] ?? 0) * unit * scaleR);
    pixels[to + 1] = clampToFloat((planes[length + x] ?? 0) * unit * scaleG);
    pixels[to + 2] = clampToFloat((planes[length * 2 + x] ?? 0) * unit * scaleB);
    pixels[to + 3] = 1;
  }
}

const MAX_FLOAT = 3.4028234663852886e38;
const clampToFloat = (value: number): number => Math.min(value, MAX_FLOAT);

/** Radiance's own primaries with equal-energy white, which its tools use for conversion. They are treated as sRGB's. */
const XYZ_TO_RGB = inverseOf([0.3333, 0.3333, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06]);

function inverseOf(xy: Parameters<typeof matrixOfChromaticities>[0]): PrimaryMatrix {
  const matrix = matrixOfChromaticities(xy);
  const inverse = matrix === undefined ? undefined : invert(matrix);
  if (inverse === undefined) throw new Error("Radiance's primaries make no space");
  return inverse;
}

/** Colors outside these primaries are clipped. */
function writeXyz(
  planes: Uint8Array,
  length: number,
  pixels: Float32Array,
  first: number,
  step: number,
  [scaleX, scaleY, scaleZ]: RadianceHeader['scale'],
): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = XYZ_TO_RGB;
  for (let i = 0, to = first; i < length; i++, to += step) {
    const unit = EXPONENTS[planes[length * 3 + i] ?? 0] ?? 0;
    const x = (planes[i] ?? 0) * unit * scaleX;
    const y = (planes[length + i] ?? 0) * unit * scaleY;
    const z = (planes[length * 2 + i] ?? 0) * unit * scaleZ;
    pixels[to] = clampToFloat(Math.max(0, m0 * x + m1 * y + m2 * z));
    pixels[to + 1] = clampToFloat(Math.max(0, m3 * x + m4 * y + m5 * z));
    pixels[to + 2] = clampToFloat(Math.max(0, m6 * x + m7 * y + m8 * z));
    pixels[to + 3] = 1;
  }
}
