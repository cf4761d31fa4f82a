// Which properties a clip sets. Players leave the others to their users.

import { kindOf, tracksOf } from './clip-parts.js';
import { groupFlag, HclipStepped, TRACK_GROUPS } from './layout.js';
import type { CompressedClip } from './model.js';

/** The result of `movedBy`. */
export interface MovedProperties {
  /** By joint: 1 rotation, 2 translation, 4 scale, added up. */
  readonly joints: Uint8Array;
  /** By morph target: 1 if its weight is set. */
  readonly targets: Uint8Array;
}

/** The properties that sampling a clip sets. */
export function movedBy(clip: CompressedClip): MovedProperties {
  const joints = new Uint8Array(clip.jointCount);
  const targets = new Uint8Array(clip.targetCount);
  const stepped = new Set<number>();
  for (let i = 0; i < clip.steppedCount; i++)
    stepped.add(clip.view.getUint32(clip.parts.stepped + i * HclipStepped.size, true));
  let track = 0;
  for (const [group, { name }] of TRACK_GROUPS.entries()) {
    if ((clip.flags & groupFlag(group)) === 0) continue;
    for (let i = 0; i < tracksOf(group, clip); i++, track++) {
      if (kindOf(clip, track) === 0 && !stepped.has(track)) continue;
      if (name === 'weight') targets[i] = 1;
      else joints[i] = (joints[i] ?? 0) | (1 << group);
    }
  }
  return { joints, targets };
}
