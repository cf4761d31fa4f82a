// The readable twin of the mips kernel: the same sums in the same order, rounded to f32 after every operation.

import type { MipBand, TexelStore } from '../mips/mip-band.js';

const f = Math.fround;

export function filterBandReference(band: MipBand): void {
  const { columns, rows, targetWidth } = band;
  for (let y = band.firstRow; y < band.endRow; y++) {
    for (let x = 0; x < targetWidth; x++) {
      const texel = [0, 1, 2, 3].map((channel) => {
        let down = 0;
        for (let t = 0; t < rows.taps; t++) {
          const sourceRow = rows.indices[y * rows.taps + t] ?? 0;
          let across = 0;
          for (let u = 0; u < columns.taps; u++) {
            const value = working(band, columns.indices[x * columns.taps + u] ?? 0, sourceRow, channel);
            if (columns.taps === 1) across = value;
            else across = f(across + f(value * (columns.weights[x * columns.taps + u] ?? 0)));
          }
          if (rows.taps === 1) down = across;
          else down = f(down + f(across * (rows.weights[y * rows.taps + t] ?? 0)));
        }
        return down;
      });
      const at = (y * targetWidth + x) * 4;
      band.floats?.set(texel, at);
      band.bytes?.set(storeTexel(texel, band.store), at);
    }
  }
}

function working(band: MipBand, x: number, y: number, channel: number): number {
  const { source, load } = band;
  const at = (y * band.sourceWidth + x) * 4;
  const value = source[at + channel] ?? 0;
  if (source instanceof Float32Array) return value;
  const alpha = load.alpha[source[at + 3] ?? 0] ?? 0;
  if (channel === 3) return alpha;
  const color = load.rgb[value] ?? 0;
  return load.premultiply ? f(color * alpha) : color;
}

function storeTexel(texel: readonly number[], store: TexelStore): number[] {
  const [r = 0, g = 0, b = 0, a = 0] = texel;
  if (store.as === 'normal') {
    const square = f(f(f(r * r) + f(g * g)) + f(b * b));
    const length = f(Math.sqrt(square));
    const n = square < f(1e-12) ? [0, 0, 1] : [f(r / length), f(g / length), f(b / length)];
    return [...n.map((v) => unit(f(f(v * 0.5) + 0.5))), unit(a)];
  }
  const straight = [r, g, b].map((v) => (store.premultiplied ? (a > 0 ? f(v / a) : 0) : v));
  return [...straight.map((v) => (store.as === 'srgb' ? srgbCode(v, store.thresholds) : unit(v))), unit(a)];
}

const clamp = (v: number): number => Math.min(Math.max(v, 0), 1);
const unit = (v: number): number => Math.floor(f(f(clamp(v) * 255) + 0.5));

function srgbCode(v: number, thresholds: Float32Array): number {
  let code = 0;
  while (clamp(v) >= (thresholds[code + 1] ?? 2)) code++;
  return code;
}
