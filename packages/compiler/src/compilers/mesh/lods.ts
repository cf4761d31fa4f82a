// Reduced levels of one submesh. Attributes steer the simplifier, so that seams in uv and hard edges survive; vertices
// that other submeshes share stay where they are, so that no crack opens between submeshes.

import { orderTriangles, simplifyScale } from '@assetc/kernels';
import type { UnitPositions } from '../../encoding/unit-positions.js';
import { asItIs, type Reduced, type Reducible, type Submesh, withoutNormals } from './reducible.js';
import { meshSettings } from './settings.js';
import type { Deltas } from './steering-attributes.js';
import type { VertexRows } from './vertex-rows.js';

export interface LodOptions {
  /** Share of the triangles that each level aims at. */
  readonly ratios?: readonly number[];
  /** Relative to the extent of the submesh. */
  readonly error?: number;
  /** What morph targets add to positions: what they would tear apart is kept. */
  readonly targets?: readonly Deltas[];
}

export const LOD_DEFAULTS: Required<LodOptions> = {
  ratios: meshSettings.settings.lods.default,
  error: meshSettings.settings.lodError.default,
  targets: [],
};

export interface Level {
  /** Over the vertices of the submesh; none where the level stalled: then the one before it is to be drawn. */
  readonly indices: Uint32Array;
  /** How far it lies from the mesh, in the mesh's units; of a stalled level that of the one before it. */
  readonly error: number;
}

/** More vertices than this a triangle come of faces that share none with their neighbours: 0.5 is smooth, 3 is flat. */
const FLAT_VERTICES = 1.5;

/**
 * One level for each ratio. `locked` holds 1 for each vertex that must stay. Each level starts from the one before it, and from the full mesh where the errors of both would come to more than is allowed. At
 * equal triangles that lies as near to the mesh as levels that all start from it (terrain: 3 % nearer, scan: as near), in half the time.
 */
export function buildLods(
  rows: VertexRows,
  unit: UnitPositions,
  indices: Uint32Array,
  locked: Uint8Array,
  options: LodOptions = {},
): readonly Level[] {
  const { ratios, error, targets } = { ...LOD_DEFAULTS, ...options };
  if (indices.length === 0) return ratios.map(() => ({ indices: new Uint32Array(0), error: 0 }));
  const size = simplifyScale(unit.count, unit.positions);
  const reducer = new LevelReducer({ rows, unit, indices, locked, targets, size }, error * size);
  let previous = indices.length;
  let stalled: Level = { indices: new Uint32Array(0), error: 0 };
  return ratios.map((ratio) => {
    const target = Math.floor((indices.length / 3) * ratio) * 3;
    if (target >= previous) return stalled;
    const reduced = reducer.next(target);
    if (reduced.indices.length === 0 || reduced.indices.length >= previous) return stalled;
    previous = reduced.indices.length;
    stalled = { indices: new Uint32Array(0), error: Math.fround(reduced.strayed / unit.scale) };
    orderTriangles(reduced.indices, rows.count);
    return { indices: reduced.indices, error: stalled.error };
  });
}

/**
 * Flat-shaded meshes have a discontinuity along every edge, and nothing could collapse. They are reduced without their normals, as are
 * those of which less than half of what was asked for goes: normals may break across edges then, seams in uv still may not.
 */
class LevelReducer {
  readonly #submesh: Submesh;
  readonly #most: number;
  #mesh: Reducible;
  #last: Reduced;
  #hasTriedWelding = false;

  constructor(submesh: Submesh, most: number) {
    this.#submesh = submesh;
    this.#most = most;
    const isFlat = submesh.rows.count > (submesh.indices.length / 3) * FLAT_VERTICES;
    const welded = isFlat ? withoutNormals(submesh) : undefined;
    this.#hasTriedWelding = welded !== undefined;
    this.#mesh = welded ?? asItIs(submesh);
    this.#last = this.#mesh.full;
  }

  /** Over the rows of the submesh. */
  next(target: number): Reduced {
    let reduced = this.#reduce(this.#mesh, this.#last, target);
    const { indices } = this.#submesh;
    if (!this.#hasTriedWelding && indices.length - reduced.indices.length < (indices.length - target) / 2) {
      const welded = withoutNormals(this.#submesh);
      this.#hasTriedWelding = true;
      const other = welded === undefined ? undefined : this.#reduce(welded, welded.full, target);
      if (welded !== undefined && other !== undefined && other.indices.length < reduced.indices.length) {
        this.#mesh = welded;
        reduced = other;
      }
    }
    if (reduced.indices.length > 0) this.#last = reduced;
    return { ...reduced, indices: this.#mesh.finish(reduced.indices) };
  }

  #reduce(mesh: Reducible, from: Reduced, target: number): Reduced {
    const reduced = mesh.reduce(from, target, this.#most);
    // Short of its target at the end of its errors, while levels before it have taken their share of them.
    const isCutShort = reduced.indices.length > target && from.strayed > 0 && reduced.strayed > this.#most * 0.5;
    if (!isCutShort) return reduced;
    const direct = mesh.reduce(mesh.full, target, this.#most);
    return direct.indices.length < reduced.indices.length ? direct : reduced;
  }
}
