// Builds levels and meshlets of every submesh as parts of one task that any thread may run: those of one large submesh in parallel, and those of
// many at once. Inputs and outputs are in shared memory, which only takes what is written.

import type { Meshlets } from '@assetc/kernels';
import { buildMeshlets } from '../../../encoding/mesh/meshlets.js';
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
import { type BuiltLods, buildLods, continueLods, type Level, type LodState } from '../simplify/lods.js';
import type { Deltas } from '../simplify/simplifier-attributes.js';
import { columns, type RowLayout, rowsOf, type VertexRows } from '../vertices/vertex-rows.js';
import {
  allocateLevel,
  allocateLodState,
  allocateMeshlets,
  type LevelBuffers,
  type LodStateBuffers,
  type MeshletBuffers,
  readLevel,
  readLodState,
  readMeshlets,
  writeLevel,
  writeLodState,
  writeMeshlets,
} from './part-buffers.js';

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
  readonly levels: readonly LevelBuffers[];
  /** What its levels start from, if another part built those before them. */
  readonly before?: LodStateBuffers | undefined;
  /** The same for the part that builds those after them. */
  readonly after?: LodStateBuffers | undefined;
  /** If it cuts meshlets instead. */
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
  if (part.meshlets !== undefined) writeMeshlets(part.meshlets, meshletsOf(part, meshlets));
  else writeLevels(part, ratios, error);
}

function writeLevels(part: SubmeshPart, ratios: readonly number[], error: number): void {
  const { slice, levels: buffers, before, after } = part;
  if (slice !== undefined) {
    writeAll(buffers, levelsOfSlice(part, slice.slices, slice.part, ratios, error));
    return;
  }
  const { levels, state } = levelsOf(part, ratios, error, before && readLodState(before));
  writeAll(buffers, levels);
  if (after !== undefined) writeLodState(after, state);
}

function writeAll(buffers: readonly LevelBuffers[], levels: readonly Level[]): void {
  for (const [i, to] of buffers.entries()) if (levels[i] !== undefined) writeLevel(to, levels[i]);
}

function levelsOf(
  { layout, bits, scale, indices, locked, targets }: PartSource,
  ratios: readonly number[],
  error: number,
  before?: LodState,
): BuiltLods {
  const rows = rowsOf(layout, bits);
  return continueLods(rows, unitPositionsOf(rows, scale), indices, locked, { ratios, error, targets }, before);
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
  if (slices === undefined) return levelsOf(source, ratios, error).levels;
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
/** Which steps overlap depends on the memory that they take, never on the number of threads or their speed. */
export interface OverlapLimits {
  /** With more indices in total, meshlets wait until the first levels are built, which take twice the memory of the others. */
  readonly firstLevels: number;
  /** With more, they wait until all levels are built: at 10 M triangles both at once take a third more memory. */
  readonly allLevels: number;
}

const OVERLAP_LIMITS: OverlapLimits = { firstLevels: 9_000_000, allLevels: 18_000_000 };

/** `step` is called before each submesh if this thread builds them all. */
export async function buildAllParts(
  sources: readonly PartSource[],
  options: PartsOptions,
  parallel: Parallel | undefined,
  step: () => void,
  limits: OverlapLimits = OVERLAP_LIMITS,
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
      slice: undefined,
      levels: [],
      meshlets: allocateMeshlets(source.indices.length, meshlets),
    }),
  );
  // The longest parts come first, so that no thread works alone at the end: levels take longer than meshlets.
  const [levelsFirst, meshletsLast] = [longestFirst(levelParts.flat()), longestFirst(meshletParts)];
  const steps =
    total > limits.allLevels
      ? [
          { parts: levelsFirst, ratios },
          { parts: meshletsLast, ratios: [] },
        ]
      : total > limits.firstLevels
        ? afterFirstLevels(levelsFirst, meshletsLast, ratios)
        : [{ parts: [...levelsFirst, ...meshletsLast], ratios }];
  for (const { parts, ratios: own } of steps) {
    const payload: PartsPayload = { ...options, parts, ratios: own };
    await parallel('submesh-parts', parts.length, payload);
  }
  return {
    levels: sources.map((source, i) => readLevels(source, levelParts[i] ?? [])),
    meshlets: meshletParts.map((part) => readMeshlets(part.meshlets ?? allocateMeshlets(0, meshlets))),
  };
}

interface Step {
  readonly parts: readonly SubmeshPart[];
  /** Of the levels that it builds. */
  readonly ratios: readonly number[];
}

/** Meshlets are cut while the levels after the first ones are built. */
function afterFirstLevels(
  levels: readonly SubmeshPart[],
  meshlets: readonly SubmeshPart[],
  ratios: readonly number[],
): readonly Step[] {
  const states = levels.map(({ indices }) => allocateLodState(indices.length));
  const first = levels.map((part, i) => ({ ...part, levels: part.levels.slice(0, 1), after: states[i] }));
  const others = levels.map((part, i) => ({ ...part, levels: part.levels.slice(1), before: states[i] }));
  return [
    { parts: first, ratios: ratios.slice(0, 1) },
    { parts: [...(ratios.length > 1 ? others : []), ...meshlets], ratios: ratios.slice(1) },
  ];
}

const longestFirst = (parts: readonly SubmeshPart[]): readonly SubmeshPart[] =>
  [...parts].sort((a, b) => b.indices.length - a.indices.length);

function partsOfLevels(source: PartSource, count: number): readonly SubmeshPart[] {
  const slices = slicesOf(source);
  const sizes = slices === undefined ? [source.indices.length] : trianglesOf(slices).map((triangles) => triangles * 3);
  return sizes.map((size, part) => ({
    ...source,
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
