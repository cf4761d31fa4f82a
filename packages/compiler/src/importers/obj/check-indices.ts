// Positive indices may point forward, so they can be checked only when everything is read. Texture coordinates and normals of a file that
// has none at all are ignored, as other readers do.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { AbsentPart, ObjStrokes, ObjText } from './obj-text.js';

/** The parts of a corner. */
export const PART_NAMES = ['vertex', 'texture coordinate', 'normal'] as const;

/**
 * Makes corners −1 that name what the file has none of. `backwards`: by part, the first line that counts from before the first. Throws
 * AssetError where an index leads nowhere.
 */
export function checkIndices(
  { corners, faceStarts, faceLines }: ObjStrokes,
  { positions, uvs, normals }: Pick<ObjText, 'positions' | 'uvs' | 'normals'>,
  backwards: readonly (number | undefined)[],
  file: string,
): AbsentPart[] {
  const counts = [positions.length / 3, uvs.length / 2, normals.length / 3];
  const fail = (line: number, message: string): never => {
    throw new AssetError({ code: 'obj/bad-index', file, where: { line }, message });
  };
  const absent = PART_NAMES.map((_, part) => (counts[part] === 0 ? backwards[part] : undefined));
  for (const part of [1, 2]) {
    const line = backwards[part];
    if (line !== undefined && (counts[part] ?? 0) > 0)
      fail(line, `a relative index to a ${PART_NAMES[part]} points before the first one`);
  }
  for (let face = 0; face < faceLines.length; face++) {
    const end = (faceStarts[face + 1] ?? 0) * 3;
    const line = faceLines[face] ?? 0;
    for (let i = (faceStarts[face] ?? 0) * 3; i < end; i++) {
      const index = corners[i] ?? -1;
      const count = counts[i % 3] ?? 0;
      if (index < count) continue;
      if (i % 3 === 0 || count > 0)
        fail(line, `${PART_NAMES[i % 3]} ${index + 1} does not exist: the file has ${count}`);
      corners[i] = -1;
      absent[i % 3] = Math.min(line, absent[i % 3] ?? line);
    }
  }
  return PART_NAMES.flatMap((name, part) => {
    const line = absent[part];
    return line === undefined ? [] : [{ name, line }];
  });
}
