// Reads the files of one model together, and joins clips of equal names.

import type {
  AnimationChannel,
  Hmatx,
  Hmesh,
  Hscene,
  HsceneChannel,
  Material,
  MeshNames,
  WeightChannel,
} from '@assetc/formats';
import {
  clipsAsKeys,
  decodeHanim,
  decodeHanimx,
  decodeHclip,
  decodeHmat,
  decodeHmatx,
  decodeHmesh,
  decodeHscene,
} from '@assetc/formats';
import type { FileWithSiblings } from '../contract/converter.js';
import { expandClips } from './additive-clips.js';

export interface ModelFiles {
  readonly mesh: Hmesh;
  readonly names: MeshNames;
  readonly materials: readonly Material[];
  readonly materialExtras: Hmatx | undefined;
  readonly scene: Hscene | undefined;
  readonly clips: readonly JoinedClip[];
}

export interface JoinedClip {
  readonly name: string;
  readonly joints: readonly AnimationChannel[];
  readonly weights: readonly WeightChannel[];
  readonly scene: readonly HsceneChannel[];
}

export function readModelFiles({ bytes, sibling }: FileWithSiblings): ModelFiles {
  const mesh = decodeHmesh(bytes);
  const scene = sibling('.hscene', decodeHscene);
  const { joints, weights } = clipsAsKeys(
    {
      hanim: sibling('.hanim', decodeHanim),
      hanimx: sibling('.hanimx', decodeHanimx),
      hclip: sibling('.hclip', decodeHclip),
    },
    mesh,
    expandClips,
  );
  const clips = joinClips([
    joints.map(({ name, channels }) => ({ ...NO_CLIP, name, joints: channels })),
    weights.map(({ name, channels }) => ({ ...NO_CLIP, name, weights: channels })),
    (scene?.clips ?? []).map(({ name, channels }) => ({ ...NO_CLIP, name, scene: channels })),
  ]);
  return {
    mesh,
    names: mesh.names ?? { submeshes: [], materials: [], joints: [], targets: [] },
    materials: sibling('.hmat', decodeHmat) ?? [],
    materialExtras: sibling('.hmatx', decodeHmatx),
    scene,
    clips,
  };
}

const NO_CLIP: JoinedClip = { name: '', joints: [], weights: [], scene: [] };

/** If a file has several clips of one name, they are joined in order. */
function joinClips(files: readonly (readonly JoinedClip[])[]): readonly JoinedClip[] {
  const joined: JoinedClip[] = [];
  for (const clips of files) {
    const taken = new Set<number>();
    for (const clip of clips) {
      const at = joined.findIndex(({ name }, i) => name === clip.name && !taken.has(i));
      const earlier = joined[at] ?? { ...NO_CLIP, name: clip.name };
      const place = at < 0 ? joined.length : at;
      taken.add(place);
      joined[place] = {
        name: clip.name,
        joints: [...earlier.joints, ...clip.joints],
        weights: [...earlier.weights, ...clip.weights],
        scene: [...earlier.scene, ...clip.scene],
      };
    }
  }
  return joined;
}
