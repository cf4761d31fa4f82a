// Starting points for the search for a channel's endpoints. Twin of the kernel's starts, in the same fixed point.

/** Quarters of a step inward from the smallest and from the largest texel. */
export type Quarters = readonly [number, number];

const NEAR: readonly Quarters[] = [-1, 0, 1, 2].flatMap((a) => [-1, 0, 1, 2].map((b) => [a, b] as const));
const BEYOND: readonly Quarters[] = [
  ...([
    [-2, 0],
    [-2, 1],
    [-2, 2],
    [-3, 0],
    [-3, 1],
    [-3, 2],
    [-4, 0],
    [-4, 1],
  ] as const),
  ...([
    [-4, 2],
    [-5, 0],
    [-5, 1],
    [-5, 2],
    [-6, 0],
    [-6, 1],
    [-7, 1],
    [-8, 0],
  ] as const),
];
const STARTS: readonly Quarters[] = [
  ...NEAR,
  ...BEYOND.flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
];

/** a · b / 32768, rounded. */
const multiply15 = (a: number, b: number): number => (a * b + 16384) >> 15;

/** The best of the first `count` starts whose index is 0, 1, 2 and 3 modulo 4. */
export function goodStarts(texels: readonly number[], low: number, span: number, count: number): readonly Quarters[] {
  const shift = Math.clz32(span) - 24;
  const scale = Math.floor((14336 * 256) / (span << shift));
  const places = texels.map((t) => multiply15(((t - low) << shift) << 7, scale));
  const costs = STARTS.slice(0, count).map(([a, b]) => {
    const steps = 28 - a - b;
    const factor = Math.floor((14 * 65536 + steps) / (2 * steps));
    const sum = places.reduce((total, x) => {
      // Ten fraction bits: the remainder after rounding to a shade is the difference.
      const rest = (multiply15(x - a * 512, factor) << 22) >> 22;
      return total + rest * rest;
    }, 0);
    return Math.fround(Math.fround(sum) * (steps * steps));
  });
  return [0, 1, 2, 3].map((lane) => {
    let best = lane;
    for (let i = lane; i < count; i += 4) if ((costs[i] ?? 0) < (costs[best] ?? 0)) best = i;
    return STARTS[best] ?? [0, 0];
  });
}
