// Lists of maps → opacity micromaps with all their tables.

import type { Lods, Submesh } from '../model.js';
import { countGeometries } from './check-micromaps.js';
import { MICROMAP_FORMATS, micromapBytes } from './micromap-layout.js';
import type { Micromaps } from './micromap-model.js';

/** The states of one map: one or two bits per micro-triangle from the lowest bit up, in the order of `microTriangles`. */
export interface MicromapSource {
  readonly level: number;
  readonly states: Uint8Array;
}

/** What `packMicromaps` takes: maps, and for each triangle its map or a special index. */
export interface MicromapsSource {
  readonly states: 2 | 4;
  readonly maps: readonly MicromapSource[];
  readonly indices: Int32Array;
  readonly lodIndices: Int32Array;
}

/**
 * Joins maps, and counts their uses by the geometries of a mesh.
 *
 * @example
 * const micromaps = packMicromaps({ states: 2, maps: [], indices: Int32Array.of(-2), lodIndices: new Int32Array(0) }, mesh);
 */
export function packMicromaps(
  { states, maps, indices, lodIndices }: MicromapsSource,
  mesh: { readonly submeshes: readonly Submesh[]; readonly lods?: Lods | undefined },
): Micromaps {
  const format = MICROMAP_FORMATS[states];
  const levels = [...new Set(maps.map(({ level }) => level))].sort((a, b) => a - b);
  const records = new Uint32Array(maps.length * 2);
  const data = new Uint8Array(maps.reduce((sum, map) => sum + map.states.length, 0));
  let end = 0;
  for (const [i, { level, states: bits }] of maps.entries()) {
    if (bits.length !== micromapBytes(level, states)) throw new Error('a map has the bytes of its level');
    records.set([end, level | (format << 16)], i * 2);
    data.set(bits, end);
    end += bits.length;
  }
  const micromaps = {
    states,
    level: levels.at(-1) ?? 0,
    usages: levels.map((level) => ({
      count: maps.filter((map) => map.level === level).length,
      subdivisionLevel: level,
      format,
    })),
    geometryCounts: new Uint32Array(0),
    maps: records,
    indices,
    lodIndices,
    data,
  };
  return { ...micromaps, geometryCounts: countGeometries(mesh, micromaps) };
}
