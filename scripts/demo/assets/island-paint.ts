// The island seen from above: sand at the water's edge, grass on the mound, rock where it is steep, a worn path to the door.

import { groundAt, RADIUS } from './island-shape.js';
import { fbm, mix, noise, step } from './noise.js';
import { type Picture, paint } from './png.js';

const SAND = [0.86, 0.75, 0.56];
const WET_SAND = [0.5, 0.42, 0.33];
const GRASS = [0.36, 0.47, 0.17];
const DRY_GRASS = [0.57, 0.55, 0.24];
const ROCK = [0.42, 0.39, 0.37];
const PATH = [0.66, 0.56, 0.42];

const blend = (from: readonly number[], to: readonly number[], t: number): number[] =>
  from.map((c, i) => mix(c, to[i] ?? 0, t));

/** Grain hides the reduced number of shades, and the file is half the size. */
const coarse = (color: readonly number[]): number[] => color.map((c) => Math.round(c * 40) / 40);

/** u and v span the island's bounding square. */
export const islandColor = (size: number): Picture =>
  paint(size, size, 3, (u, v) => {
    const [x, z] = [(u * 2 - 1) * RADIUS, (v * 2 - 1) * RADIUS];
    const d = 0.08;
    const height = groundAt(x, z);
    const slope = Math.abs(groundAt(x + d, z) - height) + Math.abs(groundAt(x, z + d) - height);
    const patch = fbm(u, v, 14, 4, 201);
    const blade = fbm(u, v, 110, 3, 203);
    const edge = height + (fbm(u, v, 26, 4, 205) - 0.5) * 0.5;
    let color = blend(GRASS, DRY_GRASS, step(0.35, 0.7, patch));
    const fine = noise(u, v, 640, 211);
    color = color.map((c) => c * mix(0.6, 1.25, blade) * mix(0.62, 1.3, fine));
    const grain = mix(0.86, 1.08, fbm(u, v, 150, 2, 207)) * mix(0.86, 1.1, fine);
    const rock = ROCK.map((c) => c * mix(0.6, 1.2, fbm(u, v, 40, 4, 209)));
    color = blend(color, rock, step(0.9, 1.5, slope / d + (patch - 0.5)));
    const bend = Math.sin(z * 0.55) * 0.9;
    const worn = (1 - step(0.3, 0.75, Math.abs(x - bend - 0.3))) * step(1.2, 2, z);
    color = blend(
      color,
      PATH.map((c) => c * grain),
      worn * 0.8 * step(0.3, 0.6, blade + 0.2),
    );
    color = blend(
      color,
      SAND.map((c) => c * grain),
      1 - step(0.28, 0.52, edge),
    );
    color = blend(
      color,
      WET_SAND.map((c) => c * grain),
      1 - step(0.0, 0.16, edge),
    );
    return coarse(height < -0.5 ? WET_SAND : color);
  });
