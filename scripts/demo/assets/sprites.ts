// The demo's sprites: small shapes with soft edges, each with a different size.

import { clamp01 } from './noise.js';
import { type Picture, paint } from './png.js';

type Distance = (x: number, y: number) => number;

/** `inside` is negative inside the shape, in units of half its width. Straight alpha. */
function shape(width: number, height: number, color: readonly number[], inside: Distance): Picture {
  return paint(width, height, 4, (u, v) => {
    const [x, y] = [u * 2 - 1, v * 2 - 1];
    const d = inside(x, y);
    const light = clamp01(0.75 - 0.35 * (x + y));
    return [...color.map((c) => clamp01(c * (0.6 + 0.6 * light))), clamp01(0.5 - d * width * 0.25)];
  });
}

const disc = (x: number, y: number, radius: number): number => Math.sqrt(x * x + y * y) - radius;

export const coin = shape(48, 48, [0.95, 0.75, 0.2], (x, y) =>
  Math.max(disc(x, y, 0.92), 0.12 - Math.abs(disc(x, y, 0.6))),
);
export const gem = shape(32, 40, [0.3, 0.8, 0.9], (x, y) => Math.abs(x) * 0.9 + Math.abs(y) * 0.85 - 0.8);
export const heart = shape(44, 40, [0.9, 0.25, 0.3], (x, y) =>
  Math.min(disc(Math.abs(x) - 0.42, y + 0.3, 0.48), Math.max(Math.abs(x) + y - 0.78, -y - 0.3)),
);
export const key = shape(64, 24, [0.8, 0.7, 0.5], (x, y) =>
  Math.min(
    Math.max(disc((x + 0.66) * 2.6, y, 0.8), -disc((x + 0.66) * 2.6, y, 0.4)),
    Math.max(Math.abs(y) - 0.16, Math.abs(x - 0.25) - 0.65),
    Math.max(Math.abs(y - 0.35) - 0.35, Math.abs(Math.abs(x - 0.65) - 0.15) - 0.07),
  ),
);
