// One curve below the model: a line for each component.

import { plotCurve } from './plot.js';
import type { Curve } from './read-clips.js';

interface CurvePlotProps {
  readonly curve: Curve;
  readonly duration: number;
}

const COMPONENTS = ['x', 'y', 'z', 'w'] as const;

export function CurvePlot({ curve, duration }: CurvePlotProps) {
  const { low, high, lines } = plotCurve(curve, duration);
  const number = (value: number): string => String(Number(value.toPrecision(3)));
  return (
    <figure class="curve">
      <figcaption>
        <span>{curve.name}</span>
        <span class="muted">
          {number(low)} to {number(high)} · {duration.toFixed(2)} s
        </span>
        {lines.length < 2 ? null : (
          <span class="curve-keys">
            {lines.map((_, i) => (
              <span key={COMPONENTS[i]} class={`curve-${COMPONENTS[i]}`}>
                {COMPONENTS[i]}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <svg viewBox="-0.5 -3 101 106" preserveAspectRatio="none" role="img" aria-label={`Curve of ${curve.name}`}>
        {lines.map((line, i) => (
          <path key={COMPONENTS[i]} class={`curve-${COMPONENTS[i]}`} d={line} />
        ))}
      </svg>
    </figure>
  );
}
