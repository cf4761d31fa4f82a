// Which source texels contribute to a target texel along one axis, and their weights. Odd sizes are true area averages, without dropped
// rows. Uses only + − × ÷ and square roots, which are exact everywhere, because weights affect output bytes.

import type { AxisTaps } from '@assetc/kernels';

export type MipFilter = 'box' | 'kaiser';
export type Wrap = 'repeat' | 'clamp';

export function axisTaps(source: number, target: number, filter: MipFilter, wrap: Wrap): AxisTaps {
  if (source === target) return identity(source);
  // Enlarging does not alias.
  return filter === 'box' || target > source ? boxTaps(source, target) : kaiserTaps(source, target, wrap);
}

function identity(size: number): AxisTaps {
  return {
    taps: 1,
    indices: Uint32Array.from({ length: size }, (_, i) => i),
    weights: new Float32Array(size).fill(1),
  };
}

/** Area overlap, in integers: target texel i covers source positions i·source/target to (i + 1)·source/target. */
function boxTaps(source: number, target: number): AxisTaps {
  const taps = source % target === 0 ? source / target : Math.floor(source / target) + 2;
  const indices = new Uint32Array(target * taps);
  const weights = new Float32Array(target * taps);
  for (let i = 0; i < target; i++) {
    const start = i * source;
    const end = start + source;
    const first = Math.floor(start / target);
    for (let t = 0; t < taps; t++) {
      const j = first + t;
      const overlap = Math.min(end, (j + 1) * target) - Math.max(start, j * target);
      indices[i * taps + t] = Math.min(j, source - 1);
      weights[i * taps + t] = Math.max(0, overlap) / source;
    }
  }
  return { taps, indices, weights };
}

/** Half width in target texels, and sharpness, of the window. */
const KAISER_RADIUS = 3;
const KAISER_ALPHA = 4;

function kaiserTaps(source: number, target: number, wrap: Wrap): AxisTaps {
  const scale = source / target;
  const taps = Math.ceil(2 * KAISER_RADIUS * scale) + 1;
  const indices = new Uint32Array(target * taps);
  const weights = new Float32Array(target * taps);
  const raw = new Float64Array(taps);
  for (let i = 0; i < target; i++) {
    const center = (i + 0.5) * scale;
    const first = Math.floor(center - KAISER_RADIUS * scale);
    let sum = 0;
    for (let t = 0; t < taps; t++) {
      const w = kaiserSinc((first + t + 0.5 - center) / scale);
      raw[t] = w;
      sum += w;
    }
    for (let t = 0; t < taps; t++) {
      indices[i * taps + t] = within(first + t, source, wrap);
      weights[i * taps + t] = (raw[t] ?? 0) / sum;
    }
  }
  return { taps, indices, weights };
}

function within(index: number, size: number, wrap: Wrap): number {
  if (wrap === 'repeat') return ((index % size) + size) % size;
  return Math.min(Math.max(index, 0), size - 1);
}

/** sinc(x), windowed to |x| < 3. */
function kaiserSinc(x: number): number {
  const u = x / KAISER_RADIUS;
  if (u <= -1 || u >= 1) return 0;
  const window = besselI0(KAISER_ALPHA * Math.sqrt(1 - u * u)) / besselI0(KAISER_ALPHA);
  return (x === 0 ? 1 : sinPi(x) / (Math.PI * x)) * window;
}

/** The modified Bessel function by its power series. */
function besselI0(x: number): number {
  const quarter = (x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

/** sin(πx) by its power series around the nearest integer. */
function sinPi(x: number): number {
  const nearest = Math.round(x);
  const a = Math.PI * (x - nearest);
  let term = a;
  let sum = a;
  for (let k = 2; k <= 24; k += 2) {
    term *= -(a * a) / (k * (k + 1));
    sum += term;
  }
  return nearest % 2 === 0 ? sum : -sum;
}
