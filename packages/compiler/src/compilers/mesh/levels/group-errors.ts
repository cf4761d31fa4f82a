// The errors of levels that the source contains: one for each level of a group, so that everything in it changes its level together.

import type { WarnAt } from '../../warn-once.js';
import type { AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { measureLevels } from './measure-levels.js';
import type { CoarsePart, SplitMesh } from './split-levels.js';

/** What is in the same space, by level: the finest, then the coarser ones. */
interface Part {
  readonly finest: AssembledSubmesh[];
  readonly coarse: CoarsePart[];
}

/** By group: the error of each coarser level, which never decreases. */
export function groupErrors(split: SplitMesh, warn: WarnAt): ReadonlyMap<number, readonly number[]> {
  const groups = partsOfGroups(split);
  return new Map([...groups].map(([group, parts]) => [group, errorsOf([...parts.values()], warn)]));
}

function partsOfGroups({ submeshes, coarse }: SplitMesh): ReadonlyMap<number, ReadonlyMap<number, Part>> {
  const groups = new Map<number, Map<number, Part>>();
  for (const [i, submesh] of submeshes.entries()) {
    if (submesh.lod === undefined) continue;
    const parts = groups.get(submesh.lod.group) ?? new Map<number, Part>();
    groups.set(submesh.lod.group, parts);
    const part = parts.get(submesh.lod.part) ?? { finest: [], coarse: [] };
    parts.set(submesh.lod.part, part);
    part.finest.push(submesh);
    part.coarse.push(...(coarse[i] ?? []));
  }
  return groups;
}

function errorsOf(parts: readonly Part[], warn: WarnAt): readonly number[] {
  const levelCount = parts.flatMap(({ coarse }) => coarse).reduce((max, { level }) => Math.max(max, level), 0);
  const levelsOf = (coarse: readonly CoarsePart[]): readonly (readonly AssembledSubmesh[])[] =>
    Array.from({ length: levelCount }, (_, i) =>
      coarse.flatMap(({ level, submesh }) => (level === i + 1 ? [submesh] : [])),
    );
  warnAboutLarger([parts.flatMap(({ finest }) => finest), ...levelsOf(parts.flatMap(({ coarse }) => coarse))], warn);
  const measured = parts.map(({ finest, coarse }) => measureLevels(finest, levelsOf(coarse)));
  let error = 0;
  return Array.from({ length: levelCount }, (_, i) => {
    error = Math.max(error, ...measured.map((each) => each[i] ?? 0));
    return error;
  });
}

function warnAboutLarger(levels: readonly (readonly AssembledSubmesh[])[], warn: WarnAt): void {
  const triangles = levels.map((parts) => parts.reduce((sum, { indices }) => sum + indices.length / 3, 0));
  for (const [level, count] of triangles.entries()) {
    const [before, origin] = [triangles[level - 1] ?? count, levels[level]?.[0]?.origin];
    if (count > before && origin !== undefined)
      warn('mesh/larger-lod', origin, `level ${level} has ${count} triangles, level ${level - 1} only ${before}`);
  }
}
