// Opens a version 2 mesh: reads tables only, so that a large file costs no more than a small one.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Hmesh } from './hmesh.js';
import { readHmesh } from './read-hmesh.js';

/**
 * Arrays are views into `bytes` wherever memory alignment allows. Throws FormatError and nothing else. What only a walk
 * over the bulk data would find (an index out of range, say) is left to `validateHmesh`.
 */
export function decodeHmesh(bytes: Uint8Array): Hmesh {
  return decoded(readHmesh(bytes, new FirstProblem())).mesh;
}
