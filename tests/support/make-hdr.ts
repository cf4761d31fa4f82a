// Makes Radiance pictures. Values keep eight bits: powers of two and small multiples of them are exact.

import { writeRadiance } from '../../packages/compiler/src/importers/image/testing/write-radiance.js';

type Light = readonly [red: number, green: number, blue: number];

export function makeHdr(width: number, height: number, light: (x: number, y: number) => Light): Uint8Array {
  const texels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) texels.set(shareExponent(light(i % width, Math.floor(i / width))), i * 4);
  return writeRadiance({ scanlineCount: height, scanlineLength: width, texels, coding: 'flat' });
}

function shareExponent(light: Light): readonly number[] {
  const most = Math.max(...light);
  if (most < 1e-30) return [0, 0, 0, 0];
  const exponent = Math.floor(Math.log2(most)) + 1;
  return [...light.map((value) => Math.min(255, Math.round((value / 2 ** exponent) * 256))), exponent + 128];
}
