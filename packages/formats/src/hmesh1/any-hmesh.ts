// Reads a mesh of either version.

import { FormatError } from '../core/format-error.js';
import type { Problem } from '../core/problem.js';
import { HmeshFileHeader } from '../hmesh/layout.js';
import type { Hmesh } from '../hmesh/model.js';
import { decodeHmesh } from '../hmesh/read.js';
import { validateHmesh } from '../hmesh/validate.js';
import type { Hmesh1 } from './model.js';
import { decodeHmesh1 } from './read.js';
import { validateHmesh1 } from './validate.js';

/**
 * Decodes a mesh of either version; check `version`. Throws FormatError.
 *
 * @example
 * const mesh = decodeAnyHmesh(bytes);
 * const vertexCount = mesh.version === 2 ? mesh.desc.vertexCount : mesh.vertexCount;
 */
export function decodeAnyHmesh(bytes: Uint8Array): Hmesh | Hmesh1 {
  return HmeshFileHeader.read(bytes).version === 1 ? decodeHmesh1(bytes) : decodeHmesh(bytes);
}

/** Checks every rule of the file's version. */
export function validateAnyHmesh(bytes: Uint8Array): readonly Problem[] {
  return versionOf(bytes) === 1 ? validateHmesh1(bytes) : validateHmesh(bytes);
}

/** Returns undefined if the header is unusable; the validator of version 2 then reports why. */
function versionOf(bytes: Uint8Array): number | undefined {
  try {
    return HmeshFileHeader.read(bytes).version;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
