// Clips: one is chosen, played or drawn along by hand.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as THREE from 'three';
import { ChoiceList } from '../../parts/choice-list.js';
import { PlayIcon } from '../../parts/icons.js';
import { Panel } from '../../parts/panel.js';
import { Slider } from '../../parts/slider.js';
import type { Stage } from '../stage/stage.js';
import type { ViewedModel } from './plain-model.js';

interface ClipsPanelProps {
  /** Until it is there the panel keeps its place. */
  readonly model: ViewedModel | undefined;
  readonly stage: Stage | undefined;
  /** The model's own unless given. */
  readonly clips?: readonly THREE.AnimationClip[] | undefined;
}

const NONE: readonly THREE.AnimationClip[] = [];

const REST = -1;

export function ClipsPanel({ model, stage, clips = model?.animations ?? NONE }: ClipsPanelProps) {
  const [clip, setClip] = useState(REST);
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const mixer = useRef<THREE.AnimationMixer | undefined>(undefined);
  const duration = clips[clip]?.duration ?? 0;

  useLayoutEffect(() => {
    if (model === undefined) return;
    const made = new THREE.AnimationMixer(model.scene);
    mixer.current = made;
    return () => {
      made.stopAllAction();
      made.uncacheRoot(model.scene);
    };
  }, [model, clips]);
  useLayoutEffect(() => {
    mixer.current?.stopAllAction();
    const chosen = clips[clip];
    if (chosen !== undefined) {
      mixer.current?.clipAction(chosen).play();
      mixer.current?.setTime(Math.min(time, chosen.duration * 0.999999));
    }
    stage?.invalidate();
  }, [clip, clips, model]);
  useLayoutEffect(() => {
    if (!isPlaying || clips[clip] === undefined || stage === undefined) return;
    const end = stage.beforeFrame((seconds) => {
      mixer.current?.update(seconds);
      return true;
    });
    const endAfter = stage.afterFrame(() => setTime((mixer.current?.time ?? 0) % (duration || 1)));
    stage.invalidate();
    return () => {
      end();
      endAfter();
    };
  }, [isPlaying, clip, clips, stage]);

  if (clips.length === 0 && model !== undefined) return null;
  const choose = (next: number): void => {
    setTime(0);
    setClip(next);
    setPlaying(next !== REST);
  };
  return (
    <Panel title="Clips" note={model === undefined ? '' : `${clips.length}`}>
      <div class="clip-row">
        <button
          type="button"
          class="icon-button"
          disabled={model === undefined}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={() => (clip === REST ? choose(0) : setPlaying(!isPlaying))}
        >
          <PlayIcon isPlaying={isPlaying} />
        </button>
        <ChoiceList
          label="Clip"
          choices={[
            { value: String(REST), label: 'At rest' },
            ...clips.map(({ name }, i) => ({ value: String(i), label: name === '' ? `Clip ${i}` : name })),
          ]}
          value={String(clip)}
          onChange={(value) => choose(Number(value))}
        />
      </div>
      <Slider
        label="Time"
        isPlain
        min={0}
        max={duration || 1}
        step={(duration || 1) / 500}
        value={time}
        text={`${time.toFixed(2)} / ${duration.toFixed(2)} s`}
        disabled={clip === REST}
        onChange={(next) => {
          setPlaying(false);
          setTime(next);
          // The very end of a clip that repeats is its beginning.
          mixer.current?.setTime(Math.min(next, duration * 0.999999));
          stage?.invalidate();
        }}
      />
    </Panel>
  );
}
