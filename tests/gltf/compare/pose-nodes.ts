// Where an engine puts the nodes of a compiled scene at a time of a clip: those that are joints where the skeleton puts them, the others
// below their parents.

import type { AnimationClip, Hscene, HsceneClip, Joint } from '@assetc/formats';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { jointWorlds, sample } from './pose-compiled.js';

export function nodeWorlds(
  scene: Hscene,
  joints: readonly Joint[],
  clips: { readonly hanim?: AnimationClip | undefined; readonly hscene?: HsceneClip | undefined },
  time: number,
): readonly Matrix4[] {
  const moved = scene.meshesAreBaked ? jointWorlds(joints, clips.hanim, time) : [];
  const worlds: Matrix4[] = [];
  for (const [i, node] of scene.nodes.entries()) {
    const joint = moved[node.joint];
    if (joint !== undefined) {
      worlds.push(joint);
      continue;
    }
    const part = (path: 'translation' | 'rotation' | 'scale'): number[] => {
      const channel = clips.hscene?.channels.find(
        ({ target, index, property }) => target === 'node' && index === i && property === path,
      );
      return channel === undefined ? [...node[path]] : sample({ ...channel, joint: 0, path }, time);
    };
    const world = new Matrix4().compose(
      new Vector3(...part('translation')),
      new Quaternion(...part('rotation')),
      new Vector3(...part('scale')),
    );
    const parent = worlds[node.parent];
    worlds.push(parent === undefined ? world : world.premultiply(parent));
  }
  return worlds;
}
