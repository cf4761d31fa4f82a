// How much two pictures differ, and whether the difference has a shape.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { encodePng } from '../../packages/compiler/src/encoding/texture/encode-png.js';

export const PICTURES = resolve(import.meta.dirname, '../../build/pictures/three');

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export interface Difference {
  /** Of a channel, over all pixels; of 255. */
  readonly mean: number;
  /** The largest mean of a signed difference over a block of 8×8 pixels: noise cancels out, a shape does not. */
  readonly structure: number;
  /** Share of pixels that differ from the background in the first picture. */
  readonly lit: number;
}

const BLOCK = 8;

export function compare(wanted: Picture, actual: Picture): Difference {
  const { width, height } = wanted;
  const at = ({ pixels }: Picture, x: number, y: number, c: number): number => pixels[(y * width + x) * 4 + c] ?? 0;
  let sum = 0;
  let lit = 0;
  let structure = 0;
  for (let by = 0; by < height; by += BLOCK)
    for (let bx = 0; bx < width; bx += BLOCK)
      for (let c = 0; c < 3; c++) {
        let signed = 0;
        let count = 0;
        for (let y = by; y < Math.min(by + BLOCK, height); y++)
          for (let x = bx; x < Math.min(bx + BLOCK, width); x++) {
            const difference = at(actual, x, y, c) - at(wanted, x, y, c);
            signed += difference;
            sum += Math.abs(difference);
            count++;
            if (c === 0 && [0, 1, 2].some((k) => at(wanted, x, y, k) !== at(wanted, 0, 0, k))) lit++;
          }
        structure = Math.max(structure, Math.abs(signed) / count);
      }
  return { mean: sum / (width * height * 3), structure, lit: lit / (width * height) };
}

/** Source, compiled and eight times their difference side by side. */
export async function keepPictures(name: string, wanted: Picture, actual: Picture): Promise<void> {
  const { width, height } = wanted;
  const pixels = new Uint8Array(width * 3 * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++) {
        const from = (y * width + x) * 4 + c;
        const to = (y * width * 3 + x) * 4 + c;
        const [a, b] = [wanted.pixels[from] ?? 0, actual.pixels[from] ?? 0];
        pixels[to] = a;
        pixels[to + width * 4] = b;
        pixels[to + width * 8] = c === 3 ? 255 : Math.min(255, Math.abs(a - b) * 8);
      }
  const file = resolve(PICTURES, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await encodePng({ width: width * 3, height, pixels }));
}
