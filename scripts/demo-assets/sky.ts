// A dusk sky as six cube faces, and the grade that goes with it.

import { clamp01, fbm, hash2, mix, step } from './noise.js';
import { type Picture, paint } from './png.js';

export const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'] as const;
export type Face = (typeof FACES)[number];

/** Direction through a face's texel, as Vulkan and OpenGL define cube faces (v down). */
function direction(face: Face, u: number, v: number): readonly [number, number, number] {
  const s = u * 2 - 1;
  const t = v * 2 - 1;
  switch (face) {
    case 'px':
      return [1, -t, -s];
    case 'nx':
      return [-1, -t, s];
    case 'py':
      return [s, 1, t];
    case 'ny':
      return [s, -1, -t];
    case 'pz':
      return [s, -t, 1];
    case 'nz':
      return [-s, -t, -1];
  }
}

const SUN = [0.62, 0.18, -0.76] as const;
const SUN_TINT = [1, 0.8, 0.5];
const CLOUD_TINT = [0.4, 0.22, 0.2];
const SEA = [0.05, 0.09, 0.13];

export function skyFace(face: Face, size: number): Picture {
  return paint(size, size, 3, (u, v) => {
    const [dx, dy, dz] = direction(face, u, v);
    const n = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const [x, y, z] = [dx * n, dy * n, dz * n];
    const up = clamp01(y);
    const zenith = [0.06, 0.1, 0.27];
    const horizon = [0.98, 0.55, 0.33];
    const haze = [0.62, 0.32, 0.42];
    const low = step(0, 0.22, up);
    const high = step(0.1, 0.75, up);
    const sun = Math.max(0, x * SUN[0] + y * SUN[1] + z * SUN[2]);
    const glow = sun ** 24 * 0.8 + (sun > 0.9985 ? 1 : 0);
    const cloud = step(0.5, 0.8, fbm(x * 0.5 + 0.5, z * 0.5 + 0.5, 8, 4, 91) * mix(1.2, 0.6, up)) * (1 - high) * 0.6;
    const cell = [Math.floor(x * 60), Math.floor(y * 60 + z * 777)] as const;
    const star = high > 0.6 && hash2(cell[0], cell[1], 97) > 0.994 ? (high - 0.6) * 2 : 0;
    return horizon.map((c, i) => {
      const band = mix(mix(c, haze[i] ?? 0, low), zenith[i] ?? 0, high);
      const lit = band + glow * (SUN_TINT[i] ?? 0) + cloud * (CLOUD_TINT[i] ?? 0) + star;
      return y < 0 ? mix(SEA[i] ?? 0, c, step(-0.12, 0, y)) : lit;
    });
  });
}

/** A warm dusk grade, 17³: lifts shadows towards blue, highlights towards orange. */
export function duskLut(): string {
  const size = 17;
  const lines = ['# Dusk: cool shadows, warm highlights', 'TITLE "Dusk"', `LUT_3D_SIZE ${size}`, ''];
  for (let b = 0; b < size; b++) {
    for (let g = 0; g < size; g++) {
      for (let r = 0; r < size; r++) {
        const rgb = [r, g, b].map((c) => c / (size - 1));
        const luma = (rgb[0] ?? 0) * 0.2126 + (rgb[1] ?? 0) * 0.7152 + (rgb[2] ?? 0) * 0.0722;
        const shadow = (1 - luma) * (1 - luma);
        const graded = [
          (rgb[0] ?? 0) * mix(0.96, 1.08, luma) - shadow * 0.01,
          (rgb[1] ?? 0) * mix(0.98, 1.0, luma),
          (rgb[2] ?? 0) * mix(1.04, 0.9, luma) + shadow * 0.035,
        ];
        lines.push(graded.map((c) => clamp01(c * c * (3 - 2 * c) * 0.35 + c * 0.65).toFixed(5)).join(' '));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
