// Compares the texture with its source: display mode and error.

import { Facts, Panel } from '../../parts/panel.js';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import type { Quality } from '../../texture/compare.js';
import type { TextureFacts } from '../../texture/facts.js';
import type { Comparison } from '../../texture/sheet/sheet-renderer.js';
import type { Change, TextureSettings } from './texture-state.js';
import type { Compared } from './use-comparison.js';

const decibels = (value: number | undefined): string =>
  value === undefined ? '–' : value === Number.POSITIVE_INFINITY ? 'equal' : `${value.toFixed(2)} dB`;

const LOG = ' Light is compared as log2(1 + value).';

function greatest(quality: Quality | undefined): string {
  if (quality === undefined) return '–';
  return quality.scale === 'codes' ? `${quality.worst} of 255` : `${quality.worst.toFixed(2)} stops`;
}

function noteOf({ state, refusal }: Compared, { isHdr }: TextureFacts): string {
  if (refusal !== undefined) return refusal;
  if (state === 'waiting') return 'A texture of this size is compared on request: decoding its source takes a while.';
  if (state === 'decoding') return 'Decoding the source…';
  return `Mip 0 is compared, with the source as the build decoded it.${isHdr ? LOG : ''}`;
}

interface ComparePanelProps {
  readonly facts: TextureFacts;
  readonly settings: TextureSettings;
  readonly change: Change;
  readonly compared: Compared;
  readonly onCompare: () => void;
}

export function ComparePanel({ facts, settings, change, compared, onCompare }: ComparePanelProps) {
  const { quality, state } = compared;
  const { comparison, gain } = settings;
  // Reserves the space before data arrives.
  const names = [...facts.channels].map((letter) => letter.toUpperCase());
  return (
    <Panel title="Compare with the source" note={quality === undefined ? '' : decibels(quality.all)}>
      <Segmented<Comparison>
        label="Comparison"
        choices={[
          { value: 'off', label: 'Compiled', title: 'What was compiled (F flips)' },
          { value: 'source', label: 'Source', title: 'What it was compiled from (F flips)' },
          { value: 'split', label: 'Split', title: 'The source at the left of a line' },
          { value: 'difference', label: 'Difference', title: 'The difference as a heat map' },
        ]}
        value={comparison}
        onChange={(value) => change({ comparison: value })}
      />
      {comparison === 'difference' ? (
        <>
          <Slider
            label="Gain"
            min={0}
            max={6}
            step={1}
            value={Math.log2(gain)}
            text={`× ${gain}`}
            onChange={(value) => change({ gain: 2 ** value })}
          />
          <div class="heat-scale" aria-hidden="true">
            <span>0</span>
            <span class="heat-ramp" />
            <span>{gain === 1 ? '255' : (255 / gain).toFixed(gain > 16 ? 1 : 0)}</span>
          </div>
        </>
      ) : null}
      <Facts
        rows={[
          ...names.map((name, i) => [`PSNR ${name}`, decibels(quality?.byChannel[i])] as const),
          ['PSNR overall', decibels(quality?.all)],
          ['Largest', greatest(quality)],
        ]}
      />
      {state === 'waiting' ? (
        <button class="button" type="button" onClick={onCompare}>
          Compare
        </button>
      ) : null}
      <p class="muted note compare-note" role="status">
        {noteOf(compared, facts)}
      </p>
    </Panel>
  );
}
