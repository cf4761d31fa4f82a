// Checks the indices, counts and states of OMAP.

import type { Problems } from '../../core/problem.js';
import type { Lods, Submesh } from '../model.js';
import { levelOfMap } from './micro-triangles.js';
import { MIN_SPECIAL_INDEX, micromapBytes } from './micromap-layout.js';
import type { Micromaps } from './micromap-model.js';
import { micromapPlaces } from './read-micromaps.js';

interface Mesh {
  readonly submeshes: readonly Submesh[];
  readonly lods?: Lods | undefined;
}

/** Levels may share ranges of LODI; a file that repeats them too often is not checked completely. */
const REPEATS = 8;

/** `at`: the start of the chunk. */
export function checkMicromaps(mesh: Mesh, micromaps: Micromaps, at: number, problems: Problems): void {
  const places = micromapPlaces(micromaps);
  checkIndices(micromaps, micromaps.indices, at + places.indices, 'OMAP.index', problems);
  checkIndices(micromaps, micromaps.lodIndices, at + places.lodIndices, 'OMAP.lodIndex', problems);
  checkUnusedBits(micromaps, at + places.data, problems);
  const { usages, indices, lodIndices, geometryCounts } = micromaps;
  let left = (indices.length + lodIndices.length) * REPEATS;
  for (const [i, geometry] of geometriesOf(mesh).entries()) {
    if (geometry.first % 1 !== 0)
      problems.add('bad-range', at, 'OMAP', `needs the first index of geometry ${i} to be a multiple of 3`);
    if (geometry.count > left) return;
    left -= geometry.count;
    for (const [usage, count] of countUsages(micromaps, geometry).entries())
      if (geometryCounts[i * usages.length + usage] !== count)
        problems.add(
          'bad-value',
          at + places.geometryCounts + (i * usages.length + usage) * 4,
          `OMAP.count[${i}][${usage}]`,
          `must be ${count}, the triangles of geometry ${i} with this usage`,
        );
  }
}

function checkIndices(
  { states, maps }: Micromaps,
  indices: Int32Array,
  at: number,
  label: string,
  problems: Problems,
): void {
  const low = states === 2 ? -2 : MIN_SPECIAL_INDEX;
  const count = maps.length / 2;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index < low || index >= count)
      problems.add(
        'bad-range',
        at + i * 4,
        `${label}[${i}]`,
        `is ${index}, must be at least ${low} and below ${count}`,
      );
  }
}

/** Maps of levels 0 and 1 do not fill their byte. */
function checkUnusedBits(micromaps: Micromaps, at: number, problems: Problems): void {
  const { states, maps, data } = micromaps;
  for (let i = 0; i < maps.length / 2; i++) {
    const level = levelOfMap(micromaps, i);
    const bits = 4 ** level * (states === 2 ? 1 : 2);
    const place = maps[i * 2] ?? 0;
    if (micromapBytes(level, states) === 1 && (data[place] ?? 0) >> bits !== 0)
      problems.add('bad-value', at + place, `OMAP.data[${place}]`, `has bits above the ${bits} of its map`);
  }
}

/** The triangles of one submesh at one level of detail: a range of `lodIndices` or `indices`. */
interface Geometry {
  readonly isReduced: boolean;
  /** Not whole if the first index is not a multiple of 3. */
  readonly first: number;
  readonly count: number;
}

/** Each submesh, then its levels of detail. */
function geometriesOf({ submeshes, lods }: Mesh): readonly Geometry[] {
  // A table of another size has been reported.
  const lodCount =
    lods !== undefined && lods.ranges.length === submeshes.length * lods.lodCount * 2 ? lods.lodCount : 0;
  return submeshes.flatMap(({ firstIndex, indexCount }, i) => [
    { isReduced: false, first: firstIndex / 3, count: Math.floor(indexCount / 3) },
    ...Array.from({ length: lodCount }, (_, lod) => {
      const range = (i * lodCount + lod) * 2;
      const count = Math.floor((lods?.ranges[range + 1] ?? 0) / 3);
      return { isReduced: true, first: count === 0 ? 0 : (lods?.ranges[range] ?? 0) / 3, count };
    }),
  ]);
}

/** The triangles of a geometry by usage; ranges outside the arrays have been reported. */
function countUsages(micromaps: Micromaps, { isReduced, first, count }: Geometry): Uint32Array {
  const { usages } = micromaps;
  const list = isReduced ? micromaps.lodIndices : micromaps.indices;
  const counts = new Uint32Array(usages.length);
  const end = Math.min(Math.floor(first) + count, list.length);
  for (let i = Math.floor(first); i < end; i++) {
    const index = list[i] ?? -1;
    const level = index < 0 ? -1 : levelOfMap(micromaps, index);
    const usage = usages.findIndex(({ subdivisionLevel }) => subdivisionLevel === level);
    if (usage >= 0) counts[usage] = (counts[usage] ?? 0) + 1;
  }
  return counts;
}

/** `geometryCounts` of a mesh. */
export function countGeometries(mesh: Mesh, micromaps: Micromaps): Uint32Array {
  const { usages } = micromaps;
  const geometries = geometriesOf(mesh);
  const counts = new Uint32Array(geometries.length * usages.length);
  for (const [i, geometry] of geometries.entries()) counts.set(countUsages(micromaps, geometry), i * usages.length);
  return counts;
}
