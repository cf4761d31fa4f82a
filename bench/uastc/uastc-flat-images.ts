// Flat art for the UASTC benchmark, drawn in integers: palettes as in low-poly packs, pixel art, icons and text with smooth
// edges, cel shading, pale tints, gradients, gray with alpha. Every picture has few colors per block.

import type { BenchImage } from './uastc-images.js';

type Texel = readonly [number, number, number, number];

/** A deterministic hash of two numbers. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return (h ^ (h >>> 16)) >>> 0;
}

function paint(name: string, width: number, height: number, texel: (x: number, y: number) => Texel): BenchImage {
  const rgba = new Uint8Array(width * height * 4);
  let hasAlpha = false;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const t = texel(x, y);
      hasAlpha ||= t[3] < 255;
      rgba.set(t, (y * width + x) * 4);
    }
  return { name, kind: hasAlpha ? 'rgba' : 'flat', width, height, rgba };
}

const color = (i: number, seed: number, alpha = 255): Texel => {
  const h = hash(i, 7, seed);
  return [h & 255, (h >> 8) & 255, (h >> 16) & 255, alpha];
};

const mix = (a: Texel, b: Texel, part: number, whole: number): Texel => {
  const one = (i: 0 | 1 | 2 | 3): number => Math.round((a[i] * (whole - part) + b[i] * part) / whole);
  return [one(0), one(1), one(2), one(3)];
};

/** Coverage of a texel by a disc, in sixteenths. */
function discCover(x: number, y: number, cx: number, cy: number, radius: number): number {
  let inside = 0;
  for (let i = 0; i < 16; i++) {
    const dx = x + ((i & 3) + 0.5) / 4 - cx;
    const dy = y + ((i >> 2) + 0.5) / 4 - cy;
    if (dx * dx + dy * dy <= radius * radius) inside++;
  }
  return inside;
}

/** Random pixel art: sprites of 8×8, mirrored, of a palette of sixteen. */
function sprite(x: number, y: number, seed: number): number {
  const tile = hash(x >> 3, y >> 3, seed);
  const u = x & 7;
  const h = hash(u < 4 ? u : 7 - u, y & 7, tile);
  const edge = u === 0 || u === 7 || (y & 7) === 0;
  return edge && (h & 3) !== 0 ? 0 : 1 + (h % 3) + (tile % 4) * 3;
}

/** Strokes of an invented script: coverage of a texel in sixteenths. */
function ink(x: number, y: number): number {
  const glyph = hash(Math.floor(x / 9), Math.floor(y / 14), 91);
  const [u, v] = [x % 9, y % 14];
  let cover = 0;
  if (glyph & 1 && u === 2 && v > 2 && v < 11) cover = 16;
  if (glyph & 2 && u === 6 && v > 2 && v < 11) cover = 16;
  if (glyph & 4 && v === 3 && u > 1 && u < 7) cover = Math.max(cover, 12);
  if (glyph & 8 && v === 7 && u > 1 && u < 7) cover = Math.max(cover, 9);
  if (glyph & 16 && v === 10 && u > 1 && u < 7) cover = Math.max(cover, 13);
  if (glyph & 32 && u === 3 && v > 2 && v < 11) cover = Math.max(cover, 5);
  return cover;
}

const icon = (x: number, y: number, back: Texel): Texel => {
  const cell = (x >> 5) + (y >> 5) * 8;
  const cover = discCover(x & 31, y & 31, 16, 16, 8 + (hash(cell, 1, 5) & 7));
  const hole = discCover(x & 31, y & 31, 16 + (hash(cell, 2, 5) & 3), 15, 3 + (hash(cell, 3, 5) & 3));
  const body = mix(back, color(cell, 31), cover, 16);
  return mix(body, back, hole, 16);
};

/** Lit balls in bands of three shades, outlined. */
function cel(x: number, y: number): Texel {
  const cell = (x >> 6) + (y >> 6) * 4;
  const [dx, dy] = [(x & 63) - 32, (y & 63) - 32];
  const d = dx * dx + dy * dy;
  if (d > 27 * 27) return color(cell >> 2, 77);
  if (d > 25 * 25) return [24, 20, 37, 255];
  const light = dx + dy;
  const shade = light < -14 ? 4 : light < 12 ? 3 : 2;
  const [r, g, b] = color(cell, 51);
  return [(r * shade) >> 2, (g * shade) >> 2, (b * shade) >> 2, 255];
}

