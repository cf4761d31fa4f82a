// Extras of a decoded scene, parsed on request.

import { findSorted } from '../core/find-sorted.js';
import { FormatError } from '../core/format-error.js';
import { EXTRAS_TARGETS, type ExtrasTarget } from './layout.js';
import type { Hscene } from './model.js';

/**
 * The glTF extras of an object in the scene; undefined if it has none. Scene and asset have index 0; a mesh is identified by the first node
 * that shows it. Throws a FormatError if the text is not JSON.
 *
 * @example
 * const spawn = sceneExtras(scene, 'node', 3);
 */
export function sceneExtras({ extras }: Pick<Hscene, 'extras'>, target: ExtrasTarget, index = 0): unknown {
  const wanted = EXTRAS_TARGETS.indexOf(target);
  const found = findSorted(extras, (each) => EXTRAS_TARGETS.indexOf(each.target) - wanted || each.index - index);
  if (found === undefined) return undefined;
  try {
    return JSON.parse(found.json);
  } catch {
    throw new FormatError('bad-text', 0, `the extras of ${target} ${index} are not JSON`);
  }
}
