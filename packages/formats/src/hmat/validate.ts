// Every rule of `.hmat` that the file alone can break.

import { type Problem, Problems } from '../core/problem.js';
import { inspectHmat } from './read.js';

/** Returns every rule of docs/formats/hmat.md that the file breaks. */
export function validateHmat(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  inspectHmat(bytes, problems);
  return problems.list();
}
