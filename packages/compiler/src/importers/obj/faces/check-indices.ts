// Checks indices after everything is read, because positive indices may point forward. Texture coordinate and normal indices are ignored if the
// file has none at all, as in other readers.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { CornerRuns, MissingPart, ObjText } from '../obj-text.js';

/** The parts of a corner. */
export const PART_NAMES = ['vertex', 'texture coordinate', 'normal'] as const;

/**
 * Replaces indices with −1 if the file has no such data. `backwards`: per part, the first line that counts back before any data. Throws
 * AssetError if an index is out of range.
 */
export function checkIndices(
  { corners, faceStarts, faceLines }: CornerRuns,
  { positions, uvs, normals }: Pick<ObjText, 'positions' | 'uvs' | 'normals'>,
  backwardLines: readonly (number | undefined)[],
  file: string,
): MissingPart[] {
  const counts = [positions.length / 3, uvs.length / 2, normals.length / 3];
  const fail = (line: number, message: string): never => {
    throw new AssetError({ code: 'obj/bad-index', file, where: { line }, message });
  };
  const missingLines = PART_NAMES.map((_, part) => (counts[part] === 0 ? backwardLines[part] : undefined));
  for (const part of [1, 2]) {
    const line = backwardLines[part];
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
      missingLines[i % 3] = Math.min(line, missingLines[i % 3] ?? line);
    }
  }
  return PART_NAMES.flatMap((name, part) => {
    const line = missingLines[part];
    return line === undefined ? [] : [{ name, line }];
  });
}
