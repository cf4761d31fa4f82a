// Checks compressed clips.

import { type Problem, Problems } from '../core/problem.js';
import { inspectHclip } from './inspect.js';

/** Returns broken rules of a `.hclip`; with the numbers of joints and targets of the companion mesh they must agree. */
export function validateHclip(bytes: Uint8Array, jointCount?: number, targetCount?: number): readonly Problem[] {
  const problems = new Problems();
  inspectHclip(bytes, problems, jointCount, targetCount);
  return problems.list();
}
