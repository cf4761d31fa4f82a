// Builds the reduced levels of one submesh. Attributes guide the simplifier, so that uv seams and hard edges survive; vertices that other
// submeshes share stay in place, so that no crack opens between submeshes.

import { orderTriangles } from '@assetc/kernels';
import type { UnitPositions } from '../../../encoding/mesh/unit-positions.js';
import { boxOf, extentOf } from '../bounds.js';
import { DEFAULT_SHARES, meshSettings } from '../settings.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import {
  type LodSource,
  type Reduced,
  type Reducible,
  reducibleWithNormals,
  reducibleWithoutNormals,
} from './reducible.js';
import type { Deltas } from './simplifier-attributes.js';

export interface LodOptions {
  /** Share of the triangles that each level aims at. */
  readonly ratios?: readonly number[];
  /** Relative to the extent of the submesh. */
  readonly error?: number;
  /** Position deltas of morph targets: vertices that they move apart are kept. */
  readonly targets?: readonly Deltas[];
  /** Of the mesh that the rows are a part of. The error and the influence of attributes refer to it. Default: that of the rows. */
  readonly extent?: number | undefined;
}

export const LOD_DEFAULTS: Required<LodOptions> = {
  ratios: DEFAULT_SHARES,
  error: meshSettings.settings.lodError.default,
  targets: [],
  extent: undefined,
};

export interface Level {
  /** Over the vertices of the submesh; empty if the level stalled: then the previous one should be drawn. */
  readonly indices: Uint32Array;
  /** Distance from the mesh, in the mesh's units; for a stalled level, that of the previous one. */
  readonly error: number;
}

/** More vertices per triangle than this mean that faces share none with their neighbors: 0.5 is smooth, 3 is flat. */
const FLAT_VERTICES_PER_TRIANGLE = 1.5;

/** What further levels start from. Another thread may build them, because it is plain data. */
export interface LodState {
  /** Over the vertices of the reducible; undefined before the first level. */
  readonly last: Reduced | undefined;
  readonly isWelded: boolean;
  readonly hasTriedWelding: boolean;
  /** Number of indices of the last level that did not stall. */
  readonly previous: number;
  /** Its error. */
  readonly error: number;
}

/**
 * One level per ratio. `locked` contains 1 for each vertex that must stay. Each level starts from the previous one, or from the full mesh if the sum of
 * their errors would exceed the limit. With equal triangle counts, that is as near to the mesh as starting from it each time (terrain: 3 % nearer,
 * scan: equal), in half the time.
 */
export function buildLods(
  rows: VertexRows,
  unit: UnitPositions,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions = {},
): readonly Level[] {
  return continueLods(rows, unit, indices, locked, options).levels;
}

export interface BuiltLods {
  readonly levels: readonly Level[];
  readonly state: LodState;
}

/** The levels after those that ended with the state `before`. */
export function continueLods(
  rows: VertexRows,
  unit: UnitPositions,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions,
  before?: LodState,
): BuiltLods {
  const { ratios, error: maxError, targets, extent } = { ...LOD_DEFAULTS, ...options };
  let { previous, error } = before ?? { previous: indices.length, error: 0 };
  if (indices.length === 0) return { levels: ratios.map(() => stalledAt(0)), state: EMPTY_STATE };
  const size = extentOf(boxOf(rows)) * unit.scale;
  const whole = extent === undefined ? size : extent * unit.scale;
  const reducer = new LevelReducer({ rows, unit, indices, locked, targets, size, whole }, maxError * whole, before);
  const levels = ratios.map((ratio) => {
    const target = Math.floor((indices.length / 3) * ratio) * 3;
    if (target >= previous) return stalledAt(error);
    const reduced = reducer.next(target);
    if (reduced.indices.length === 0 || reduced.indices.length >= previous) return stalledAt(error);
    previous = reduced.indices.length;
    error = Math.fround(reduced.deviation / unit.scale);
    orderTriangles(reduced.indices, rows.count);
    return { indices: reduced.indices, error };
  });
  return { levels, state: { ...reducer.state, previous, error } };
}

const EMPTY_STATE: LodState = { last: undefined, isWelded: false, hasTriedWelding: false, previous: 0, error: 0 };

const stalledAt = (error: number): Level => ({ indices: new Uint32Array(0), error });

/**
 * Flat-shaded meshes have a discontinuity along every edge, so nothing could collapse. They are reduced without their normals, and so are meshes that
 * lose less than half of the requested triangles: normals may then break across edges, but uv seams may not.
 */
class LevelReducer {
  readonly #submesh: LodSource;
  readonly #maxError: number;
  #reducible: Reducible;
  #last: Reduced;
  #isWelded: boolean;
  #hasTriedWelding: boolean;

  constructor(submesh: LodSource, maxError: number, before: LodState | undefined) {
    this.#submesh = submesh;
    this.#maxError = maxError;
    const isFlat = submesh.rows.count > (submesh.indices.length / 3) * FLAT_VERTICES_PER_TRIANGLE;
    const welded = (before?.isWelded ?? isFlat) ? reducibleWithoutNormals(submesh) : undefined;
    this.#isWelded = welded !== undefined;
    this.#hasTriedWelding = before?.hasTriedWelding ?? this.#isWelded;
    this.#reducible = welded ?? reducibleWithNormals(submesh);
    this.#last = before?.last ?? this.#reducible.full;
  }

  get state(): Pick<LodState, 'last' | 'isWelded' | 'hasTriedWelding'> {
    const last = this.#last === this.#reducible.full ? undefined : this.#last;
    return { last, isWelded: this.#isWelded, hasTriedWelding: this.#hasTriedWelding };
  }

  /** Over the rows of the submesh. */
  next(target: number): Reduced {
    let reduced = this.#reduce(this.#reducible, this.#last, target);
    const { indices } = this.#submesh;
    if (!this.#hasTriedWelding && indices.length - reduced.indices.length < (indices.length - target) / 2) {
      const welded = reducibleWithoutNormals(this.#submesh);
      this.#hasTriedWelding = true;
      const other = welded === undefined ? undefined : this.#reduce(welded, welded.full, target);
      if (welded !== undefined && other !== undefined && other.indices.length < reduced.indices.length) {
        this.#reducible = welded;
        this.#isWelded = true;
        reduced = other;
      }
    }
    if (reduced.indices.length > 0) this.#last = reduced;
    return { ...reduced, indices: this.#reducible.toRowIndices(reduced.indices) };
  }

  #reduce(mesh: Reducible, from: Reduced, target: number): Reduced {
    const reduced = mesh.reduce(from, target, this.#maxError);
    // It missed its target near the error limit, of which the levels before it have used a part.
    const isCutShort =
      reduced.indices.length > target && from.deviation > 0 && reduced.deviation > this.#maxError * 0.5;
    if (!isCutShort) return reduced;
    const direct = mesh.reduce(mesh.full, target, this.#maxError);
    return direct.indices.length < reduced.indices.length ? direct : reduced;
  }
}
