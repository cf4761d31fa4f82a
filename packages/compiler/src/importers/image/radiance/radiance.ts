// Radiance pictures (.hdr, .pic): texels of three mantissas with one exponent, RGB or XYZ. A mantissa m with the exponent e is
// m · 2^(e − 136), 0 where e is 0, as Ward's rgbe.c and most readers have it; Radiance itself adds half a step, three divides by 255.

import { invert, matrixOfChromaticities, type PrimaryMatrix } from '../../../model/color-space.js';
import { type HdrImage, sharedFloats } from '../../../model/hdr-image.js';
import { convertPrimaries } from '../convert-primaries.js';
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
  const { isTurned, fromRight, fromBottom } = order;
  const [count, length] = isTurned ? [width, height] : [height, width];
  const scanlines = new RadianceScanlines(input, length, end);
  const stepX = fromRight ? -4 : 4;
  const stepY = (fromBottom ? -width : width) * 4;
  const first = ((fromBottom ? height - 1 : 0) * width + (fromRight ? width - 1 : 0)) * 4;
  const [step, stride] = isTurned ? [stepY, stepX] : [stepX, stepY];
  const place = isXyz ? placeXyz : placeRgb;
  for (let i = 0; i < count; i++) {
    scanlines.read();
    place(scanlines.planes, length, pixels, first + i * stride, step, scale);
  }
}

/** 2^(e − 136); all of them are f32. */
const EXPONENTS = new Float64Array(256);
for (let e = 255, unit = 2 ** 119; e > 0; e--, unit /= 2) EXPONENTS[e] = unit;

function placeRgb(
  planes: Uint8Array,
  length: number,
  pixels: Float32Array,
  first: number,
  step: number,
  [scaleR, scaleG, scaleB]: RadianceHeader['scale'],
): void {
  for (let x = 0, to = first; x < length; x++, to += step) {
    const unit = EXPONENTS[planes[length * 3 + x] ?? 0] ?? 0;
    pixels[to] = atMost((planes[x] ?? 0) * unit * scaleR);
    pixels[to + 1] = atMost((planes[length + x] ?? 0) * unit * scaleG);
    pixels[to + 2] = atMost((planes[length * 2 + x] ?? 0) * unit * scaleB);
    pixels[to + 3] = 1;
  }
}

const LARGEST_FLOAT = 3.4028234663852886e38;
const atMost = (value: number): number => Math.min(value, LARGEST_FLOAT);

/** Radiance's own primaries, whose white is that of equal energy: what its own tools convert by. They are taken for those of sRGB. */
const FROM_XYZ = inverseOf([0.3333, 0.3333, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06]);

function inverseOf(xy: Parameters<typeof matrixOfChromaticities>[0]): PrimaryMatrix {
  const matrix = matrixOfChromaticities(xy);
  const inverse = matrix === undefined ? undefined : invert(matrix);
  if (inverse === undefined) throw new Error("Radiance's primaries make no space");
  return inverse;
}

/** What these primaries cannot show is clipped. */
function placeXyz(
  planes: Uint8Array,
  length: number,
  pixels: Float32Array,
  first: number,
  step: number,
  [scaleX, scaleY, scaleZ]: RadianceHeader['scale'],
): void {
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = FROM_XYZ;
  for (let i = 0, to = first; i < length; i++, to += step) {
    const unit = EXPONENTS[planes[length * 3 + i] ?? 0] ?? 0;
    const x = (planes[i] ?? 0) * unit * scaleX;
    const y = (planes[length + i] ?? 0) * unit * scaleY;
    const z = (planes[length * 2 + i] ?? 0) * unit * scaleZ;
    pixels[to] = atMost(Math.max(0, m0 * x + m1 * y + m2 * z));
    pixels[to + 1] = atMost(Math.max(0, m3 * x + m4 * y + m5 * z));
    pixels[to + 2] = atMost(Math.max(0, m6 * x + m7 * y + m8 * z));
    pixels[to + 3] = 1;
  }
}
