// Reads `.hvar`.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { readHvar } from './check.js';
import type { Hvar } from './model.js';

/** Decodes the variants of a shader. Checks every rule of docs/formats/hvar.md. */
export const decodeHvar = (bytes: Uint8Array): Hvar => decoded(readHvar(bytes, new FirstProblem()));
