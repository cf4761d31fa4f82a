// A submesh as the simplifier takes it: with its vertices as they are, or with those joined that only their normals tell apart.

import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer/simplifier';
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
  const steering = steeringAttributes(rows, targets, size / unit.scale);
  return {
    full: { indices, strayed: 0 },
    reduce: reducer(indices, unit.positions, steering, locked, size),
    finish: (reduced) => reduced,
  };
}

/** Undefined where no normal keeps vertices apart. */
export function withoutNormals({ rows, unit, indices, locked, targets, size }: Submesh): Reducible | undefined {
  const welded = weldPlaces(rows);
  if (welded === undefined) return undefined;
  const { count, places, firsts } = welded;
  const joined = Uint32Array.from(indices, (row) => places[row] ?? 0);
  const { attributes, weights } = steeringAttributes(rows, targets, size / unit.scale, { normals: false });
  const gather = (values: Float32Array, width: number): Float32Array => {
    const out = new Float32Array(count * width);
    for (let place = 0; place < count; place++)
      for (let c = 0; c < width; c++) out[place * width + c] = values[(firsts[place] ?? 0) * width + c] ?? 0;
    return out;
  };
  const steering = { attributes: gather(attributes, weights.length), weights };
  const locks = Uint8Array.from(firsts, (row) => locked[row] ?? 0);
  return {
    full: { indices: joined, strayed: 0 },
    reduce: reducer(joined, gather(unit.positions, 3), steering, locks, size),
    finish: (reduced) => nearestRows(welded, rows, reduced),
  };
}

function reducer(
  full: Uint32Array,
  positions: Float32Array,
  { attributes, weights }: ReturnType<typeof steeringAttributes>,
  locks: Uint8Array,
  size: number,
): Reducible['reduce'] {
  return (from, target, most) => {
    // What is reduced already uses few of the vertices, and errors are told in the same units either way.
    const flags: SimplifierFlags[] = from.indices === full ? [] : ['Sparse', 'ErrorAbsolute'];
    const unit = from.indices === full ? size : 1;
    const [indices, strayed] = MeshoptSimplifier.simplifyWithAttributes(
      from.indices,
      positions,
      3,
      attributes,
      weights.length,
      [...weights],
      locks,
      target,
      unit > 0 ? Math.max(0, most - from.strayed) / unit : 0,
      flags,
    );
    return { indices, strayed: from.strayed + strayed * unit };
  };
}
