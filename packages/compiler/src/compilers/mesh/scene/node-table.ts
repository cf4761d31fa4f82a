// Converts planned nodes to rows of NODE.

import { hashRef, type Node } from '@assetc/formats';
import { checkMatrix } from '../check-finite.js';
import type { PlannedNode } from '../submeshes/plan-submeshes.js';

/** `file`: for diagnostics. */
export function nodeTable(nodes: readonly PlannedNode[], file: string): Node[] {
  return nodes.map(({ name, local, parent, firstSubmesh, submeshCount, origin }) => {
    checkMatrix(local, file, origin);
    return { local: [...local], parent, firstSubmesh, submeshCount, nameHash: name === '' ? 0n : hashRef(name) };
  });
}
