// Vectors of plain numbers, in 64 bits.

export type V = readonly number[];
export const at = (v: V, i: number): number => v[i] ?? 0;
export const dot = (a: V, b: V): number => a.reduce((sum, x, i) => sum + x * at(b, i), 0);
export const times = (v: V, s: number): V => v.map((x) => x * s);
export const plus = (...vs: readonly V[]): V => (vs[0] ?? []).map((_, i) => vs.reduce((sum, v) => sum + at(v, i), 0));
export const minus = (a: V, b: V): V => a.map((x, i) => x - at(b, i));
export const cross = (a: V, b: V): V =>
  [0, 1, 2].map((i) => at(a, (i + 1) % 3) * at(b, (i + 2) % 3) - at(a, (i + 2) % 3) * at(b, (i + 1) % 3));
export const unit = (v: V): V => times(v, 1 / Math.hypot(...v));
export const column = (m: V, i: number): V => m.slice(i * 4, i * 4 + 3);
export const transform = (m: V, v: V, w: number): V =>
  [0, 1, 2].map((r) => at(m, r) * at(v, 0) + at(m, 4 + r) * at(v, 1) + at(m, 8 + r) * at(v, 2) + at(m, 12 + r) * w);
export const yes = (is: boolean): V => [is ? 1 : 0];
export const half = (word: number, isHigh: number): number => (isHigh ? word >> 16 : (word << 16) >> 16);
export const median = (v: V): number =>
  at(
    [...v].sort((a, b) => a - b),
    1,
  );
export const words = (bytes: Uint8Array | undefined): Uint32Array =>
  new Uint32Array((bytes ?? new Uint8Array()).slice().buffer);
