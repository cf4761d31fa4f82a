// Builds levels and meshlets of every submesh as parts of one task that any thread may run: those of one large submesh in parallel, and those of
// many at once. Inputs and outputs are in shared memory, which only takes what is written.

import type { Meshlets } from '@assetc/kernels';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/mesh/meshlet-table.js';
import { buildMeshlets, maxMeshletsPerTriangle } from '../../../encoding/mesh/meshlets.js';
import type { UnitPositions } from '../../../encoding/mesh/unit-positions.js';
import type { Parallel } from '../../../encoding/parallel.js';
import type { MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import {
  joinSlices,
  type LevelSlices,
  levelSlices,
  sliceOf,
  toSubmesh,
  trianglesOf,
} from '../simplify/level-slices.js';
import { buildLods, type Level } from '../simplify/lods.js';
import type { Deltas } from '../simplify/simplifier-attributes.js';
import { columns, type RowLayout, rowsOf, type VertexRows } from '../vertices/vertex-rows.js';

interface LevelBuffers {
  readonly indices: Uint32Array;
  /** Their number, and the error. */
  readonly numbers: Float64Array;
}

interface MeshletBuffers {
  readonly table: Uint32Array;
  readonly vertices: Uint32Array;
  readonly triangles: Uint8Array;
  readonly bounds: Float32Array;
  /** Number of meshlets, and of their vertices. */
  readonly counts: Uint32Array;
}

export interface PartSource {
  readonly layout: RowLayout;
  /** The words of the rows. */
  readonly bits: Uint32Array;
  /** Scale of the positions: see unit-positions.ts. */
  readonly scale: number;
  readonly indices: Uint32Array;
  readonly locked: Uint8Array;
  readonly targets: readonly Deltas[];
}

interface SubmeshPart extends PartSource {
  /** The slice whose levels are built; undefined for all. */
  readonly slice: { readonly slices: LevelSlices; readonly part: number } | undefined;
  readonly builds: 'levels' | 'meshlets';
  readonly levels: readonly LevelBuffers[];
  readonly meshlets: MeshletBuffers | undefined;
}

interface PartsOptions {
  readonly ratios: readonly number[];
  readonly error: number;
  readonly meshlets: MeshletLimits;
}

interface PartsPayload extends PartsOptions {
  readonly parts: readonly SubmeshPart[];
}

/** Runs one part. */
export function runSubmeshPart({ parts, ratios, error, meshlets }: PartsPayload, index: number): void {
  const part = parts[index];
  if (part === undefined) throw new Error(`there is no part ${index}`);
  if (part.builds === 'meshlets') writeMeshlets(part, meshlets);
  else writeLevels(part, ratios, error);
}

function writeLevels(part: SubmeshPart, ratios: readonly number[], error: number): void {
  const levels =
    part.slice === undefined
      ? levelsOf(part, ratios, error)
      : levelsOfSlice(part, part.slice.slices, part.slice.part, ratios, error);
  for (const [i, level] of levels.entries()) {
    part.levels[i]?.indices.set(level.indices);
    part.levels[i]?.numbers.set([level.indices.length, level.error]);
  }
}

function writeMeshlets(part: SubmeshPart, limits: MeshletLimits): void {
  const { meshlets: buffers } = part;
  const built = meshletsOf(part, limits);
  buffers?.table.set(built.table);
  buffers?.vertices.set(built.vertices);
  buffers?.triangles.set(built.triangles);
  buffers?.bounds.set(built.bounds);
  buffers?.counts.set([built.count, built.vertices.length]);
}

function levelsOf(source: PartSource, ratios: readonly number[], error: number): readonly Level[] {
  const { layout, bits, scale, indices, locked, targets } = source;
  const rows = rowsOf(layout, bits);
  return buildLods(rows, unitPositionsOf(rows, scale), indices, locked, { ratios, error, targets });
}

function levelsOfSlice(
  source: PartSource,
  slices: LevelSlices,
  part: number,
  ratios: readonly number[],
  error: number,
): readonly Level[] {
  const slice = sliceOf({ rows: rowsOf(source.layout, source.bits), indices: source.indices }, slices, part);
  const { rows, indices, locked } = slice;
  const { extent } = slices;
  const unit = unitPositionsOf(rows, source.scale);
  return toSubmesh(buildLods(rows, unit, indices, locked, { ratios, error, extent }), slice);
}

export function allLevelsOf(
  source: PartSource,
  slices: LevelSlices | undefined,
  ratios: readonly number[],
  error: number,
): readonly Level[] {
  if (slices === undefined) return levelsOf(source, ratios, error);
  const levels = Array.from({ length: slices.count }, (_, part) => levelsOfSlice(source, slices, part, ratios, error));
  return joinSlices(source, slices, levels);
}

/** Morph targets name vertices of the whole submesh, so it is not cut. */
const slicesOf = ({ layout, bits, indices, locked, targets }: PartSource): LevelSlices | undefined =>
  targets.length > 0 ? undefined : levelSlices({ rows: rowsOf(layout, bits), indices }, locked);

function meshletsOf({ layout, bits, scale, indices }: PartSource, limits: MeshletLimits): Meshlets {
  return buildMeshlets(indices, unitPositionsOf(rowsOf(layout, bits), scale), limits);
}

/** Reads directly from the rows. */
const unitPositionsOf = (rows: VertexRows, scale: number): UnitPositions => ({
  count: rows.count,
  scale,
  positions(out) {
    columns(rows, 0, 3, out);
    if (scale !== 1) for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * scale;
  },
});

interface BuiltParts {
  readonly levels: readonly (readonly Level[])[];
  readonly meshlets: readonly Meshlets[];
}

/** With fewer indices in total, waking another thread is not worthwhile. */
const MIN_PARALLEL_INDICES = 60_000;
/**
 * With more indices in total, meshlets wait until the levels are built: at 10 M triangles both at once take a third more memory. At 3.4 M with one
 * thread it is the other way around: 1,274 MB instead of 945.
 */
const MAX_MIXED_INDICES = 18_000_000;

/** `step` is called before each submesh if this thread builds them all. */
export async function buildAllParts(
  sources: readonly PartSource[],
  options: PartsOptions,
  parallel: Parallel | undefined,
  step: () => void,
): Promise<BuiltParts> {
  const { ratios, error, meshlets } = options;
  const total = sources.reduce((sum, { indices }) => sum + indices.length, 0);
  if (parallel === undefined || total < MIN_PARALLEL_INDICES)
    return {
      levels: sources.map((source) => {
        step();
        return ratios.length === 0 ? [] : allLevelsOf(source, slicesOf(source), ratios, error);
      }),
      meshlets: sources.map((source) => {
        step();
        return meshletsOf(source, meshlets);
      }),
    };
  step();
  const levelParts = ratios.length === 0 ? [] : sources.map((source) => partsOfLevels(source, ratios.length));
  const meshletParts = sources.map(
    (source): SubmeshPart => ({
      ...source,
      builds: 'meshlets',
      slice: undefined,
      levels: [],
      meshlets: allocateMeshlets(source.indices.length, meshlets),
    }),
  );
  // The longest parts come first, so that no thread works alone at the end: levels take longer than meshlets.
  const [levelsFirst, meshletsLast] = [longestFirst(levelParts.flat()), longestFirst(meshletParts)];
  for (const parts of total > MAX_MIXED_INDICES ? [levelsFirst, meshletsLast] : [[...levelsFirst, ...meshletsLast]]) {
    if (parts.length === 0) continue;
    const payload: PartsPayload = { parts, ...options };
    await parallel('submesh-parts', parts.length, payload);
  }
  return {
    levels: sources.map((source, i) => readLevels(source, levelParts[i] ?? [])),
    meshlets: meshletParts.map((part) => readMeshlets(part.meshlets ?? allocateMeshlets(0, meshlets))),
  };
}

const longestFirst = (parts: readonly SubmeshPart[]): readonly SubmeshPart[] =>
  [...parts].sort((a, b) => b.indices.length - a.indices.length);

function partsOfLevels(source: PartSource, count: number): readonly SubmeshPart[] {
  const slices = slicesOf(source);
  const sizes = slices === undefined ? [source.indices.length] : trianglesOf(slices).map((triangles) => triangles * 3);
  return sizes.map((size, part) => ({
    ...source,
    builds: 'levels',
    slice: slices && { slices, part },
    levels: Array.from({ length: count }, () => allocateLevel(size)),
    meshlets: undefined,
  }));
}

function readLevels(source: PartSource, parts: readonly SubmeshPart[]): readonly Level[] {
  const levels = parts.map((part) => part.levels.map(readLevel));
  const slices = parts[0]?.slice?.slices;
  return slices === undefined ? (levels[0] ?? []) : joinSlices(source, slices, levels);
}

const allocateLevel = (indices: number): LevelBuffers => ({
  indices: new Uint32Array(new SharedArrayBuffer(indices * 4)),
  numbers: new Float64Array(new SharedArrayBuffer(16)),
});

function readLevel({ indices, numbers }: LevelBuffers): Level {
  const [count = 0, error = 0] = numbers;
  return { indices: indices.subarray(0, count), error };
}

/** The maximum possible. */
function allocateMeshlets(indices: number, limits: MeshletLimits): MeshletBuffers {
  const maxMeshlets = Math.ceil((indices / 3) * maxMeshletsPerTriangle(limits)) + 1;
  return {
    table: new Uint32Array(new SharedArrayBuffer(maxMeshlets * MESHLET_WORDS * 4)),
    vertices: new Uint32Array(new SharedArrayBuffer(indices * 4)),
    triangles: new Uint8Array(new SharedArrayBuffer(indices)),
    bounds: new Float32Array(new SharedArrayBuffer(maxMeshlets * BOUNDS_FLOATS * 4)),
    counts: new Uint32Array(new SharedArrayBuffer(8)),
  };
}

function readMeshlets({ table, vertices, triangles, bounds, counts }: MeshletBuffers): Meshlets {
  const [count = 0, vertexCount = 0] = counts;
  return {
    count,
    table: table.subarray(0, count * MESHLET_WORDS),
    vertices: vertices.subarray(0, vertexCount),
    triangles,
    bounds: bounds.subarray(0, count * BOUNDS_FLOATS),
  };
}
