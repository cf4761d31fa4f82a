// Plays one of several clips on a model, or holds it at a time; `clip` is -1 if the model is at rest.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as THREE from 'three';
import type { Stage } from '../stage/stage.js';
import { framePoints } from './frame-points.js';
import type { ViewedModel } from './plain-model.js';

export const REST = -1;

interface ClipPlayer {
  readonly clip: number;
  readonly duration: number;
  readonly isPlaying: boolean;
  readonly time: number;
  /** Plays it from the start, unless it is REST. */
  readonly choose: (clip: number) => void;
  /** Resumes or pauses; from rest it plays the first clip. */
  readonly playOrPause: () => void;
  /** Pauses at this time. */
  readonly holdAt: (time: number) => void;
}

/** The exact end of a repeating clip would be its start. */
const within = (time: number, duration: number): number => Math.min(time, duration * 0.999999);

export function useClipPlayer(
  model: ViewedModel | undefined,
  stage: Stage | undefined,
  clips: readonly THREE.AnimationClip[],
): ClipPlayer {
  const [clip, setClip] = useState(REST);
  const [isPlaying, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const mixer = useRef<THREE.AnimationMixer | undefined>(undefined);
  /** The clip whose poses the stage frames. */
  const framed = useRef(REST);
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
    if (model !== undefined && clip !== framed.current) stage?.follow(framePoints(model, chosen));
    framed.current = clip;
    if (chosen !== undefined) {
      mixer.current?.clipAction(chosen).play();
      mixer.current?.setTime(within(time, chosen.duration));
    }
    stage?.invalidate();
  }, [clip, clips, model]);
  useLayoutEffect(() => {
    if (!isPlaying || clips[clip] === undefined || stage === undefined) return;
    const ends = [
      stage.beforeFrame((seconds) => {
        mixer.current?.update(seconds);
        return true;
      }),
      stage.afterFrame(() => setTime((mixer.current?.time ?? 0) % (duration || 1))),
    ];
    stage.invalidate();
    return () => {
      for (const end of ends) end();
    };
  }, [isPlaying, clip, clips, stage]);
  const choose = (next: number): void => {
    setTime(0);
    setClip(next);
    setPlaying(next !== REST);
  };
  const holdAt = (next: number): void => {
    setPlaying(false);
    setTime(next);
    mixer.current?.setTime(within(next, duration));
    stage?.invalidate();
  };
  const playOrPause = (): void => (clip === REST ? choose(0) : setPlaying(!isPlaying));
  return { clip, duration, isPlaying, time, choose, playOrPause, holdAt };
}
