// Every rule of `.hmatx` that the file alone can break.

import { checkPadding } from '../chunked/check-padding.js';
import { type Problem, Problems } from '../core/problem.js';
import { inspectHmatx } from './read.js';

/** Returns every rule of docs/formats/hmatx.md that the file breaks. */
export function validateHmatx(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const read = inspectHmatx(bytes, problems);
  if (read !== undefined) checkPadding(bytes, read.table, problems);
  return problems.list();
}
