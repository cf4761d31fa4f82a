// Finds vertices with a position that another submesh has too: simplification must not move them, or cracks would open.

import { numberRows } from '@assetc/kernels';
import { sharedBytes } from './shared-words.js';
import type { VertexRows } from './vertex-rows.js';

/** One byte per vertex for each submesh: 1 if the position also occurs in another submesh of the same group. */
export function findSharedPositions(
  submeshes: readonly { readonly rows: VertexRows; readonly group: number }[],
): readonly Uint8Array[] {
  const locks = submeshes.map(({ rows }) => sharedBytes(rows.count));
  const groups = new Map<number, number[]>();
  for (const [i, { group }] of submeshes.entries()) {
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [i]);
    else members.push(i);
  }
  for (const members of groups.values())
    lockShared(
      members.map((i) => submeshes[i]?.rows ?? missing()),
      members.map((i) => locks[i] ?? missing()),
    );
  return locks;
}

const missing = (): never => {
  throw new Error('a submesh is missing');
};

function lockShared(parts: readonly VertexRows[], locks: readonly Uint8Array[]): void {
  if (parts.length < 2) return;
  const total = parts.reduce((sum, rows) => sum + rows.count, 0);
  const { remap, uniqueCount } = numberRows(total, 3, (_, floats) => {
    let to = 0;
    for (const { floats: source, layout, count } of parts)
      for (let i = 0; i < count; i++)
        // Adding zero converts −0 to 0, the same position.
        for (let axis = 0; axis < 3; axis++) floats[to++] = (source[i * layout.words + axis] ?? 0) + 0;
  });
  const owner = new Int32Array(uniqueCount).fill(-1);
  const isShared = new Uint8Array(uniqueCount);
  let at = 0;
  for (const [part, rows] of parts.entries())
    for (let i = 0; i < rows.count; i++) {
      const id = remap[at++] ?? 0;
      if (owner[id] === -1) owner[id] = part;
      else if (owner[id] !== part) isShared[id] = 1;
    }
  at = 0;
  for (const lock of locks) for (let i = 0; i < lock.length; i++) lock[i] = isShared[remap[at++] ?? 0] ?? 0;
}
