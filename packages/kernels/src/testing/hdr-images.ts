// Small images of half floats that together reach every branch of the HDR encoders. Painted as integers: equal on every machine.

import { byteSource } from './sample-images.js';

export interface HdrImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Four per texel. */
  readonly halfs: Uint16Array;
}

const ONE = 0x3c00;
const GREATEST = 0x7bff;

type Texel = (x: number, y: number, next: () => number) => readonly [number, number, number];

function paint(name: string, width: number, height: number, texel: Texel): HdrImage {
  const halfs = new Uint16Array(width * height * 4);
  const next = byteSource(name.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = texel(x, y, next).map((v) => Math.max(0, Math.min(GREATEST, Math.floor(v))));
      halfs.set([...color, ONE], (y * width + x) * 4);
    }
  return { name, width, height, halfs };
}

export const hdrImages = (width: number, height: number): readonly HdrImage[] => [
  paint('smooth sky', width, height, (x, y) => [0x3400 + x * 3 + y, 0x3600 + x + y * 4, 0x3900 + y * 2]),
  paint('sun', width, height, (x, y) => {
    const away = (x - width / 2) ** 2 + (y - height / 2) ** 2;
    return away < 6 ? [GREATEST, GREATEST, 0x7800] : [0x4800 - away * 3, 0x4700 - away * 4, 0x4400 - away];
  }),
  paint('stripes', width, height, (x, y) =>
    (x + (y >> 1)) % 5 < 2 ? [0x4a00, 0x4400, 0x2000] : [0x2800, 0x3000, 0x3a00],
  ),
  paint('soft edges', width, height, (x, y, next) => {
    const part = Math.max(0, Math.min(8, ((x * 3 + y * 2) % 24) - 6));
    return [0x3000 + part * 300 + (next() >> 5), 0x3400 + part * 250, 0x3800 - part * 100 + (next() >> 6)];
  }),
  paint('gray light', width, height, (x, y, next) => {
    const light = 0x3000 + ((x * 37 + y * 91) % 64) * 90 + (next() >> 4);
    return [light + 200, light + 120, light];
  }),
  paint('noise', width, height, (_x, _y, next) => [0x2c00 + next() * 24, 0x2c00 + next() * 24, 0x2c00 + next() * 24]),
  paint('patches', width, height, (x, y) => [
    0x3000 + (x >> 3) * 777,
    0x3400 + (y >> 3) * 555,
    0x3800 + (((x >> 3) * 5 + (y >> 3)) % 4) * 333,
  ]),
  paint('dark', width, height, (_x, _y, next) => [next() >> 3, next(), next() * 2]),
  paint('any half', width, height, (_x, _y, next) => [next() * 124, next() * 124, next() * 124]),
];

/** The mean difference of halfs as integers: 1024 is a stop. */
export function meanDifference(a: Uint16Array, b: Uint16Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}
