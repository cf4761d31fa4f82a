// For readers that take a mesh of either version.

import { FormatError } from '../core/format-error.js';
import type { Problem } from '../core/problem.js';
import { decodeHmesh } from './decode-hmesh.js';
import type { Hmesh, Hmesh1 } from './hmesh.js';
import { decodeHmesh1, validateHmesh1 } from './hmesh1.js';
import { HmeshFileHeader } from './layout.js';
import { validateHmesh } from './validate-hmesh.js';

/** Tell the two apart by `version`. Throws FormatError. */
export function decodeAnyHmesh(bytes: Uint8Array): Hmesh | Hmesh1 {
  return HmeshFileHeader.read(bytes).version === 1 ? decodeHmesh1(bytes) : decodeHmesh(bytes);
}

export function validateAnyHmesh(bytes: Uint8Array): readonly Problem[] {
  return versionOf(bytes) === 1 ? validateHmesh1(bytes) : validateHmesh(bytes);
}

/** Undefined where the header is unusable; the validator of version 2 then says why. */
function versionOf(bytes: Uint8Array): number | undefined {
  try {
    return HmeshFileHeader.read(bytes).version;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
