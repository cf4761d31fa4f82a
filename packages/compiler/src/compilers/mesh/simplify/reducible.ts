// A submesh as input of the simplifier: with its vertices unchanged, or with vertices joined that differ only in their normals.

import { type Floats, simplify } from '@assetc/kernels';
import type { UnitPositions } from '../../../encoding/mesh/unit-positions.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import { nearestRows, weldPositions } from '../vertices/welded-positions.js';
import { type Deltas, simplifierAttributes } from './simplifier-attributes.js';

export interface Reduced {
  /** Over the vertices of the reducible. */
  readonly indices: Uint32Array;
  /** Distance from the full mesh, in the units of the scaled positions. */
  readonly deviation: number;
}

export interface Reducible {
  readonly full: Reduced;
  /** `deviation` of the result includes that of `from`, and stays below `maxDeviation`. */
  reduce(from: Reduced, target: number, maxDeviation: number): Reduced;
  /** The same triangles over the rows of the submesh. */
  toRowIndices(indices: Uint32Array): Uint32Array;
}

export interface LodSource {
  readonly rows: VertexRows;
  readonly unit: UnitPositions;
  readonly indices: Uint32Array;
  /** 1 for each vertex that must stay. */
  readonly locked: Uint8Array;
  readonly targets: readonly Deltas[];
  /** The extent of the positions. */
  readonly size: number;
  /** That of the mesh that they are a part of. */
  readonly whole: number;
}

/** Keeps normals: their seams count like any other. */
export function reducibleWithNormals(source: LodSource): Reducible {
  const { rows, unit, indices, locked, targets, size } = source;
  const { weights, write } = simplifierAttributes(rows, targets, size / unit.scale);
  return {
    full: { indices, deviation: 0 },
    reduce: reducer(
      indices,
      {
        vertexCount: unit.count,
        positions: unit.positions,
        attributes: write,
        weights: scaleWeights(weights, source),
        locks: locked,
      },
      size,
    ),
    toRowIndices: (reduced) => reduced,
  };
}

/** Undefined if no vertices differ only in their normals. */
export function reducibleWithoutNormals(source: LodSource): Reducible | undefined {
  const { rows, unit, indices, locked, targets, size } = source;
  const welded = weldPositions(rows);
  if (welded === undefined) return undefined;
  const { count, positionIds, firstRows } = welded;
  const joined = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) joined[i] = positionIds[indices[i] ?? 0] ?? 0;
  const { weights, write } = simplifierAttributes(rows, targets, size / unit.scale, { normals: false });
  const mesh = {
    vertexCount: count,
    positions: gather(rows, unit.scale, firstRows),
    attributes: (out: Float32Array) => write(out, firstRows),
    weights: scaleWeights(weights, source),
    locks: Uint8Array.from(firstRows, (row) => locked[row] ?? 0),
  };
  return {
    full: { indices: joined, deviation: 0 },
    reduce: reducer(joined, mesh, size),
    toRowIndices: nearestRows(welded, rows),
  };
}

/** Positions are measured relative to their extent, attributes as they are. */
const scaleWeights = (weights: readonly number[], { size, whole }: LodSource): readonly number[] =>
  size === whole || size === 0 ? weights : weights.map((weight) => weight * (whole / size));

function gather({ floats, layout }: VertexRows, scale: number, order: Uint32Array): Float32Array {
  const out = new Float32Array(order.length * 3);
  for (let i = 0, to = 0; i < order.length; i++) {
    const from = (order[i] ?? 0) * layout.words;
    for (let axis = 0; axis < 3; axis++) out[to++] = (floats[from + axis] ?? 0) * scale;
  }
  return out;
}

interface SimplifierInput {
  readonly vertexCount: number;
  readonly positions: Floats;
  readonly attributes: Floats;
  readonly weights: readonly number[];
  readonly locks: Uint8Array;
}

function reducer(full: Uint32Array, mesh: SimplifierInput, size: number): Reducible['reduce'] {
  return (from, target, maxDeviation) => {
    // A reduced mesh uses few of the vertices. Errors have the same units either way.
    const isFull = from.indices === full;
    const unit = isFull ? size : 1;
    const { indices, error } = simplify(
      { ...mesh, indices: from.indices },
      {
        count: target,
        error: unit > 0 ? Math.max(0, maxDeviation - from.deviation) / unit : 0,
        options: isFull ? [] : ['sparse', 'absolute'],
      },
    );
    return { indices, deviation: from.deviation + error * unit };
  };
}
