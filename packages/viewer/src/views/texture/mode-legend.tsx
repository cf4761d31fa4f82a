// The colors of block modes, on the picture that they are drawn over.

import type { BlockMap } from '../../texture/block-map.js';

/** Rarer modes are in the panel. */
const MAX_MODES = 6;

export const ModeLegend = ({ map }: { readonly map: BlockMap }) => (
  <ul class="mode-legend" aria-label="Most frequent block modes">
    {[...map.legend]
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_MODES)
      .map(({ mode, name, color }) => (
        <li key={mode}>
          <span class="mode-swatch" style={{ background: `rgb(${color.join(' ')})` }} />
          {name}
        </li>
      ))}
  </ul>
);
