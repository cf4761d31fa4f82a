// Compares a compact mesh with the full one of the same source. The grid and the rounding are computed here, not by the compiler.

import { type Hmesh, unpackSkinVertices, unpackStoredVertices, unpackVertices, type VertexGrid } from '@assetc/formats';
import { expect } from 'vitest';

const DEGREES = 180 / Math.PI;
/** Of f32 arithmetic, relative to the extent of the numbers. */
const ROUNDING = 4e-7;

export function gridOf(mesh: Hmesh): VertexGrid {
  const grid = mesh.stored?.compact?.grid;
  if (grid === undefined) throw new Error('the mesh is not compact');
  return grid;
}

interface Vertices {
  readonly attributes: ReturnType<typeof unpackVertices>;
  readonly skin: ReturnType<typeof unpackSkinVertices> | undefined;
  /** The point of the grid that each vertex is nearest to, as text. */
  readonly points: readonly string[];
}

function verticesOf(mesh: Hmesh, step: number): Vertices {
  const attributes = mesh.stored ? unpackStoredVertices(mesh.stored) : unpackVertices(mesh.vertices);
  const { positions } = attributes;
  const point = (at: number): number => Math.floor((positions[at] ?? 0) / step + 0.5) + 0;
  const points = Array.from({ length: positions.length / 3 }, (_, i) =>
    [0, 1, 2].map((axis) => point(i * 3 + axis)).join(),
  );
  return { attributes, points, skin: mesh.skin && unpackSkinVertices(mesh.skin.vertices) };
}

/** The triangles of a submesh by the points of their corners, from the smallest on; those without area on the grid are left out. */
function trianglesOf(mesh: Hmesh, submesh: number, points: readonly string[]): readonly string[] {
  const { firstIndex = 0, indexCount = 0 } = mesh.submeshes[submesh] ?? {};
  const triangles: string[] = [];
  for (let i = firstIndex; i < firstIndex + indexCount; i += 3) {
    const corners = [0, 1, 2].map((k) => points[mesh.indices[i + k] ?? 0] ?? '');
    if (new Set(corners).size < 3) continue;
    const first = corners.indexOf([...corners].sort()[0] ?? '');
    triangles.push([0, 1, 2].map((k) => corners[(first + k) % 3]).join(' '));
  }
  return triangles.sort();
}

const difference = (a: ArrayLike<number>, b: ArrayLike<number>, i: number, j: number, width: number): number => {
  let most = 0;
  for (let c = 0; c < width; c++) most = Math.max(most, Math.abs((a[i * width + c] ?? 0) - (b[j * width + c] ?? 0)));
  return most;
};

/** Asserts that every compact vertex is a full one, within the errors that the file states. */
export function expectSameMesh(full: Hmesh, compact: Hmesh, name = ''): void {
  const grid = gridOf(compact);
  const [a, b] = [verticesOf(full, grid.step), verticesOf(compact, grid.step)];
  for (let i = 0; i < full.submeshes.length; i++)
    expect(trianglesOf(compact, i, b.points), name).toEqual(trianglesOf(full, i, a.points));
  const candidates = new Map<string, number[]>();
  for (const [i, point] of a.points.entries()) {
    const list = candidates.get(point) ?? [];
    list.push(i);
    candidates.set(point, list);
  }
  const extent = Math.max(
    ...full.bounds.aabbMax.map((high, axis) => Math.max(Math.abs(high), Math.abs(full.bounds.aabbMin[axis] ?? 0))),
  );
  const uvExtent = Math.max(1, ...grid.uvExtent, ...grid.uvMin.map(Math.abs));
  const isEqual = (i: number, j: number): boolean =>
    difference(a.attributes.normals, b.attributes.normals, i, j, 3) === 0 &&
    difference(a.attributes.positions, b.attributes.positions, i, j, 3) <= grid.step / 2 + extent * ROUNDING &&
    difference(a.attributes.positions, b.attributes.positions, i, j, 3) <= grid.positionError + extent * ROUNDING &&
    difference(a.attributes.uvs, b.attributes.uvs, i, j, 2) <= grid.uvError + uvExtent * ROUNDING &&
    turned(a, b, i, j) <= grid.normalError + 0.03 &&
    (a.skin === undefined || b.skin === undefined || sameSkin(a.skin, b.skin, i, j, grid.weightError));
  const lost = b.points.flatMap((point, j) => ((candidates.get(point) ?? []).some((i) => isEqual(i, j)) ? [] : [j]));
  expect(lost, name).toEqual([]);
}

/** Degrees between tangents, in the plane of the normal. 0.01° of it comes from the octahedral tangents of the full form. */
function turned(a: Vertices, b: Vertices, i: number, j: number): number {
  const [n, from, to] = [b.attributes.normals, a.attributes.tangents, b.attributes.tangents];
  if (to[j * 4] === 0 && to[j * 4 + 1] === 0 && to[j * 4 + 2] === 0) return 0;
  const along = [0, 1, 2].reduce((sum, c) => sum + (n[j * 3 + c] ?? 0) * (from[i * 4 + c] ?? 0), 0);
  const flat = [0, 1, 2].map((c) => (from[i * 4 + c] ?? 0) - along * (n[j * 3 + c] ?? 0));
  const length = Math.hypot(...flat);
  if (length < 0.01) return 0;
  const chord = Math.hypot(...flat.map((value, c) => value / length - (to[j * 4 + c] ?? 0)));
  const hasHandedness = from[i * 4 + 3] === to[j * 4 + 3];
  // The rounding of the full form turns a tangent the more, the closer it is to the normal.
  return hasHandedness ? 2 * Math.asin(Math.min(1, chord / 2)) * DEGREES * length : 180;
}

type Skin = ReturnType<typeof unpackSkinVertices>;

function sameSkin(a: Skin, b: Skin, i: number, j: number, limit: number): boolean {
  return difference(a.joints, b.joints, i, j, 4) === 0 && difference(a.weights, b.weights, i, j, 4) <= limit + ROUNDING;
}
