// MRPH or MRPC: the targets of each submesh, the vertices that a target moves, and the deltas. Checks tables, not deltas.

import type { ChunkReader } from '../chunked/chunk-reader.js';
import { layOut, rowsAt, sectionsOf } from '../chunked/chunk-sections.js';
import type { Chunk } from '../chunked/chunk-table.js';
import { typedSection } from '../core/typed-section.js';
import type { VertexGrid } from './compact/compact-layout.js';
import { withMade } from './compact/made-on-demand.js';
import type { CompactDeltas } from './compact/stored-vertices.js';
import { unpackCompactDeltas } from './compact/unpack-compact.js';
import type { ChunkName } from './layout.js';
import {
  MORPH_NORMALS,
  MORPH_TANGENTS,
  MorphHeader,
  MorphRange,
  type MorphRangeRow,
  MorphTarget,
  type MorphTargetRow,
} from './optional-layout.js';
import type { Morphs } from './optional-model.js';

type Head = ReturnType<typeof MorphHeader.read>;

/** Bytes of a delta in either form. */
const FULL_DELTA = 12;
const COMPACT_DELTA = 8;

/** Sizes of the header and the arrays after it, in order. */
const sizesOf = (head: Omit<Head, 'pad'>, deltaSize: number): readonly number[] => [
  MorphHeader.size,
  head.submeshCount * MorphRange.size,
  head.targetCount * MorphTarget.size,
  head.entryCount * 4,
  head.entryCount * deltaSize,
  head.normalCount * deltaSize,
  head.tangentCount * deltaSize,
];

/** The header counts of these targets, found without the deltas. */
const morphCounts = ({ ranges, targets, vertices }: Morphs): Omit<Head, 'pad'> => ({
  targetCount: targets.length,
  submeshCount: ranges.length,
  entryCount: vertices.length,
  normalCount: targets.reduce((sum, { hasNormals, entryCount }) => sum + (hasNormals ? entryCount : 0), 0),
  tangentCount: targets.reduce((sum, { hasTangents, entryCount }) => sum + (hasTangents ? entryCount : 0), 0),
});

/** Offsets of the vertices and the three arrays of deltas from the start of the chunk. */
export function morphPlaces(
  morphs: Morphs,
  isCompact: boolean,
): Record<'vertices' | 'positions' | 'normals' | 'tangents', number> {
  const sizes = sizesOf(morphCounts(morphs), isCompact ? COMPACT_DELTA : FULL_DELTA);
  const [, , , vertices = 0, positions = 0, normals = 0, tangents = 0] = layOut(sizes).offsets;
  return { vertices, positions, normals, tangents };
}

interface ReadMorphs {
  readonly morphs?: Morphs;
  /** As they are stored with compact vertices. */
  readonly deltas?: CompactDeltas;
}

/** `grid`: of compact vertices. */
export function readMorphs(
  reader: ChunkReader<ChunkName>,
  submeshCount: number,
  grid: VertexGrid | undefined,
): ReadMorphs {
  const chunk = reader.get(grid ? 'MRPC' : 'MRPH');
  const head = chunk && reader.head(chunk, MorphHeader);
  if (chunk === undefined || head === undefined) return {};
  const { bytes, problems } = reader;
  if (head.submeshCount !== submeshCount)
    problems.add(
      'bad-value',
      chunk.offset + MorphHeader.offsetOf('submeshCount'),
      `${chunk.name}.submeshCount`,
      `must be ${submeshCount} as in DESC`,
    );
  const offsets = sectionsOf(reader, chunk, sizesOf(head, grid ? COMPACT_DELTA : FULL_DELTA));
  if (offsets === undefined) return {};
  const [, rangesAt = 0, targetsAt = 0, vertices = 0, positions = 0, normals = 0, tangents = 0] = offsets;
  const ranges = rowsAt(bytes, rangesAt, head.submeshCount, MorphRange, `${chunk.name}.range`, problems);
  const targets = rowsAt(bytes, targetsAt, head.targetCount, MorphTarget, `${chunk.name}.target`, problems);
  checkRanges(reader, ranges, rangesAt, head, chunk);
  checkTargets(reader, targets, targetsAt, head, chunk);
  const tables = {
    ranges: ranges.map(({ pad, ...range }) => range),
    targets: targets.map(({ pad, flags, ...target }) => ({
      ...target,
      hasNormals: (flags & MORPH_NORMALS) !== 0,
      hasTangents: (flags & MORPH_TANGENTS) !== 0,
    })),
    vertices: typedSection(Uint32Array, bytes, vertices, head.entryCount),
  };
  if (grid) {
    const deltas = {
      positions: typedSection(Int16Array, bytes, positions, head.entryCount * 4),
      normals: typedSection(Int16Array, bytes, normals, head.normalCount * 4),
      tangents: typedSection(Int16Array, bytes, tangents, head.tangentCount * 4),
    };
    return { morphs: addFullDeltas(tables, deltas, grid), deltas };
  }
  return {
    morphs: {
      ...tables,
      positions: typedSection(Float32Array, bytes, positions, head.entryCount * 3),
      normals: typedSection(Float32Array, bytes, normals, head.normalCount * 3),
      tangents: typedSection(Float32Array, bytes, tangents, head.tangentCount * 3),
    },
  };
}

