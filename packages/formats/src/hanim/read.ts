// Decodes clips of joints.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { CHANNEL_PATHS } from './layout.js';
import type { AnimationClip } from './model.js';
import { HANIM, inspectClips } from './read-clips.js';

/** Decodes a `.hanim`. Throws only FormatError. */
export const decodeHanim = (bytes: Uint8Array): readonly AnimationClip[] =>
  decoded(inspectClips(bytes, HANIM, new FirstProblem(), undefined)).map(({ name, duration, channels }) => ({
    name,
    duration,
    channels: channels.map(({ path, ...channel }) => ({ path: CHANNEL_PATHS[path] ?? 'translation', ...channel })),
  }));
