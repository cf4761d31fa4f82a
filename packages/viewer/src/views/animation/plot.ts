// A curve as lines in a picture of 100 × 100 units: one line per component, through its keys.

import type { Curve } from './read-clips.js';

/** More keys are invisible in a picture of a few hundred pixels. */
const MAX_POINTS = 400;

interface Plot {
  readonly low: number;
  readonly high: number;
  /** The `d` attribute of a path, for each component. */
  readonly lines: readonly string[];
}

export function plotCurve({ times, values, components, interpolation }: Curve, duration: number): Plot {
  const valueAt = (key: number, component: number): number => values[key * components + component] ?? 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let key = 0; key < times.length; key++)
    for (let component = 0; component < components; component++) {
      low = Math.min(low, valueAt(key, component));
      high = Math.max(high, valueAt(key, component));
    }
  if (times.length === 0) return { low: 0, high: 0, lines: [] };
  const span = high - low || 1;
  const step = Math.max(1, Math.ceil(times.length / MAX_POINTS));
  const lines = Array.from({ length: components }, (_, component) => {
    let line = '';
    for (let key = 0; key < times.length; key += step) {
      const x = (((times[key] ?? 0) / (duration || 1)) * 100).toFixed(2);
      const y = (100 - ((valueAt(key, component) - low) / span) * 100).toFixed(2);
      line += key === 0 ? `M${x} ${y}` : interpolation === 'STEP' ? `H${x}V${y}` : `L${x} ${y}`;
    }
    return line;
  });
  return { low, high, lines };
}
