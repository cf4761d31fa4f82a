// The readable twin of the lobes kernel: the same sums in the same order, rounded to f32 after every operation.

import type { LobeSums } from '../lobes/lobes.js';

const f = Math.fround;

export function sumLobesReference({ cells, cellCount, directions, alpha, sums }: LobeSums): void {
  const alpha2 = f(alpha * alpha);
  const slope = f(f(1 - alpha2) * 0.25);
  for (let n = 0; n * 3 < directions.length; n++) {
    const [x = 0, y = 0, z = 0] = directions.subarray(n * 3, n * 3 + 3);
    const sum = [0, 0, 0, 0];
    for (let i = 0; i < cellCount; i++) {
      const [cx = 0, cy = 0, cz = 0, steradians = 0, r = 0, g = 0, b = 0] = cells.subarray(i * 8, i * 8 + 8);
      const [dx, dy, dz] = [f(x - cx), f(y - cy), f(z - cz)];
      const square = f(f(f(dx * dx) + f(dy * dy)) + f(dz * dz));
      const cosine = Math.max(f(1 - f(square * 0.5)), 0);
      const q = f(alpha2 + f(slope * square));
      const weight = f(cosine / f(q * q));
      for (const [k, value] of [r, g, b, steradians].entries()) sum[k] = f((sum[k] ?? 0) + f(weight * value));
    }
    sums.set(sum, n * 4);
  }
}
