// The color scale of differences: black for none, then violet, red and yellow to white.

/** Evenly spaced from 0 to 1. */
const STOPS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [8, 8, 14],
  [40, 18, 92],
  [122, 28, 108],
  [205, 54, 76],
  [244, 117, 40],
  [250, 198, 56],
  [252, 252, 220],
];

/** `share` is clamped to 0 … 1. */
export function heatColor(share: number): readonly [red: number, green: number, blue: number] {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const [from, to] = [STOPS[low] ?? [0, 0, 0], STOPS[low + 1] ?? [0, 0, 0]];
  const mix = (c: 0 | 1 | 2): number => Math.round(from[c] + (to[c] - from[c]) * (at - low));
  return [mix(0), mix(1), mix(2)];
}

/** 256 texels of RGBA, for shaders. */
export function heatRamp(): Uint8Array {
  const ramp = new Uint8Array(256 * 4).fill(255);
  for (let i = 0; i < 256; i++) ramp.set(heatColor(i / 255), i * 4);
  return ramp;
}
