// Opens compressed clips.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { inspectHclip } from './inspect.js';
import type { CompressedClip } from './model.js';

/** Checks a `.hclip` and returns its clips, which are read in place. Throws only FormatError. */
export const decodeHclip = (bytes: Uint8Array): readonly CompressedClip[] =>
  decoded(inspectHclip(bytes, new FirstProblem(), undefined, undefined));
