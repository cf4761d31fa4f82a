// Every rule of `.hscene` that the file alone can break.

import { checkPadding } from '../chunked/check-padding.js';
import { type Problem, Problems } from '../core/problem.js';
import { checkInstances, checkJson, checkKeyPadding, checkKeys } from './check-keys.js';
import { HsceneExtrasHeader } from './layout.js';
import { inspectHscene } from './read.js';

/** Returns every rule of docs/formats/hscene.md that the file breaks. */
export function validateHscene(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const read = inspectHscene(bytes, problems);
  if (read === undefined) return problems.list();
  const { scene, table, animation } = read;
  checkPadding(bytes, table, problems);
  checkInstances(scene.instances, table.known.get('INST')?.offset ?? 0, problems);
  checkJson(scene.extras, (table.known.get('EXTR')?.offset ?? 0) + HsceneExtrasHeader.size, problems);
  if (animation) {
    checkKeys(animation, problems);
    checkKeyPadding(bytes, animation, problems);
  }
  return problems.list();
}
