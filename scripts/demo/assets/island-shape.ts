// The height of the island by position, shared by its mesh, its paint and its ferns.

import { fbm, step } from './noise.js';

export const RADIUS = 10;

/** Height of the ground. The center is level for the tower, the shore is uneven, the rim is under water. */
export function groundAt(x: number, z: number): number {
  const angle = Math.atan2(z, x) / (Math.PI * 2);
  const shore = fbm(angle + 1, 0.37, 9, 3, 121) * 0.3 + 0.78;
  const r = Math.sqrt(x * x + z * z) / RADIUS / shore;
  const rough = fbm(x / 20 + 0.5, z / 20 + 0.5, 10, 4, 101) - 0.5;
  const mound = 1.95 * (1 - step(0.18, 0.82, r)) - 0.6 - 1.1 * step(0.72, 1.15, r);
  return mound + rough * 1.1 * step(0.22, 0.5, r) * (1 - step(0.85, 1.05, r));
}
