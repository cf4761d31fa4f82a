// Skips optional parts of a scene that are broken, with a warning: a model without a light is better than no model.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { GltfFile } from './file/gltf-file.js';
import type { JsonNode } from './file/json-node.js';

/** Returns the result of `read`, or undefined if the part is broken. Warns for the first one of each type. */
export function skipIfBroken<T>(
  file: GltfFile,
  partType: 'camera' | 'light' | 'visibility',
  at: JsonNode,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    leaveOut(file, partType, at, error);
    return undefined;
  }
}

/** Warns why a part is left out. Throws an error that is not about the file. */
export function leaveOut(file: GltfFile, partType: string, at: JsonNode, error: unknown): void {
  if (!(error instanceof AssetError)) throw error;
  file.warnOnce('gltf/broken-part', at, `the ${partType} is left out: ${error.diagnostic.message}`, partType);
}