function addFullDeltas(
  tables: Omit<Morphs, keyof CompactDeltas>,
  { positions, normals, tangents }: CompactDeltas,
  { step, morphNormalStep, morphTangentStep }: VertexGrid,
): Morphs {
  const withPositions = withMade(tables, 'positions', () => unpackCompactDeltas(positions, step));
  const withNormals = withMade(withPositions, 'normals', () => unpackCompactDeltas(normals, morphNormalStep));
  return withMade(withNormals, 'tangents', () => unpackCompactDeltas(tangents, morphTangentStep));
}

/** Ranges tile the targets in the order of submeshes. */
function checkRanges(
  { problems }: ChunkReader<ChunkName>,
  ranges: readonly MorphRangeRow[],
  at: number,
  { targetCount }: Head,
  chunk: Chunk,
): void {
  let next = 0;
  for (const [i, range] of ranges.entries()) {
    const place = at + i * MorphRange.size;
    if (range.firstTarget !== next)
      problems.add(
        'bad-range',
        place,
        `${chunk.name}.range[${i}].firstTarget`,
        `must be ${next}, where the last ended`,
      );
    next = range.firstTarget + range.targetCount;
    if (next > targetCount)
      problems.add(
        'bad-range',
        place + MorphRange.offsetOf('targetCount'),
        `${chunk.name}.range[${i}].targetCount`,
        `reaches past the ${targetCount} targets`,
      );
  }
  if (next < targetCount)
    problems.add('bad-range', chunk.offset, `${chunk.name}.targetCount`, `is ${targetCount}, ranges cover ${next}`);
}

/** The arrays that targets tile: entries by every target, the others by targets with the flag. */
const TILED = [
  { first: 'firstEntry', count: 'entryCount', flag: 0 },
  { first: 'firstNormal', count: 'normalCount', flag: MORPH_NORMALS },
  { first: 'firstTangent', count: 'tangentCount', flag: MORPH_TANGENTS },
] as const;

/** Targets tile entries, normals and tangents in their order. */
function checkTargets(
  { problems }: ChunkReader<ChunkName>,
  targets: readonly MorphTargetRow[],
  at: number,
  head: Head,
  chunk: Chunk,
): void {
  const next = [0, 0, 0];
  for (const [i, target] of targets.entries())
    for (const [list, { first, count, flag }] of TILED.entries()) {
      const place = at + i * MorphTarget.size + MorphTarget.offsetOf(first);
      const wanted = next[list] ?? 0;
      if (target[first] !== wanted)
        problems.add(
          'bad-range',
          place,
          `${chunk.name}.target[${i}].${first}`,
          `must be ${wanted}, where the last ended`,
        );
      const own = flag === 0 || (target.flags & flag) !== 0 ? target.entryCount : 0;
      next[list] = target[first] + own;
      if (target[first] + own > head[count])
        problems.add(
          'bad-range',
          place,
          `${chunk.name}.target[${i}].${first}`,
          `reaches past the ${head[count]} there are`,
        );
    }
  for (const [list, { count }] of TILED.entries())
    if ((next[list] ?? 0) < head[count]) {
      const place = chunk.offset + MorphHeader.offsetOf(count);
      problems.add('bad-range', place, `${chunk.name}.${count}`, `is ${head[count]}, targets cover ${next[list]}`);
    }
}
