// Every rule of `.hvar` that the file alone can break.

import { type Problem, Problems } from '../core/problem.js';
import { readHvar } from './check.js';

/** Returns every rule of docs/formats/hvar.md that the file breaks. */
export function validateHvar(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  readHvar(bytes, problems);
  return problems.list();
}
