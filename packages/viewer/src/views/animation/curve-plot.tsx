// One curve below the model: a line for each component.

import { formatNumber } from '../../format-size.js';
import { plotCurve } from './plot.js';
import type { Curve } from './read-clips.js';

interface CurvePlotProps {
  readonly curve: Curve;
  readonly duration: number;
}

const COMPONENTS = ['x', 'y', 'z', 'w'] as const;

export function CurvePlot({ curve, duration }: CurvePlotProps) {
  const { low, high, lines } = plotCurve(curve, duration);
  return (
    <figure class="curve">
      <figcaption>
        <span>{curve.name}</span>
        <span class="muted">
          {formatNumber(low, 3)} to {formatNumber(high, 3)} · {duration.toFixed(2)} s
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
