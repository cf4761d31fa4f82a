// The luminance histogram, with marks around the range that the exposure shows.

import { Facts, Panel } from '../../parts/panel.js';
import type { Histogram } from '../../texture/histogram.js';

interface HistogramPanelProps {
  readonly histogram: Histogram | undefined;
  /** In stops. */
  readonly exposure: number;
}

const WIDTH = 288;
const HEIGHT = 84;

const number = (value: number): string => (value === 0 ? '0' : value.toPrecision(3));

export function HistogramPanel({ histogram, exposure }: HistogramPanelProps) {
  const bins = histogram?.bins ?? new Uint32Array(1);
  const most = bins.reduce((a, b) => Math.max(a, b), 1);
  const step = WIDTH / bins.length;
  const isStops = histogram?.scale === 'stops';
  // The square root makes rare values visible.
  const path = Array.from(bins, (count, i) => {
    const height = Math.sqrt(count / most) * HEIGHT;
    return `M${i * step} ${HEIGHT}v${-height}h${step * 0.86}v${height}z`;
  }).join('');
  const white = histogram === undefined ? 0 : ((-exposure - histogram.from) / (histogram.to - histogram.from)) * WIDTH;
  return (
    <Panel title="Luminance" note={histogram === undefined ? '' : `up to ${number(histogram.greatest)}`}>
      <svg class="histogram" viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} role="img" aria-label="Histogram of luminance">
        {isStops
          ? [-8, -4, 0, 4, 8].map((stop) => (
              <g key={stop} transform={`translate(${((stop + 12) / 24) * WIDTH} 0)`}>
                <path class="histogram-mark" d={`M0 0V${HEIGHT}`} />
                <text y={HEIGHT + 13} text-anchor="middle">
                  {stop > 0 ? `+${stop}` : stop}
                </text>
              </g>
            ))
          : null}
        <path class="histogram-bins" d={path} />
        {isStops ? <path class="histogram-white" d={`M${white} 0V${HEIGHT}`} /> : null}
      </svg>
      <Facts
        rows={[
          ['Range', histogram === undefined ? '…' : `${number(histogram.least)} to ${number(histogram.greatest)}`],
          ['Mean', histogram === undefined ? '…' : number(histogram.mean)],
          ['Shown white', `from ${number(2 ** -exposure)}`],
          [
            'Not finite',
            histogram === undefined ? '…' : histogram.notFinite === 0 ? 'none' : `${histogram.notFinite} texels`,
          ],
        ]}
      />
    </Panel>
  );
}
