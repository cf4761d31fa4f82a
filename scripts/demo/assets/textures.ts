// The demo's textures: brick, grass, rock, scales, a leaf, a logo; heights first, then colors and normals from them.

import { clamp01, fbm, hash2, mix, noise, step } from './noise.js';
import { type Picture, paint } from './png.js';

type Height = (u: number, v: number) => number;

/** Tangent-space normals of a tiling height function, +Y up as in glTF. */
export function normalsOf(height: Height, size: number, strength: number): Picture {
  const d = 1 / size;
  return paint(size, size, 3, (u, v) => {
    const dx = (height(u + d, v) - height(u - d, v)) * strength;
    const dy = (height(u, v + d) - height(u, v - d)) * strength;
    const n = Math.sqrt(dx * dx + dy * dy + 1);
    return [(-dx / n) * 0.5 + 0.5, (dy / n) * 0.5 + 0.5, (1 / n) * 0.5 + 0.5];
  });
}

const BRICK_ROWS = 8;
const BRICK_COLUMNS = 4;

interface Brick {
  /** 0 in the mortar, 1 on the face. */
  readonly face: number;
  readonly id: number;
}

function brickAt(u: number, v: number): Brick {
  const wobble = (fbm(u, v, 16, 2, 7) - 0.5) * 0.012;
  const row = Math.floor((v + wobble) * BRICK_ROWS);
  const shift = (row & 1) * 0.5;
  const column = Math.floor(u * BRICK_COLUMNS + shift);
  const fx = u * BRICK_COLUMNS + shift - column;
  const fy = (v + wobble) * BRICK_ROWS - row;
  const edge = Math.min(Math.min(fx, 1 - fx) * 2.2, Math.min(fy, 1 - fy));
  const wrap = (n: number, to: number) => ((n % to) + to) % to;
  return { face: step(0.04, 0.16, edge), id: hash2(wrap(column, BRICK_COLUMNS), wrap(row, BRICK_ROWS), 3) };
}

export const brickHeight: Height = (u, v) => {
  const { face, id } = brickAt(u, v);
  return face * (0.7 + id * 0.3) + fbm(u, v, 32, 3, 11) * 0.25;
};

export const brickColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const { face, id } = brickAt(u, v);
    const grain = fbm(u, v, 24, 4, 5);
    const warm = mix(0.75, 1.1, id) * mix(0.8, 1.12, grain);
    const brick = [0.62 * warm, 0.31 * warm, 0.22 * warm];
    const mortar = [0.62, 0.58, 0.52].map((c) => c * mix(0.75, 1, grain));
    return brick.map((c, i) => mix(mortar[i] ?? 0, c, face));
  });

export const brickOcclusion = (size: number): Picture =>
  paint(size, size, 1, (u, v) => [mix(0.45, 1, brickAt(u, v).face) * mix(0.85, 1, fbm(u, v, 16, 2, 2))]);

export const brickRoughness = (size: number): Picture =>
  paint(size, size, 1, (u, v) => [mix(0.95, 0.7, brickAt(u, v).face * fbm(u, v, 16, 3, 9))]);

export const plasterColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const stripe = step(0.48, 0.52, Math.abs(((v * 2) % 1) - 0.5) * 2);
    const dirt = mix(0.82, 1, fbm(u, v, 8, 4, 21));
    const white = [0.93, 0.9, 0.84];
    const red = [0.72, 0.16, 0.13];
    return white.map((c, i) => mix(red[i] ?? 0, c, stripe) * dirt);
  });

export const grassHeight: Height = (u, v) => fbm(u, v, 12, 4, 31);

export const grassColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const patch = fbm(u, v, 4, 3, 33);
    const blade = fbm(u, v, 64, 2, 35);
    const light = mix(0.65, 1.2, blade);
    return [mix(0.2, 0.42, patch) * light, mix(0.36, 0.5, patch) * light, mix(0.12, 0.18, patch) * light];
  });

