// Every rule of `.hanim` and `.hanimx` that the file alone, or with its mesh, can break.

import { type Problem, Problems } from '../core/problem.js';
import { type ClipDialect, HANIM, HANIMX, inspectClips } from './read-clips.js';

/**
 * Returns every broken rule of a `.hanim`. With `jointCount`, the number of joints in the companion's skeleton, joint indices are checked
 * too.
 */
export const validateHanim = (bytes: Uint8Array, jointCount?: number): readonly Problem[] =>
  validate(bytes, HANIM, jointCount);

/**
 * Returns every broken rule of a `.hanimx`. With `targetCount`, the number of morph targets in the companion mesh, target indices are
 * checked too.
 */
export const validateHanimx = (bytes: Uint8Array, targetCount?: number): readonly Problem[] =>
  validate(bytes, HANIMX, targetCount);

function validate(bytes: Uint8Array, dialect: ClipDialect, count: number | undefined): readonly Problem[] {
  const problems = new Problems();
  inspectClips(bytes, dialect, problems, count);
  return problems.list();
}
