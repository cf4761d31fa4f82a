// OMAP: opacity micromaps. Checks sizes, usages and the table of maps, not indices and states.

import type { ChunkReader } from '../../chunked/chunk-reader.js';
import { layOut, rowsAt, sectionsOf } from '../../chunked/chunk-sections.js';
import type { Chunk } from '../../chunked/chunk-table.js';
import { typedSection } from '../../core/typed-section.js';
import type { ChunkName, MeshDesc } from '../layout.js';
import type { Lods } from '../model.js';
import { MICROMAP_FORMATS, MicromapHeader, MicromapTriangle, MicromapUsage, micromapBytes } from './micromap-layout.js';
import type { Micromaps } from './micromap-model.js';

type Counts = Pick<
  ReturnType<typeof MicromapHeader.read>,
  'usageCount' | 'mapCount' | 'indexCount' | 'lodIndexCount' | 'dataSize'
>;

const sizesOf = (head: Counts, geometries: number): readonly number[] => [
  MicromapHeader.size,
  head.usageCount * MicromapUsage.size,
  head.usageCount * geometries * 4,
  head.mapCount * MicromapTriangle.size,
  head.indexCount * 4,
  head.lodIndexCount * 4,
  head.dataSize,
];

/** Offsets from the start of the chunk. */
export function micromapPlaces({ usages, geometryCounts, maps, indices, lodIndices, data }: Micromaps): {
  readonly usages: number;
  readonly geometryCounts: number;
  readonly maps: number;
  readonly indices: number;
  readonly lodIndices: number;
  readonly data: number;
} {
  const counts: Counts = {
    usageCount: usages.length,
    mapCount: maps.length / 2,
    indexCount: indices.length,
    lodIndexCount: lodIndices.length,
    dataSize: data.length,
  };
  const geometries = usages.length === 0 ? 0 : geometryCounts.length / usages.length;
  const [, ...places] = layOut(sizesOf(counts, geometries)).offsets;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, last = 0] = places;
  return { usages: first, geometryCounts: second, maps: third, indices: fourth, lodIndices: fifth, data: last };
}

export function readMicromaps(
  reader: ChunkReader<ChunkName>,
  { submeshCount, indexCount }: MeshDesc,
  lods: Pick<Lods, 'lodCount' | 'indices'> | undefined,
): Micromaps | undefined {
  const chunk = reader.get('OMAP');
  const head = chunk && reader.head(chunk, MicromapHeader);
  if (chunk === undefined || head === undefined) return undefined;
  const { problems } = reader;
  const expect = (field: 'indexCount' | 'lodIndexCount', wanted: number, owner: string): void => {
    if (head[field] !== wanted)
      problems.add(
        'bad-value',
        chunk.offset + MicromapHeader.offsetOf(field),
        `OMAP.${field}`,
        `must be ${wanted}, the triangles of ${owner}`,
      );
  };
  expect('indexCount', Math.floor(indexCount / 3), 'IDXS');
  expect('lodIndexCount', Math.floor((lods?.indices.length ?? 0) / 3), 'LODI');
  const geometries = submeshCount * (1 + (lods?.lodCount ?? 0));
  const places = sectionsOf(reader, chunk, sizesOf(head, geometries));
  const states = head.states === 2 ? 2 : 4;
  if (places === undefined) return undefined;
  const [, usagesAt = 0, countsAt = 0, mapsAt = 0, indicesAt = 0, lodIndicesAt = 0, dataAt = 0] = places;
  const micromaps: Micromaps = {
    states,
    level: head.level,
    usages: rowsAt(reader.bytes, usagesAt, head.usageCount, MicromapUsage, 'OMAP.usage', problems),
    geometryCounts: typedSection(Uint32Array, reader.bytes, countsAt, head.usageCount * geometries),
    maps: typedSection(Uint32Array, reader.bytes, mapsAt, head.mapCount * 2),
    indices: typedSection(Int32Array, reader.bytes, indicesAt, head.indexCount),
    lodIndices: typedSection(Int32Array, reader.bytes, lodIndicesAt, head.lodIndexCount),
    data: reader.bytes.subarray(dataAt, dataAt + head.dataSize),
  };
  checkUsages(reader, chunk, micromaps, usagesAt);
  checkMaps(reader, chunk, micromaps, mapsAt);
  return micromaps;
}

/** Each level once, ascending, none empty; the last is that of the header. */
function checkUsages({ problems }: ChunkReader<ChunkName>, chunk: Chunk, micromaps: Micromaps, at: number): void {
  const { states, level, usages } = micromaps;
  let last = -1;
  for (const [i, { count, subdivisionLevel, format }] of usages.entries()) {
    const complain = (field: Parameters<typeof MicromapUsage.offsetOf>[0], message: string) =>
      problems.add(
        'bad-value',
        at + i * MicromapUsage.size + MicromapUsage.offsetOf(field),
        `OMAP.usage[${i}].${field}`,
        message,
      );
    if (count === 0) complain('count', 'must not be 0');
    if (subdivisionLevel <= last) complain('subdivisionLevel', 'must be above that of the usage before');
    if (format !== MICROMAP_FORMATS[states])
      complain('format', `must be ${MICROMAP_FORMATS[states]} with ${states} states`);
    last = Math.max(last, subdivisionLevel);
  }
  if (level !== Math.max(last, 0))
    problems.add(
      'bad-value',
      chunk.offset + MicromapHeader.offsetOf('level'),
      'OMAP.level',
      `must be ${Math.max(last, 0)}, the highest level of a usage, or 0`,
    );
}

/** Maps tile the states in order, and each usage counts its maps. */
function checkMaps({ problems, bytes }: ChunkReader<ChunkName>, chunk: Chunk, micromaps: Micromaps, at: number): void {
  const { states, usages, data } = micromaps;
  const found = usages.map(() => 0);
  let next = 0;
  for (let i = 0; i < micromaps.maps.length / 2; i++) {
    const place = at + i * MicromapTriangle.size;
    const label = `OMAP.map[${i}]`;
    const map = MicromapTriangle.inspect(bytes, place, problems, label);
    if (map === undefined) return;
    if (map.dataOffset !== next)
      problems.add('bad-range', place, `${label}.dataOffset`, `must be ${next}, where the last ended`);
    const usage = usages.findIndex(
      ({ subdivisionLevel, format }) => subdivisionLevel === map.subdivisionLevel && format === map.format,
    );
    if (usage < 0)
      problems.add(
        'bad-value',
        place + MicromapTriangle.offsetOf('subdivisionLevel'),
        `${label}.subdivisionLevel`,
        'has no usage with this format',
      );
    else found[usage] = (found[usage] ?? 0) + 1;
    next = map.dataOffset + micromapBytes(map.subdivisionLevel, states);
    if (next > data.length)
      problems.add('bad-range', place, `${label}.dataOffset`, `reaches past the ${data.length} bytes of states`);
  }
  if (next < data.length)
    problems.add(
      'bad-range',
      chunk.offset + MicromapHeader.offsetOf('dataSize'),
      'OMAP.dataSize',
      `is ${data.length}, maps cover ${next}`,
    );
  for (const [i, { count }] of usages.entries())
    if (count !== found[i])
      problems.add(
        'bad-value',
        chunk.offset + micromapPlaces(micromaps).usages + i * MicromapUsage.size,
        `OMAP.usage[${i}].count`,
        `must be ${found[i]}, its maps`,
      );
}
