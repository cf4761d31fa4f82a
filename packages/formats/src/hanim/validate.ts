// Every rule of `.hanim` that the file alone, or with its skeleton, can break.

import { type Problem, Problems } from '../core/problem.js';
import { inspectHanim } from './read.js';

/** With `jointCount`, the number of joints of the companion's skeleton, joint indices are checked too. */
export function validateHanim(bytes: Uint8Array, jointCount?: number): readonly Problem[] {
  const problems = new Problems();
  inspectHanim(bytes, problems, jointCount);
  return problems.list();
}
