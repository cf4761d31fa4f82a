// Clips: one is selected, played or scrubbed.

import type * as THREE from 'three';
import { PlayIcon } from '../../../parts/icons.js';
import { Panel } from '../../../parts/panel.js';
import { Slider } from '../../../parts/slider.js';
import { Table } from '../../../parts/table.js';
import type { Stage } from '../../stage/stage.js';
import type { ViewedModel } from '../plain-model.js';
import { REST, useClipPlayer } from '../use-clip-player.js';

type ListedClip = Pick<THREE.AnimationClip, 'name' | 'duration'>;

interface ClipsPanelProps {
  /** Undefined until it is loaded. The panel keeps its size. */
  readonly model: ViewedModel | undefined;
  readonly stage: Stage | undefined;
  /** Default: the model's clips. */
  readonly clips?: readonly THREE.AnimationClip[] | undefined;
  /** Listed until the clips are there, so that nothing below moves. */
  readonly expected?: readonly ListedClip[];
  /** Shown in a column of its own. */
  readonly channelsOf?: (clip: number) => number | undefined;
  readonly onChoose?: (clip: number) => void;
}

/** Choosing one plays it. */
const COLUMNS = [
  {
    title: 'Clip',
    cell: (clip: ListedClip | undefined, row: number) =>
      clip === undefined ? 'At rest' : clip.name === '' ? `Clip ${row - 1}` : clip.name,
  },
  {
    title: 'Seconds',
    isNumber: true,
    cell: (clip: ListedClip | undefined) => clip?.duration.toFixed(2) ?? '',
  },
];

const NONE: readonly THREE.AnimationClip[] = [];

export function ClipsPanel(props: ClipsPanelProps) {
  const { model, stage, clips = model?.animations ?? NONE, expected = NONE, channelsOf, onChoose } = props;
  const listed = model === undefined ? expected : clips;
  const { clip, duration, isPlaying, time, choose, playOrPause, holdAt } = useClipPlayer(model, stage, clips);
  if (clips.length === 0 && model !== undefined) return null;
  return (
    <Panel title="Clips" note={listed.length === 0 ? '' : `${listed.length}`}>
      <div class="clip-row">
        <button
          type="button"
          class="icon-button"
          disabled={model === undefined}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={playOrPause}
        >
          <PlayIcon isPlaying={isPlaying} />
        </button>
        <Slider
          label="Time"
          isPlain
          min={0}
          max={duration || 1}
          step={(duration || 1) / 500}
          value={time}
          text={`${time.toFixed(2)} / ${duration.toFixed(2)} s`}
          disabled={clip === REST}
          onChange={holdAt}
        />
      </div>
      <Table
        label="Clip"
        columns={
          channelsOf === undefined
            ? COLUMNS
            : [...COLUMNS, { title: 'Channels', isNumber: true, cell: (_, row) => channelsOf(row - 1) ?? '' }]
        }
        rows={[undefined, ...listed]}
        keyOf={(_, i) => i}
        chosen={clip + 1}
        onChoose={(row) => {
          if (model !== undefined) choose(row - 1);
          if (row > 0) onChoose?.(row - 1);
        }}
      />
    </Panel>
  );
}