export const sandColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const ripple = Math.sin((v * 12 + fbm(u, v, 4, 3, 41) * 1.5) * Math.PI * 2) * 0.04;
    const grain = mix(0.88, 1.05, noise(u, v, 128, 43)) + ripple;
    return [0.84 * grain, 0.73 * grain, 0.53 * grain];
  });

export const rockColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const crack = step(0.0, 0.1, Math.abs(fbm(u, v, 6, 4, 51) - 0.5));
    const tone = mix(0.3, 0.55, fbm(u, v, 10, 5, 53)) * mix(0.6, 1, crack);
    return [tone, tone * 0.97, tone * 0.93];
  });

export const snowColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const tone = mix(0.86, 1, fbm(u, v, 8, 4, 61));
    return [tone * 0.97, tone * 0.98, tone];
  });

/** Crossing swells and small ripples, the source of the sea's normal map. */
export const waveHeight: Height = (u, v) => fbm(u, v * 2, 6, 4, 141) * 0.7 + fbm(u * 2, v, 10, 3, 147) * 0.3;

/** Rows of overlapping scales; 1 at the center of a scale, 0 in the gaps. */
export const scaleHeight: Height = (u, v) => {
  const rows = 16;
  const columns = 12;
  let best = 0;
  for (let k = 0; k < 2; k++) {
    const row = Math.floor(v * rows) - k;
    const fx = (((u * columns + (row & 1) * 0.5) % 1) + 1) % 1;
    const fy = v * rows - row;
    const dx = (fx - 0.5) * 2;
    const dy = (fy - 0.55) * 1.3;
    best = Math.max(best, clamp01(1 - dx * dx - dy * dy) * (1 - k * 0.35));
  }
  return Math.sqrt(best);
};

export const scaleColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const ridge = scaleHeight(u, v);
    const belly = 1 - step(0.08, 0.2, Math.abs(u - 0.5));
    const spot = step(0.55, 0.62, fbm(u, v, 6, 3, 71));
    const tone = mix(0.45, 1.1, ridge);
    const back = [mix(0.09, 0.95, spot), mix(0.48, 0.62, spot), mix(0.46, 0.16, spot)];
    const under = [0.95, 0.82, 0.55];
    return back.map((c, i) => mix(c, under[i] ?? 0, belly) * tone);
  });

/** A fern leaf cut out of transparent green: texels with alpha 0 have a wrong color on purpose, which filters must not let bleed. */
export const leafColor = (size: number): Picture =>
  paint(size, size, 4, (u, v) => {
    const t = 1 - v;
    const x = (u - 0.5) * 2;
    const width = 0.9 * Math.sqrt(clamp01(t * (1 - t) * 3.2)) * mix(1, 0.4, t);
    const lobes = 0.55 + 0.45 * Math.abs(Math.sin(t * Math.PI * 11));
    const inside = step(0.0, 0.04, width * lobes - Math.abs(x));
    const stem = t < 0.98 ? step(0.05, 0.03, Math.abs(x)) : 0;
    const alpha = Math.max(inside, stem);
    const vein = mix(0.75, 1.1, fbm(u, v, 16, 3, 81)) * mix(1.25, 1, step(0, 0.08, Math.abs(x)));
    return alpha > 0 ? [0.16 * vein, 0.42 * vein, 0.14 * vein, alpha] : [0, 1, 0, 0];
  });

/** The sign above the door: two rings and a spark on a transparent background, for the user interface. */
export const logo = (size: number): Picture =>
  paint(size, size, 4, (u, v) => {
    const x = u * 2 - 1;
    const y = v * 2 - 1;
    const r = Math.sqrt(x * x + y * y);
    const ring = step(0.06, 0.04, Math.abs(r - 0.78));
    const beam = step(0.03, 0.0, Math.abs(y) * 3 - (1 - Math.abs(x)) * 0.5 + r * 0.55);
    const star = step(0.02, -0.02, Math.abs(x * y) * 6 + r * 0.35 - 0.2);
    const alpha = Math.max(ring, Math.max(beam, star));
    return [1, mix(0.86, 0.62, r), mix(0.45, 0.2, r), alpha];
  });
