// The block modes of a texture: a toggle for the overlay, and the share of each mode.

import { Panel } from '../../parts/panel.js';
import { Toggle } from '../../parts/toggle.js';
import { type BlockMap, SOLID } from '../../texture/block-map.js';
import type { Change } from './texture-state.js';

interface BlocksPanelProps {
  readonly map: BlockMap | undefined;
  readonly isShown: boolean;
  readonly change: Change;
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export function BlocksPanel({ map, isShown, change }: BlocksPanelProps) {
  const total = map === undefined ? 1 : map.columns * map.rows;
  return (
    <Panel title="Block modes" note={map === undefined ? '' : `${map.columns} × ${map.rows} blocks`}>
      <Toggle
        label="Show over the texture"
        checked={isShown}
        onChange={(showsBlocks) => change({ showsBlocks, comparison: 'off' })}
      />
      <ul class="mode-list">
        {(map?.legend ?? []).map(({ mode, name, color, count }) => (
          <li key={mode}>
            <span class="mode-swatch" style={{ background: `rgb(${color.join(' ')})` }} />
            <span class="mode-number">{mode === SOLID || mode < 0 ? '' : mode}</span>
            <span class="mode-name">{name}</span>
            <span class="mode-share">{percent(count / total)}</span>
            <span
              class="mode-bar"
              style={{ width: `${(count / total) * 100}%`, background: `rgb(${color.join(' ')})` }}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
