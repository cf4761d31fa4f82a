import { expect, test } from 'vitest';
import { DFG_SIZE, integrateDfg } from './dfg-table.js';
import { onOneThread } from './testing/environment-tasks.js';

/** The definition: the integral of D V F n·l over all light directions, sampled uniformly. */
function integrateOverLight(cosine: number, alpha: number, steps: number): readonly [scale: number, bias: number] {
  const alpha2 = alpha * alpha;
  const view = [Math.sqrt(1 - cosine * cosine), 0, cosine] as const;
  let [scale, bias] = [0, 0];
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      const nl = (i + 0.5) / steps;
      const angle = ((j + 0.5) / steps) * Math.PI;
      const out = Math.sqrt(1 - nl * nl);
      const half = [out * Math.cos(angle) + view[0], out * Math.sin(angle), nl + view[2]];
      const length = Math.hypot(...half);
      const [nh, vh] = [(half[2] ?? 0) / length, (view[0] * (half[0] ?? 0) + view[2] * (half[2] ?? 0)) / length];
      const d = alpha2 / (Math.PI * (nh * nh * (alpha2 - 1) + 1) ** 2);
      const shadowV = nl * Math.sqrt(cosine * cosine * (1 - alpha2) + alpha2);
      const shadowL = cosine * Math.sqrt(nl * nl * (1 - alpha2) + alpha2);
      const value = (d * 0.5 * nl) / (shadowV + shadowL);
      const fresnel = (1 - vh) ** 5;
      // 2π steradians, half of them mirrored.
      scale += ((1 - fresnel) * value * 2 * Math.PI) / steps / steps;
      bias += (fresnel * value * 2 * Math.PI) / steps / steps;
    }
  return [scale, bias];
}

test('the table is the integral of the reflectance over all light', async () => {
  const table = await integrateDfg(onOneThread);
  for (const [x, y] of [
    [2, 64],
    [20, 50],
    [64, 64],
    [100, 90],
    [127, 127],
    [8, 120],
    [64, 40],
  ] as const) {
    const roughness = (y + 0.5) / DFG_SIZE;
    const [scale, bias] = integrateOverLight((x + 0.5) / DFG_SIZE, roughness * roughness, 700);
    const at = (y * DFG_SIZE + x) * 2;
    expect(Math.abs((table[at] ?? 0) - scale)).toBeLessThan(2e-3);
    expect(Math.abs((table[at + 1] ?? 0) - bias)).toBeLessThan(2e-3);
  }
});

test('smooth mirrors reflect everything', async () => {
  const table = await integrateDfg(onOneThread);
  for (let x = 8; x < DFG_SIZE; x++) expect((table[x * 2] ?? 0) + (table[x * 2 + 1] ?? 0)).toBeCloseTo(1, 2);
});
