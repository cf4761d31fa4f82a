// The joints and one clip of a compiled model in three.js, by the example of the guide: its bones and its mixer.

import type { AnimationClip, Hmesh } from '@assetc/formats';
import { AnimationMixer, BufferGeometry, LoopOnce, Matrix4, Mesh } from 'three';
import { toSkinnedMesh, toThreeClip } from '../docs/runtime-guide/three-skin.js';

interface ThreePose {
  /** Of each joint: translation, rotation, scale. */
  readonly locals: readonly { readonly translation: number[]; readonly rotation: number[]; readonly scale: number[] }[];
  /** Of each joint, sixteen numbers: its world matrix times its inverse bind. */
  readonly matrices: readonly number[][];
}

/** The poses of three at each time; times are clamped to the keys. */
export function poseInThree(mesh: Hmesh, clip: AnimationClip, times: readonly number[]): ThreePose[] {
  const skinned = toSkinnedMesh(new Mesh(new BufferGeometry()), mesh);
  const { bones, boneInverses } = skinned.skeleton;
  // Longer than its keys, so that the last of them is not wrapped to the first; three takes no track without keys.
  const channels = clip.channels.filter((channel) => channel.times.length > 0);
  const longer = toThreeClip({ ...clip, channels, duration: clip.duration + 1 });
  return times.map((time) => {
    const mixer = new AnimationMixer(skinned);
    mixer.clipAction(longer).setLoop(LoopOnce, 1).play();
    mixer.setTime(time);
    skinned.updateMatrixWorld(true);
    const locals = bones.map(({ position, quaternion, scale }) => ({
      translation: position.toArray(),
      rotation: quaternion.toArray(),
      scale: scale.toArray(),
    }));
    const matrices = bones.map(({ matrixWorld }, i) =>
      new Matrix4().multiplyMatrices(matrixWorld, boneInverses[i] ?? new Matrix4()).toArray(),
    );
    mixer.stopAllAction();
    return { locals, matrices };
  });
}
