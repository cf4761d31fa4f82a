// Turns the clips of a file without a mesh into clips for a model with the skeleton that they were compiled for.

import type { AnimationClip as FileClip } from '@assetc/formats';
import {
  AnimationClip,
  InterpolateDiscrete,
  InterpolateLinear,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';

const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/** `bones`: the names of the model's bones, by joint. */
export function clipsForSkeleton(clips: readonly FileClip[], bones: readonly string[]): readonly AnimationClip[] {
  return clips.map(({ name, duration, channels }) => {
    const tracks = channels.flatMap(({ joint, path, interpolation, times, values }) => {
      const bone = bones[joint];
      if (bone === undefined || times.length === 0) return [];
      const mode = interpolation === 'STEP' ? InterpolateDiscrete : InterpolateLinear;
      const Track = path === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
      return [new Track(`${bone}.${PROPERTIES[path]}`, new Float32Array(times), new Float32Array(values), mode)];
    });
    return new AnimationClip(name, duration, tracks);
  });
}
