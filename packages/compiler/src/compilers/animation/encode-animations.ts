// Encodes clips as .hanim. Every key is kept unless there is a tolerance.

import { encodeHanim } from '@assetc/formats';
import type { AnimationModel } from '../../model/scene/animation.js';
import { reduceKeys } from './reduce-keys.js';
import type { AnimationSettings } from './settings.js';

const INTERPOLATIONS = { step: 'STEP', linear: 'LINEAR' } as const;

/** Undefined if there is no clip: then there is no file. */
export function encodeAnimations(
  clips: readonly AnimationModel[],
  { tolerance }: AnimationSettings,
): Uint8Array | undefined {
  if (clips.length === 0) return undefined;
  return encodeHanim(
    clips.map(({ name, channels }) => ({
      name,
      channels: channels.map((channel) => {
        const { joint, path, interpolation, times, values } = reduceKeys(channel, tolerance);
        return { joint, path, interpolation: INTERPOLATIONS[interpolation], times, values };
      }),
    })),
  );
}
