// The toolbar above a texture.

import type { Ktx2 } from '@assetc/formats';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { Toolbar } from '../../parts/toolbar.js';
import type { TextureFacts } from '../../texture/facts.js';
import { type Arrangement, type Change, carried, type TextureSettings } from './texture-state.js';

const NAMES: Readonly<Record<Arrangement, readonly [label: string, title: string]>> = {
  image: ['One', 'One image'],
  all: ['All', 'Every level, layer, face and slice'],
  sky: ['Sky', 'From inside the cube'],
  roughness: ['Roughness', 'Levels as mirrors of growing roughness'],
  graded: ['Graded', 'Applied to a picture'],
};

interface ChannelsProps {
  readonly facts: TextureFacts;
  readonly value: readonly [boolean, boolean, boolean, boolean];
  readonly change: Change;
}

/** A single channel is shown in gray. */
function Channels({ facts, value, change }: ChannelsProps) {
  const there = carried(facts);
  return (
    <fieldset class="channels" aria-label="Channels">
      {['R', 'G', 'B', 'A'].map((name, i) => (
        <button
          key={name}
          type="button"
          class={`channel channel-${name.toLowerCase()}`}
          aria-pressed={value[i]}
          disabled={there[i] !== true}
          title={there[i] === true ? `${name}; with Shift alone` : `There is no ${name}`}
          onClick={(event) => {
            const next = value.map((on, c) => (event.shiftKey ? c === i : c === i ? !on : on));
            const [r = true, g = true, b = true, a = true] = next.some(Boolean) ? next : there;
            change({ channels: [r, g, b, a] });
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface TextureToolbarProps {
  readonly ktx: Ktx2;
  readonly facts: TextureFacts;
  readonly settings: TextureSettings;
  readonly arrangements: readonly Arrangement[];
  readonly arrangement: Arrangement;
  readonly channels: readonly [boolean, boolean, boolean, boolean];
  readonly change: Change;
}

export function TextureToolbar(props: TextureToolbarProps) {
  const { facts, settings, arrangements, arrangement, channels, change } = props;
  const isFlat = arrangement === 'image' || arrangement === 'all';
  const choices = arrangements.map((value) => ({ value, label: NAMES[value][0], title: NAMES[value][1] }));
  return (
    <Toolbar label="Display options">
      {choices.length < 2 ? null : (
        <Segmented
          label="What is shown"
          choices={choices}
          value={arrangement}
          onChange={(value) => change({ arrangement: value, comparison: 'off', showsBlocks: false })}
        />
      )}
      {isFlat ? <Channels facts={facts} value={channels} change={change} /> : null}
      {arrangement === 'graded' ? null : (
        <div class="toolbar-slider">
          <Slider
            label="Exposure"
            min={-8}
            max={8}
            step={0.25}
            value={settings.exposure}
            text={`${settings.exposure > 0 ? '+' : settings.exposure < 0 ? '−' : ''}${Math.abs(settings.exposure)} EV`}
            onChange={(exposure) => change({ exposure })}
          />
        </div>
      )}
      {arrangement === 'image' ? (
        <Segmented
          label="Tiles"
          choices={[
            { value: '1', label: '1×1', title: 'Once' },
            { value: '2', label: '2×2', title: 'Tiled two by two' },
            { value: '3', label: '3×3', title: 'Tiled three by three' },
          ]}
          value={String(settings.tiles)}
          onChange={(value) => change({ tiles: value === '3' ? 3 : value === '2' ? 2 : 1 })}
        />
      ) : null}
      {isFlat && facts.channels === 'rg' && !facts.isHdr ? (
        <Segmented
          label="Blue"
          choices={[
            { value: 'z', label: 'Z', title: 'Blue is rebuilt from red and green as a unit normal' },
            { value: '0', label: 'RG', title: 'Red and green as stored' },
          ]}
          value={settings.rebuildsZ ? 'z' : '0'}
          onChange={(value) => change({ rebuildsZ: value === 'z' })}
        />
      ) : null}
    </Toolbar>
  );
}
