// Opens compressed clips.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { type Problem, Problems } from '../core/problem.js';
import { inspectHclip } from './inspect.js';
import type { CompressedClip } from './model.js';

/** Checks a `.hclip` and returns its clips, which are read in place. Throws only FormatError. */
export const decodeHclip = (bytes: Uint8Array): readonly CompressedClip[] =>
  decoded(inspectHclip(bytes, new FirstProblem(), undefined, undefined));

/** Returns broken rules of a `.hclip`; with the numbers of joints and targets of the companion mesh they must agree. */
export function validateHclip(bytes: Uint8Array, jointCount?: number, targetCount?: number): readonly Problem[] {
  const problems = new Problems();
  inspectHclip(bytes, problems, jointCount, targetCount);
  return problems.list();
}
