// Reads the header of a Radiance picture: lines of text up to an empty one, then a line with size and orientation. Variables that record
// an operation on the pixels accumulate over all programs that applied it.

import type { Chromaticities } from '../../../model/image/color-space.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';

export interface RadianceHeader {
  /** The primaries of its RGB, if they differ from the usual ones. */
  readonly primaries: Chromaticities | undefined;
  readonly isXyz: boolean;
  /** Factors that restore the original radiance of red, green and blue. */
  readonly scale: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly order: ScanOrder;
  /** Offset of the scanlines. */
  readonly end: number;
}

/** The direction of scanlines in the image. */
interface ScanOrder {
  /** Whether scanlines are columns. */
  readonly isTransposed: boolean;
  readonly isFromRight: boolean;
  readonly isFromBottom: boolean;
}

export const isRadiance = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x3f;

/** Headers list the commands that made a picture, which can be many. */
const MAX_HEADER_BYTES = 1 << 20;
const SIZE_LINE = /^([-+])([XY])\s+(\d{1,9})\s+([-+])([XY])\s+(\d{1,9})\s*$/;
/** Radiance's lumens per watt, the unit of XYZ values with an exposure. */
const LUMENS_PER_WATT = 179;

export function readRadianceHeader(input: ImageInput): RadianceHeader {
  const variables = new HeaderVariables(input);
  let at = 0;
  for (;;) {
    const end = endOfLine(input, at);
    const line = latin1(input.bytes.subarray(at, end)).replace(/\r$/, '');
    const size = SIZE_LINE.exec(line);
    if (size !== null && size[2] !== size[5])
      return { ...variables.result(), ...readSize(input, size, at), end: end + 1 };
    if (at > 0) variables.add(line, at);
    at = end + 1;
  }
}

function endOfLine(input: ImageInput, at: number): number {
  const { bytes } = input;
  const end = bytes.indexOf(0x0a, at);
  if (end >= 0 && end <= MAX_HEADER_BYTES) return end;
  if (end < 0 && bytes.length <= MAX_HEADER_BYTES)
    return refuse(input, 'image/truncated', bytes.length, 'the Radiance picture ends inside its header');
  return refuse(input, 'image/corrupt', at, 'the header of the Radiance picture has no size');
}

function readSize(
  input: ImageInput,
  [, firstSign, firstAxis, first, secondSign, , second]: RegExpExecArray,
  at: number,
): Pick<RadianceHeader, 'width' | 'height' | 'order'> {
  const isTransposed = firstAxis === 'X';
  const [x, y] = isTransposed ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const [signX, signY] = isTransposed ? [firstSign, secondSign] : [secondSign, firstSign];
  checkDimensions(input, x, y, at);
  return { width: x, height: y, order: { isTransposed, isFromRight: signX === '-', isFromBottom: signY === '+' } };
}

class HeaderVariables {
  #format = '32-bit_rle_rgbe';
  #exposure = 1;
  #hasExposure = false;
  #primaries: Chromaticities | undefined;
  readonly #correction: [number, number, number] = [1, 1, 1];

  constructor(readonly input: ImageInput) {}

  add(line: string, at: number): void {
    const [, name, value = ''] = /^([A-Z]+)=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === 'FORMAT') this.#setFormat(value, at);
    if (name === 'EXPOSURE') {
      const factor = this.#factor(name, value, at);
      this.#exposure *= factor;
      this.#hasExposure = true;
    }
    if (name === 'COLORCORR') {
      const factors = value.split(/\s+/).map((text) => this.#factor(name, text, at));
      for (const i of [0, 1, 2] as const) this.#correction[i] *= factors[i] ?? 1;
    }
    if (name === 'PRIMARIES') this.#primaries = primariesOf(value);
    if (name === 'PIXASPECT' && this.#factor(name, value, at) !== 1)
      this.#warn(at, `its pixel aspect ratio of ${value} is ignored`);
    if (name === 'GAMMA' && this.#factor(name, value, at) !== 1)
      this.#warn(
        at,
        `its gamma of ${value}, which the format does not define, is ignored; its values are read as linear`,
      );
  }

  result(): Pick<RadianceHeader, 'isXyz' | 'scale' | 'primaries'> {
    const isXyz = this.#format === '32-bit_rle_xyze';
    // An XYZ picture without an exposure contains plain values without a unit.
    const exposure = isXyz && this.#hasExposure ? this.#exposure * LUMENS_PER_WATT : this.#exposure;
    const [r, g, b] = this.#correction;
    const scale = [1 / (exposure * r), 1 / (exposure * g), 1 / (exposure * b)] as const;
    return { isXyz, scale, primaries: isXyz ? undefined : this.#primaries };
  }

  #setFormat(value: string, at: number): void {
    if (value !== '32-bit_rle_rgbe' && value !== '32-bit_rle_xyze')
      refuse(
        this.input,
        'image/unsupported',
        at,
        `the Radiance picture has the unknown format ${JSON.stringify(value)}`,
        'Save the image as 32-bit_rle_rgbe, or as OpenEXR.',
      );
    this.#format = value;
  }

  /** Returns 1 if the value is invalid. */
  #factor(name: string, value: string, at: number): number {
    const factor = value === '' ? Number.NaN : Number(value);
    if (factor >= MIN_FACTOR && factor <= MAX_FACTOR) return factor;
    this.#warn(at, `${name}=${value} is not applied`);
    return 1;
  }

  #warn(at: number, message: string): void {
    warnAbout(this.input, 'image/odd-data', at, `Radiance picture: ${message}`);
  }
}

/** Outside this range, every texel would be black or white. */
const MIN_FACTOR = 1e-12;
const MAX_FACTOR = 1e12;

/** x and y of red, green, blue and white. Photoshop writes zeros, and Radiance its own, which are close to sRGB's: both are ignored. */
function primariesOf(value: string): Chromaticities | undefined {
  const numbers = value.split(/\s+/).map(Number);
  const [rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0, wx = 0, wy = 0] = numbers;
  if (numbers.length !== 8 || numbers.every((number) => number === 0)) return undefined;
  const isUsual = RADIANCE_PRIMARIES.every((expected, i) => Math.abs((numbers[i] ?? 0) - expected) < 0.005);
  return isUsual ? undefined : [wx, wy, rx, ry, gx, gy, bx, by];
}

const RADIANCE_PRIMARIES = [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, 1 / 3, 1 / 3];

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
