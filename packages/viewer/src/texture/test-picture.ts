// The test image for lookup tables: an evening landscape, hues, grays, and patches of familiar colors. Computed, so that it takes no bytes.

import type { Texels } from './texels.js';

const WIDTH = 640;
const HEIGHT = 360;

/** Skin, foliage, sky and similar colors, then the primaries: what colorists check first. */
const PATCHES: readonly (readonly [number, number, number])[] = [
  ...([
    [115, 82, 68],
    [194, 150, 130],
    [235, 200, 178],
    [98, 122, 157],
    [87, 108, 67],
    [133, 128, 177],
    [103, 189, 170],
    [214, 126, 44],
  ] as const),
  ...([
    [175, 54, 60],
    [70, 148, 73],
    [56, 61, 150],
    [231, 199, 31],
    [187, 86, 149],
    [8, 133, 161],
    [243, 243, 242],
    [52, 52, 52],
  ] as const),
];

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Hue from 0 to 1 at full saturation, mixed with white above a lightness of 0.5 and with black below. */
function hueAt(hue: number, lightness: number): [number, number, number] {
  const ramp = (shift: number): number => {
    const place = (hue + shift) % 1;
    return Math.min(Math.max(Math.abs(place * 6 - 3) - 1, 0), 1);
  };
  const shade = (value: number): number =>
    255 * (lightness < 0.5 ? value * lightness * 2 : mix(value, 1, lightness * 2 - 1));
  return [shade(ramp(0)), shade(ramp(2 / 3)), shade(ramp(1 / 3))];
}

/** Sky over three ridges of hills; `y` from 0 to 1 downwards. */
function landscapeAt(x: number, y: number): [number, number, number] {
  const sun = Math.max(0, 1 - Math.hypot((x - 0.7) * 1.9, y - 0.52) * 3.2);
  const glow = sun * sun;
  let color: [number, number, number] = [
    mix(58, 246, y * 1.2) + glow * 90,
    mix(92, 176, y) + glow * 90,
    mix(160, 128, y) + glow * 40,
  ];
  const ridges = [0.62, 0.74, 0.88] as const;
  for (const [i, base] of ridges.entries()) {
    const edge = base - 0.07 * Math.sin(x * (5 + i * 3) + i * 2.1) - 0.02 * Math.sin(x * (23 - i * 5) + i);
    if (y > edge) {
      const far = 1 - i / 2.4;
      const shade = 1 - (y - edge) * 0.9;
      color = [mix(24, 128, far) * shade, mix(48, 116, far) * shade, mix(34, 132, far) * shade];
    }
  }
  return color;
}

export function makeTestPicture(): Texels & { readonly data: Uint8Array } {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  const lower = 236;
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const u = (x + 0.5) / WIDTH;
      let color: readonly number[];
      if (y < lower) color = landscapeAt(u, (y + 0.5) / lower);
      else if (y < 284) color = hueAt(u, 1 - (y - lower + 0.5) / 48);
      else if (y < 308) color = new Array<number>(3).fill((x * 255) / (WIDTH - 1));
      else color = PATCHES[Math.min(PATCHES.length - 1, Math.floor(u * PATCHES.length))] ?? [];
      for (let c = 0; c < 3; c++) data[(y * WIDTH + x) * 4 + c] = Math.min(255, Math.max(0, Math.round(color[c] ?? 0)));
    }
  return { width: WIDTH, height: HEIGHT, data };
}
