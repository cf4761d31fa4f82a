// Decodes clips of morph weights.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { WeightClip } from './model.js';
import { HANIMX, inspectClips } from './read-clips.js';

/** Decodes a `.hanimx`. Throws only FormatError. */
export const decodeHanimx = (bytes: Uint8Array): readonly WeightClip[] =>
  decoded(inspectClips(bytes, HANIMX, new FirstProblem(), undefined)).map(({ name, duration, channels }) => ({
    name,
    duration,
    channels: channels.map(({ path, joint, ...channel }) => ({ target: joint, ...channel })),
  }));