/** Tints near white, as of paper and skies. */
const tint = (x: number, y: number): Texel => {
  const t = hash(x >> 4, y >> 4, 3);
  const edge = (x + y * 2) % 37 < 11;
  const base: Texel = [255, 255 - (t & 3), 255 - ((t >> 3) & 63), 255];
  return edge ? [255, 255, 255, 255] : base;
};

const gray = (v: number, a: number): Texel => [v, v, v, a];

export function flatImages(): BenchImage[] {
  const clear: Texel = [0, 0, 0, 0];
  return [
    paint('palette 256×1', 256, 4, (x) => color(x, 11)),
    paint('ramps 256×1', 256, 4, (x) => mix(color(x >> 4, 12), color((x >> 4) + 40, 12), x & 15, 15)),
    paint('palette 16×16', 64, 64, (x, y) => color((x >> 2) + (y >> 2) * 16, 13)),
    paint('swatches of 5', 80, 80, (x, y) => color(Math.floor(x / 5) + Math.floor(y / 5) * 16, 14)),
    paint('pixel art', 128, 128, (x, y) => color(sprite(x, y, 1), 15)),
    paint('pixel art, cut out', 128, 128, (x, y) => (sprite(x, y, 2) === 0 ? clear : color(sprite(x, y, 2), 16))),
    paint('pixel art, doubled', 128, 128, (x, y) => color(sprite(x >> 1, y >> 1, 3), 17)),
    paint('icons', 256, 256, (x, y) => icon(x, y, [245, 245, 248, 255])),
    paint('icons, cut out', 256, 256, (x, y) => {
      const cell = (x >> 5) + (y >> 5) * 8;
      const [r, g, b] = color(cell, 33);
      return [r, g, b, Math.min(255, discCover(x & 31, y & 31, 16, 16, 9 + (cell & 5)) * 16)];
    }),
    paint('text', 256, 256, (x, y) => mix([255, 255, 255, 255], [20, 22, 30, 255], ink(x, y), 16)),
    paint('text on color', 256, 256, (x, y) => mix(color(y >> 6, 61), [250, 250, 240, 255], ink(x, y), 16)),
    paint('text, white with alpha', 256, 256, (x, y) => gray(255, Math.min(255, ink(x, y) * 16))),
    paint('cel shading', 256, 256, cel),
    paint('pale tints', 128, 128, tint),
    paint('pale solids', 64, 64, (x, y) => {
      const t = hash(x >> 2, y >> 2, 8);
      return [255, 255 - (t & 7), 226 + ((t >> 4) & 15), 255];
    }),
    paint('gradient', 128, 128, (x, y) => [40 + x, 60 + (y >> 1), 200 - (x >> 1), 255]),
    paint('gentle gradient', 128, 128, (x, y) => [100 + (x >> 3), 120 + (y >> 4), 90 + ((x + y) >> 4), 255]),
    paint('gray gradient', 128, 128, (x, y) => gray((x + y) >> 1, 255)),
    paint('gray with alpha', 128, 128, (x, y) => gray((x * 5 + (hash(x, y, 4) & 7)) & 255, Math.min(255, y * 2))),
    paint('flags', 128, 128, (x, y) => {
      const flag = hash(x >> 5, y >> 5, 21);
      const band = Math.floor(((flag & 1 ? x : y) & 31) / 11);
      return color(band + (flag % 9) * 3, 22);
    }),
    paint('checks and stripes', 128, 128, (x, y) => {
      const kind = (x >> 5) & 3;
      const on = kind === 0 ? (x ^ y) & 1 : kind === 1 ? x & 1 : kind === 2 ? (y >> 1) & 1 : (x + y) % 3 === 0;
      return color((on ? 1 : 0) + 2 * ((x >> 5) + (y >> 5) * 4), 24);
    }),
  ];
}
