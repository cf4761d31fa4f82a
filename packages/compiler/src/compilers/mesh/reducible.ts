// A submesh as the simplifier takes it: with its vertices as they are, or with those joined that only their normals tell apart.

import { type Floats, simplify, writeFloats } from '@assetc/kernels';
import type { UnitPositions } from '../../encoding/unit-positions.js';
import { type Deltas, steeringAttributes } from './steering-attributes.js';
import type { VertexRows } from './vertex-rows.js';
import { nearestRows, weldPlaces } from './welded-places.js';

export interface Reduced {
  /** Over the vertices of the reducible. */
  readonly indices: Uint32Array;
  /** How far it lies from the full mesh, in the units of the positions at hand. */
  readonly strayed: number;
}

export interface Reducible {
  readonly full: Reduced;
  /** `strayed` of the result counts what `from` has strayed already, and stays below `most`. */
  reduce(from: Reduced, target: number, most: number): Reduced;
  /** The same triangles over the rows of the submesh. */
  finish(indices: Uint32Array): Uint32Array;
}

export interface Submesh {
  readonly rows: VertexRows;
  readonly unit: UnitPositions;
  readonly indices: Uint32Array;
  /** 1 for each vertex that must stay. */
  readonly locked: Uint8Array;
  readonly targets: readonly Deltas[];
  /** Of the positions. */
  readonly size: number;
}

/** Where seams in normals count like any other. */
export function asItIs({ rows, unit, indices, locked, targets, size }: Submesh): Reducible {
  const { weights, write } = steeringAttributes(rows, targets, size / unit.scale);
  return {
    full: { indices, strayed: 0 },
    reduce: reducer(
      indices,
      { vertexCount: unit.count, positions: unit.positions, attributes: write, weights, locks: locked },
      size,
    ),
    finish: (reduced) => reduced,
  };
}

/** Undefined where no normal keeps vertices apart. */
export function withoutNormals({ rows, unit, indices, locked, targets, size }: Submesh): Reducible | undefined {
  const welded = weldPlaces(rows);
  if (welded === undefined) return undefined;
  const { count, places, firsts } = welded;
  const joined = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) joined[i] = places[indices[i] ?? 0] ?? 0;
  const { weights, write } = steeringAttributes(rows, targets, size / unit.scale, { normals: false });
  const mesh = {
    vertexCount: count,
    positions: gather(unit, firsts),
    attributes: (out: Float32Array) => write(out, firsts),
    weights,
    locks: Uint8Array.from(firsts, (row) => locked[row] ?? 0),
  };
  return {
    full: { indices: joined, strayed: 0 },
    reduce: reducer(joined, mesh, size),
    finish: (reduced) => nearestRows(welded, rows, reduced),
  };
}

function gather({ count, positions }: UnitPositions, order: Uint32Array): Float32Array {
  const all = new Float32Array(count * 3);
  writeFloats(positions, all);
  const out = new Float32Array(order.length * 3);
  for (let i = 0; i < order.length; i++) for (let c = 0; c < 3; c++) out[i * 3 + c] = all[(order[i] ?? 0) * 3 + c] ?? 0;
  return out;
}

interface Steered {
  readonly vertexCount: number;
  readonly positions: Floats;
  readonly attributes: Floats;
  readonly weights: readonly number[];
  readonly locks: Uint8Array;
}

function reducer(full: Uint32Array, mesh: Steered, size: number): Reducible['reduce'] {
  return (from, target, most) => {
    // What is reduced already uses few of the vertices, and errors are told in the same units either way.
    const isFull = from.indices === full;
    const unit = isFull ? size : 1;
    const { indices, error } = simplify(
      { ...mesh, indices: from.indices },
      {
        count: target,
        error: unit > 0 ? Math.max(0, most - from.strayed) / unit : 0,
        options: isFull ? [] : ['sparse', 'absolute'],
      },
    );
    return { indices, strayed: from.strayed + error * unit };
  };
}
