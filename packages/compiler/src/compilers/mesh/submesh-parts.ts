// Levels and meshlets of every submesh, as parts of one task that any thread may take: those of one large submesh are made side by
// side, those of many at once. What goes in and what comes out lies in shared memory, which costs only what is written of it.

import { MESHLET_MAX_VERTICES } from '@assetc/formats';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../encoding/meshlet-table.js';
import { buildMeshlets, type Meshlets } from '../../encoding/meshlets.js';
import type { Parallel } from '../../encoding/parallel.js';
import type { UnitPositions } from '../../encoding/unit-positions.js';
import { buildLods, type Level } from './lods.js';
import type { Deltas } from './steering-attributes.js';
import { columns, type RowLayout, rowsOf, type VertexRows } from './vertex-rows.js';

interface LevelRoom {
  readonly indices: Uint32Array;
  /** How many of them, and the error. */
  readonly numbers: Float64Array;
}

interface MeshletRoom {
  readonly table: Uint32Array;
  readonly vertices: Uint32Array;
  readonly triangles: Uint8Array;
  readonly bounds: Float32Array;
  /** Meshlets, and vertices of them. */
  readonly counts: Uint32Array;
}

export interface PartSource {
  readonly layout: RowLayout;
  /** Of the rows. */
  readonly bits: Uint32Array;
  /** Of positions: see unit-positions.ts. */
  readonly scale: number;
  readonly indices: Uint32Array;
  readonly locked: Uint8Array;
  readonly targets: readonly Deltas[];
}

interface SubmeshPart extends PartSource {
  readonly makes: 'levels' | 'meshlets';
  readonly levels: readonly LevelRoom[];
  readonly meshlets: MeshletRoom | undefined;
}

interface PartsPayload {
  readonly parts: readonly SubmeshPart[];
  readonly ratios: readonly number[];
  readonly error: number;
}

/** One part. */
export function runSubmeshPart({ parts, ratios, error }: PartsPayload, index: number): void {
  const part = parts[index];
  if (part === undefined) throw new Error(`there is no part ${index}`);
  if (part.makes === 'meshlets') makeMeshlets(part);
  else makeLevels(part, ratios, error);
}

function makeLevels(part: SubmeshPart, ratios: readonly number[], error: number): void {
  const levels = levelsOf(part, ratios, error);
  for (const [i, level] of levels.entries()) {
    part.levels[i]?.indices.set(level.indices);
    part.levels[i]?.numbers.set([level.indices.length, level.error]);
  }
}

function makeMeshlets(part: SubmeshPart): void {
  const { meshlets: room } = part;
  const made = meshletsOf(part);
  room?.table.set(made.table);
  room?.vertices.set(made.vertices);
  room?.triangles.set(made.triangles);
  room?.bounds.set(made.bounds);
  room?.counts.set([made.count, made.vertices.length]);
}

function levelsOf(source: PartSource, ratios: readonly number[], error: number): readonly Level[] {
  const { layout, bits, scale, indices, locked, targets } = source;
  const rows = rowsOf(layout, bits);
  return buildLods(rows, unitOf(rows, scale), indices, locked, { ratios, error, targets });
}

function meshletsOf({ layout, bits, scale, indices }: PartSource): Meshlets {
  return buildMeshlets(indices, unitOf(rowsOf(layout, bits), scale));
}

/** Straight from the rows to where they are wanted. */
const unitOf = (rows: VertexRows, scale: number): UnitPositions => ({
  count: rows.count,
  scale,
  positions(out) {
    columns(rows, 0, 3, out);
    if (scale !== 1) for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * scale;
  },
});

interface MadeParts {
  readonly levels: readonly (readonly Level[])[];
  readonly meshlets: readonly Meshlets[];
}

/** Index lists of less than this altogether are not worth waking another thread. */
const FEW_INDICES = 60_000;

/** `step` is called before each submesh where this thread does them all. */
export async function makeParts(
  sources: readonly PartSource[],
  { ratios, error }: { readonly ratios: readonly number[]; readonly error: number },
  parallel: Parallel | undefined,
  step: () => void,
): Promise<MadeParts> {
  const total = sources.reduce((sum, { indices }) => sum + indices.length, 0);
  if (parallel === undefined || total < FEW_INDICES)
    return {
      levels: sources.map((source) => {
        step();
        return ratios.length === 0 ? [] : levelsOf(source, ratios, error);
      }),
      meshlets: sources.map((source) => {
        step();
        return meshletsOf(source);
      }),
    };
  step();
  const rooms = sources.map(({ indices }) => ({
    levels: ratios.map((): LevelRoom => levelRoom(indices.length)),
    meshlets: meshletRoom(indices.length),
  }));
  // What takes longest comes first, so that nobody waits for it alone in the end: levels take longer than meshlets.
  const order = sources.map((_, i) => i).sort((a, b) => lengthOf(sources[b]) - lengthOf(sources[a]) || a - b);
  const partsOf = (makes: SubmeshPart['makes']): readonly SubmeshPart[] =>
    order.flatMap((i) => {
      const [source, room] = [sources[i], rooms[i]];
      return source === undefined || room === undefined ? [] : [{ ...source, ...room, makes }];
    });
  const parts = [...(ratios.length === 0 ? [] : partsOf('levels')), ...partsOf('meshlets')];
  const payload: PartsPayload = { parts, ratios, error };
  await parallel('submesh-parts', parts.length, payload);
  return {
    levels: rooms.map(({ levels }) => levels.map(levelIn)),
    meshlets: rooms.map(({ meshlets }) => meshletsIn(meshlets)),
  };
}

const lengthOf = (source: PartSource | undefined): number => source?.indices.length ?? 0;

const levelRoom = (indices: number): LevelRoom => ({
  indices: new Uint32Array(new SharedArrayBuffer(indices * 4)),
  numbers: new Float64Array(new SharedArrayBuffer(16)),
});

function levelIn({ indices, numbers }: LevelRoom): Level {
  const [count = 0, error = 0] = numbers;
  return { indices: indices.subarray(0, count), error };
}

/** As many as there can be: a meshlet that is full of vertices has at least a third as many triangles as corners. */
function meshletRoom(indices: number): MeshletRoom {
  const most = Math.ceil(indices / (MESHLET_MAX_VERTICES - 2)) + 1;
  return {
    table: new Uint32Array(new SharedArrayBuffer(most * MESHLET_WORDS * 4)),
    vertices: new Uint32Array(new SharedArrayBuffer(indices * 4)),
    triangles: new Uint8Array(new SharedArrayBuffer(indices)),
    bounds: new Float32Array(new SharedArrayBuffer(most * BOUNDS_FLOATS * 4)),
    counts: new Uint32Array(new SharedArrayBuffer(8)),
  };
}

function meshletsIn({ table, vertices, triangles, bounds, counts }: MeshletRoom): Meshlets {
  const [count = 0, vertexCount = 0] = counts;
  return {
    count,
    table: table.subarray(0, count * MESHLET_WORDS),
    vertices: vertices.subarray(0, vertexCount),
    triangles,
    bounds: bounds.subarray(0, count * BOUNDS_FLOATS),
  };
}
