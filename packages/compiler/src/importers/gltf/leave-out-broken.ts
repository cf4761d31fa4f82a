// Parts of a scene without which the rest is still right: where one is broken it is left out with a word. A model without
// a lamp is better than no model.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

/** What `read` returns; undefined, with a warning for the first of its sort, where the file is wrong. */
export function leaveOutBroken<T>(
  file: GltfFile,
  sort: 'camera' | 'light' | 'visibility',
  at: JsonNode,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    const { message } = error.diagnostic;
    file.warnOnce('gltf/broken-part', at, `the ${sort} is left out: ${message}`, sort);
    return undefined;
  }
}
