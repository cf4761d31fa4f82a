// Moves the vertices of an assembled mesh to the grid of compact vertices, before meshlets, levels and bounds are built from them, and joins
// those that are equal in the compact form. A mesh that does not fit, or whose errors are too large, stays full.

import { gridPoint, type VertexGrid } from '@assetc/formats';
import type { TriangleOrder } from '@assetc/kernels';
import type { MeshContext } from '../mesh-context.js';
import { morphTargets, type SubmeshMorphs } from '../morph-targets.js';
import type { MeshSettings } from '../settings.js';
import type { AssembledMesh, AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { orderVertices } from '../vertices/order-vertices.js';
import { type IndexedRows, type RowLayout, rowsOf, type VertexRows } from '../vertices/vertex-rows.js';
import { joinPacked, weldPacked } from '../vertices/weld-packed.js';
import { chooseGrid, MAX_STEPS } from './choose-grid.js';
import { checkLimits } from './compact-limits.js';
import type { CompactErrors } from './measure-errors.js';

const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));

export interface CompactOptions extends Pick<MeshSettings, 'grid' | 'maxError'> {
  readonly jointCount: number;
  readonly order: TriangleOrder;
}

/** The rows of the result have a compact layout, unless a diagnostic reports why not. Modifies rows and indices. */
export function compactMesh(mesh: AssembledMesh, options: CompactOptions, context: MeshContext): AssembledMesh {
  const parts = [...mesh.submeshes, ...mesh.lines].map(({ rows }) => rows);
  const layout = parts[0]?.layout;
  if (layout === undefined || parts.every(({ count }) => count === 0)) return mesh;
  const morphs = mesh.submeshes.map((submesh) => morphTargets(submesh, context.path));
  const chosen = chooseGrid(parts, morphs, options.grid, options.maxError.uv);
  if (!('grid' in chosen)) {
    context.warn({
      code: 'mesh/grid-too-fine',
      file: context.path,
      message: `the mesh has ${shortNumber(chosen.steps)} steps of ${shortNumber(chosen.step)} in one direction, more than ${MAX_STEPS}: its vertices stay full`,
    });
    return mesh;
  }
  const compact = {
    ...layout,
    ...colorsOf(layout, parts),
    compact: { grid: chosen.grid, jointCount: options.jointCount },
  };
  const withLayout = (rows: VertexRows, own: RowLayout): VertexRows => rowsOf(own, rows.bits);
  const measured = (list: readonly IndexedRows[]): readonly IndexedRows[] =>
    list.map(({ rows, indices }) => ({ rows: withLayout(rows, compact), indices }));
  const { errors, exceeded } = checkLimits(measured(mesh.submeshes), measured(mesh.lines), options.maxError);
  if (exceeded.length > 0) {
    const message = `compact vertices would differ too much: ${exceeded.join('; ')}. They stay full`;
    context.warn({ code: 'mesh/compact-error', file: context.path, message });
    return mesh;
  }
  const final = { ...compact, compact: { ...compact.compact, grid: withErrors(chosen.grid, errors) } };
  const moved = (indexed: IndexedRows): IndexedRows => {
    const rows = withLayout(indexed.rows, final);
    snapPositions(rows, chosen.grid.step);
    return { rows, indices: indexed.indices };
  };
  return {
    ...mesh,
    submeshes: mesh.submeshes.map((submesh) => ({ ...submesh, ...joinAgain(moved(submesh), options.order) })),
    lines: mesh.lines.map((lines) => ({ ...lines, ...weldPacked(moved(lines)) })),
  };
}

const withErrors = (grid: VertexGrid, { position, normal, uv, weight }: CompactErrors): VertexGrid => ({
  ...grid,
  positionError: Math.fround(position),
  normalError: Math.fround(normal),
  uvError: Math.fround(uv),
  weightError: Math.fround(weight),
});

/** Colors of any range fit into bytes if all are between 0 and 1. */
function colorsOf(layout: RowLayout, parts: readonly VertexRows[]): Pick<RowLayout, 'colorFormat'> {
  const { color, words, colorFormat } = layout;
  const isUnit = parts.every(({ bits, floats }) => {
    for (let p = color; p < bits.length; p += words)
      for (let c = 0; c < 4; c++) if (!((floats[p + c] ?? 0) >= 0 && (floats[p + c] ?? 0) <= 1)) return false;
    return true;
  });
  return { colorFormat: color >= 0 && isUnit ? 'unorm8' : colorFormat };
}

/** Adding 0 turns −0 into 0. */
function snapPositions({ floats, bits, layout }: VertexRows, step: number): void {
  for (let p = 0; p < bits.length; p += layout.words)
    for (let axis = 0; axis < 3; axis++) floats[p + axis] = gridPoint(floats[p + axis] ?? 0, step) * step + 0;
}

/** Triangles that lost a corner are removed, unless all of them did. */
function joinAgain(indexed: IndexedRows, order: TriangleOrder): IndexedRows {
  const joined = joinPacked(indexed);
  if (joined === indexed) return indexed;
  const { rows, indices } = joined;
  const kept = new Uint32Array(indices.length);
  let count = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [indices[i], indices[i + 1], indices[i + 2]];
    if (a === b || b === c || c === a) continue;
    kept[count] = a;
    kept[count + 1] = b;
    kept[count + 2] = c;
    count += 3;
  }
  return orderVertices({ rows, indices: count === 0 ? indices : kept.subarray(0, count) }, order);
}

/** The deltas as they are stored: multiples of the step, and the extent that they have. */
export function snapMorphs(morphs: SubmeshMorphs, { rows }: Pick<AssembledSubmesh, 'rows'>): SubmeshMorphs {
  const grid = rows.layout.compact?.grid;
  if (grid === undefined || morphs.targets.length === 0) return morphs;
  const snap = (list: Float32Array, step: number): Float32Array =>
    list.map((value) => (step > 0 ? gridPoint(value, step) * step + 0 : 0));
  // A delta may have grown by half a step on each axis.
  const growth = morphs.targets.reduce((sum, { defaultWeight }) => sum + Math.max(1, Math.abs(defaultWeight)), 0);
  return {
    extent: Math.fround(morphs.extent + growth * grid.step),
    targets: morphs.targets.map(({ positions, normals, tangents, ...target }) => ({
      ...target,
      positions: snap(positions, grid.step),
      normals: normals && snap(normals, grid.morphNormalStep),
      tangents: tangents && snap(tangents, grid.morphTangentStep),
    })),
  };
}
