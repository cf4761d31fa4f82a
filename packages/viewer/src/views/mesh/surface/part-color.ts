// Colors of meshlets, clusters or levels: constant for each number, with distant hues for consecutive numbers.

const GOLDEN = 0.618033988749895;

/** Writes red, green and blue from 0 to 1 into `out` at `at`. */
export function partColor(part: number, out: Float32Array, at: number): void {
  const hue = (part * GOLDEN) % 1;
  const light = 0.62 + 0.16 * ((part * 7) % 3 === 0 ? 1 : (part * 7) % 3 === 1 ? 0 : 0.5);
  for (let i = 0; i < 3; i++) {
    const k = (i * 4 + hue * 12) % 12;
    const away = Math.max(-1, Math.min(k - 3, 9 - k, 1));
    out[at + i] = light - 0.75 * Math.min(light, 1 - light) * away;
  }
}

/** Hues of levels, from fine to coarse. */
export function levelColor(level: number, out: Float32Array, at: number): void {
  const steps = [
    [0.36, 0.62, 0.95],
    [0.3, 0.78, 0.55],
    [0.85, 0.78, 0.3],
    [0.93, 0.55, 0.28],
    [0.88, 0.35, 0.42],
    [0.7, 0.42, 0.85],
  ];
  out.set(steps[level % steps.length] ?? [], at);
}
