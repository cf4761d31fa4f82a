// A model with the files beside it that one source gave: its mesh, its materials, its clips of joints and of morph weights.

import type { AnimationChannel, AnimationClip, WeightChannel, WeightClip } from '../hanim/model.js';
import type { Material } from '../hmat/model.js';
import type { Hmatx } from '../hmatx/model.js';
import type { Hmesh } from '../hmesh/model.js';
import type { Hmesh1 } from '../hmesh1/model.js';
import type { Hscene } from '../hscene/model.js';

/** One clip: what it does to joints, and what it does to morph targets. */
export interface ModelClip {
  readonly name: string;
  readonly duration: number;
  readonly joints: readonly AnimationChannel[];
  readonly weights: readonly WeightChannel[];
}

/** What `loadModel` gives. */
export interface Model {
  /** Of the mesh, below the output folder. */
  readonly path: string;
  readonly mesh: Hmesh | Hmesh1;
  /** Row i belongs to material slot i of the mesh. */
  readonly materials: readonly Material[];
  /** What the materials have beyond their rows; undefined where they have nothing. */
  readonly materialExtras: Hmatx | undefined;
  /** Nodes, cameras and lights; undefined where none were written. */
  readonly scene: Hscene | undefined;
  /** Of the `.hanim` and the `.hanimx`; none where neither is there. */
  readonly clips: readonly ModelClip[];
}

/** Clips of the same name play together; of several with one name, the first with the first. */
export function pairClips(joints: readonly AnimationClip[], weights: readonly WeightClip[]): readonly ModelClip[] {
  const left = [...weights];
  const paired = joints.map(({ name, duration, channels }): ModelClip => {
    const at = left.findIndex((clip) => clip.name === name);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    const longest = Math.max(duration, own?.duration ?? duration);
    return { name, duration: longest, joints: channels, weights: own?.channels ?? [] };
  });
  const alone = left.map(({ channels, ...clip }): ModelClip => ({ ...clip, joints: [], weights: channels }));
  return [...paired, ...alone];
}
