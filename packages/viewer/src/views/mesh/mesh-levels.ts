// The levels of detail of a whole mesh: triangles and error of each.

import type { Hmesh } from '@assetc/formats';

export interface MeshLevel {
  readonly triangles: number;
  /** The largest error of its submeshes, in units of the mesh; undefined if the file does not contain it. */
  readonly error: number | undefined;
}

/** The full mesh first. A stalled level of a submesh equals the one before it. */
export function meshLevels({ submeshes, lods }: Pick<Hmesh, 'submeshes' | 'lods'>): readonly MeshLevel[] {
  const last = submeshes.map(({ indexCount }) => indexCount);
  const errors = submeshes.map(() => 0);
  const sum = () => last.reduce((total, count) => total + count, 0) / 3;
  const levels: MeshLevel[] = [{ triangles: sum(), error: 0 }];
  for (let level = 0; lods !== undefined && level < lods.lodCount; level++) {
    for (const submesh of submeshes.keys()) {
      const row = submesh * lods.lodCount + level;
      const count = lods.ranges[row * 2 + 1] ?? 0;
      if (count === 0) continue;
      last[submesh] = count;
      errors[submesh] = lods.errors?.[row] ?? 0;
    }
    levels.push({ triangles: sum(), error: lods.errors === undefined ? undefined : Math.max(...errors) });
  }
  return levels;
}
