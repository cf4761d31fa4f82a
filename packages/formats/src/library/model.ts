// A model with its companion files: mesh, materials, clips of joints and of morph weights, scene.

import type { AnimationChannel, AnimationClip, WeightChannel, WeightClip } from '../hanim/model.js';
import { type ExpandedClips, expandHclip } from '../hclip/expand.js';
import type { CompressedClip } from '../hclip/model.js';
import type { Material } from '../hmat/model.js';
import type { Hmatx } from '../hmatx/model.js';
import type { Hmesh } from '../hmesh/model.js';
import type { Hmesh1 } from '../hmesh1/model.js';
import type { Hscene } from '../hscene/model.js';

const COMPANIONS = ['hmat', 'hmatx', 'hanim', 'hanimx', 'hclip', 'hscene'];

/** Paths of the files that `loadModel` loads with a mesh, if they exist; empty for other paths. */
export const modelCompanions = (path: string): readonly string[] =>
  path.endsWith('.hmesh') ? COMPANIONS.map((extension) => path.replace(/hmesh$/, extension)) : [];

/** One clip: its effect on joints and on morph targets. */
export interface ModelClip {
  readonly name: string;
  readonly duration: number;
  readonly joints: readonly AnimationChannel[];
  readonly weights: readonly WeightChannel[];
  /** Whether its values are differences from a reference pose: see docs/formats/hclip.md. */
  readonly isAdditive: boolean;
}

/** The result of `loadModel`. */
export interface Model {
  /** Path of the mesh in the output folder. */
  readonly path: string;
  readonly mesh: Hmesh | Hmesh1;
  /** Row i belongs to material slot i of the mesh. */
  readonly materials: readonly Material[];
  /** Extended fields of the materials; undefined if there are none. */
  readonly materialExtras: Hmatx | undefined;
  /** Nodes, cameras and lights; undefined if there are none. */
  readonly scene: Hscene | undefined;
  /** Clips as keys: of the `.hanim` and the `.hanimx`, or else those of the `.hclip`, decoded on first use; empty without any. */
  readonly clips: readonly ModelClip[];
  /** Clips of the `.hclip`, which `sampleHclip` reads in place; empty without one. */
  readonly compressedClips: readonly CompressedClip[];
}

/** The decoded clip files of a model, each undefined without one. */
export interface ClipFiles {
  readonly hanim: readonly AnimationClip[] | undefined;
  readonly hanimx: readonly WeightClip[] | undefined;
  readonly hclip: readonly CompressedClip[] | undefined;
}

/** Clips as keys: those of the `.hanim` and the `.hanimx`, or else those of the `.hclip`, decoded by `expand`. */
export const clipsAsKeys = (
  { hanim, hanimx, hclip }: ClipFiles,
  mesh: Pick<Hmesh, 'skin' | 'morphs'>,
  expand: typeof expandHclip = expandHclip,
): ExpandedClips =>
  hanim === undefined && hanimx === undefined && hclip !== undefined
    ? expand(hclip, mesh)
    : { joints: hanim ?? [], weights: hanimx ?? [] };

/** The clips of a model, from its files. */
export function modelClips(files: ClipFiles, mesh: Pick<Hmesh, 'skin' | 'morphs'>): readonly ModelClip[] {
  const { joints, weights } = clipsAsKeys(files, mesh);
  const hasKeys = files.hanim !== undefined || files.hanimx !== undefined;
  const additive = new Set(hasKeys ? [] : files.hclip?.flatMap(({ name, isAdditive }) => (isAdditive ? [name] : [])));
  return pairClips(joints, weights).map((clip) => ({ ...clip, isAdditive: additive.has(clip.name) }));
}

/** Pairs clips with the same name, which play together. If several share a name, they are paired in order. */
export function pairClips(joints: readonly AnimationClip[], weights: readonly WeightClip[]): readonly ModelClip[] {
  const left = [...weights];
  const paired = joints.map(({ name, duration, channels }): ModelClip => {
    const at = left.findIndex((clip) => clip.name === name);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    const longest = Math.max(duration, own?.duration ?? duration);
    return { name, duration: longest, joints: channels, weights: own?.channels ?? [], isAdditive: false };
  });
  const alone = left.map(
    ({ channels, ...clip }): ModelClip => ({
      ...clip,
      joints: [],
      weights: channels,
      isAdditive: false,
    }),
  );
  return [...paired, ...alone];
}
