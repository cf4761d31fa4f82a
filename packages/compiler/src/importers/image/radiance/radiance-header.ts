// The header of a Radiance picture: lines of text up to an empty one, then a line that states size and orientation. Variables that
// stand for something that was done to the pixels add up over all programs that did it.

import type { Chromaticities } from '../../../model/color-space.js';
import { checkDimensions, type ImageInput, refuse, warnAbout } from '../image-input.js';

export interface RadianceHeader {
  /** Of its RGB, where it states others than usual. */
  readonly primaries: Chromaticities | undefined;
  readonly isXyz: boolean;
  /** What red, green and blue are to be multiplied by, to have the radiance that was. */
  readonly scale: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  readonly order: ScanOrder;
  /** Where the scanlines begin. */
  readonly end: number;
}

/** How scanlines lie in the image. */
interface ScanOrder {
  /** Scanlines are columns. */
  readonly isTurned: boolean;
  readonly fromRight: boolean;
  readonly fromBottom: boolean;
}

export const isRadiance = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x3f;

/** Headers keep the commands that made a picture, which can be many. */
const LONGEST_HEADER = 1 << 20;
const SIZE = /^([-+])([XY])\s+(\d{1,9})\s+([-+])([XY])\s+(\d{1,9})\s*$/;
/** Radiance's lumens a watt: what XYZ is stated in, where it is stated in anything. */
const LUMENS_PER_WATT = 179;

export function readRadianceHeader(input: ImageInput): RadianceHeader {
  const variables = new Variables(input);
  let at = 0;
  for (;;) {
    const end = endOfLine(input, at);
    const line = latin1(input.bytes.subarray(at, end)).replace(/\r$/, '');
    const size = SIZE.exec(line);
    if (size !== null && size[2] !== size[5]) return { ...variables.stated(), ...sized(input, size, at), end: end + 1 };
    if (at > 0) variables.note(line, at);
    at = end + 1;
  }
}

function endOfLine(input: ImageInput, at: number): number {
  const { bytes } = input;
  const end = bytes.indexOf(0x0a, at);
  if (end >= 0 && end <= LONGEST_HEADER) return end;
  if (end < 0 && bytes.length <= LONGEST_HEADER)
    return refuse(input, 'image/truncated', bytes.length, 'the Radiance picture ends inside its header');
  return refuse(input, 'image/corrupt', at, 'the header of the Radiance picture states no size');
}

function sized(
  input: ImageInput,
  [, firstSign, firstAxis, first, secondSign, , second]: RegExpExecArray,
  at: number,
): Pick<RadianceHeader, 'width' | 'height' | 'order'> {
  const isTurned = firstAxis === 'X';
  const [x, y] = isTurned ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const [signX, signY] = isTurned ? [firstSign, secondSign] : [secondSign, firstSign];
  checkDimensions(input, x, y, at);
  return { width: x, height: y, order: { isTurned, fromRight: signX === '-', fromBottom: signY === '+' } };
}

class Variables {
  #format = '32-bit_rle_rgbe';
  #exposure = 1;
  #hasExposure = false;
  #primaries: Chromaticities | undefined;
  readonly #correction: [number, number, number] = [1, 1, 1];

  constructor(readonly input: ImageInput) {}

  note(line: string, at: number): void {
    const [, name, value = ''] = /^([A-Z]+)=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === 'FORMAT') this.#noteFormat(value, at);
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
      this.#say(at, `its texels are said to be ${value} times as high as wide: they are kept as they are`);
    if (name === 'GAMMA' && this.#factor(name, value, at) !== 1)
      this.#say(
        at,
        `it is said to have a gamma of ${value}, which the format does not know: its values are taken for linear`,
      );
  }

  stated(): Pick<RadianceHeader, 'isXyz' | 'scale' | 'primaries'> {
    const isXyz = this.#format === '32-bit_rle_xyze';
    // A picture of XYZ whose exposure nobody noted holds plain values, in no unit.
    const exposure = isXyz && this.#hasExposure ? this.#exposure * LUMENS_PER_WATT : this.#exposure;
    const [r, g, b] = this.#correction;
    const scale = [1 / (exposure * r), 1 / (exposure * g), 1 / (exposure * b)] as const;
    return { isXyz, scale, primaries: isXyz ? undefined : this.#primaries };
  }

  #noteFormat(value: string, at: number): void {
    if (value !== '32-bit_rle_rgbe' && value !== '32-bit_rle_xyze')
      refuse(this.input, 'image/unsupported', at, `the Radiance picture is of the format ${JSON.stringify(value)}`);
    this.#format = value;
  }

  /** 1 where it is none. */
  #factor(name: string, value: string, at: number): number {
    const factor = value === '' ? Number.NaN : Number(value);
    if (factor >= LEAST_FACTOR && factor <= MOST_FACTOR) return factor;
    this.#say(at, `it states ${name}=${value}: that is not applied`);
    return 1;
  }

  #say(at: number, message: string): void {
    warnAbout(this.input, 'image/odd-data', at, `of the Radiance picture: ${message}`);
  }
}

/** Beyond these no light is left, or nothing but light. */
const LEAST_FACTOR = 1e-12;
const MOST_FACTOR = 1e12;

/** x and y of red, green, blue and white. Photoshop writes zeros, and Radiance its own, which are as good as sRGB's: both say nothing. */
function primariesOf(value: string): Chromaticities | undefined {
  const numbers = value.split(/\s+/).map(Number);
  const [rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0, wx = 0, wy = 0] = numbers;
  if (numbers.length !== 8 || numbers.every((number) => number === 0)) return undefined;
  const isUsual = USUAL.every((usual, i) => Math.abs((numbers[i] ?? 0) - usual) < 0.005);
  return isUsual ? undefined : [wx, wy, rx, ry, gx, gy, bx, by];
}

const USUAL = [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, 1 / 3, 1 / 3];

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
