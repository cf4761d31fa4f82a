// Normals for meshes that have none: averages of the surrounding triangles, weighted by area. Which triangles a corner averages is decided in
// smooth-fans.ts. Positions count, not vertices: seams of texture coordinates and borders of materials stay smooth.

import { numberRows } from '@assetc/kernels';
import { sineAndCosine } from '../../../model/math/sine.js';
import type { MeshModel, PrimitiveModel } from '../../../model/scene/scene.js';
import { writeAreaVector, writeUnit } from './face-normals.js';
import { smoothFans } from './smooth-fans.js';

/** Edges of exactly the given angle, such as those of a cube, are smooth although numbers are rounded. */
const ROUNDING = 1e-6;

type Surface = Pick<PrimitiveModel, 'positions' | 'indices'>;

/** By primitive without normals: three numbers per corner. The primitives of one mesh are one surface. */
export function smoothMissingNormals(
  meshes: readonly MeshModel[],
  maxDegrees: number,
): ReadonlyMap<PrimitiveModel, Float32Array> {
  const found = new Map<PrimitiveModel, Float32Array>();
  for (const mesh of meshes) {
    const primitives = mesh.primitives.filter(({ normals }) => normals === undefined);
    const normals = smoothNormals(primitives, maxDegrees);
    for (const [i, primitive] of primitives.entries()) {
      const own = normals[i];
      if (own !== undefined) found.set(primitive, own);
    }
  }
  return found;
}

/** For each surface three numbers per corner; zeros if nothing around a corner has an area. */
export function smoothNormals(surfaces: readonly Surface[], maxDegrees: number): readonly Float32Array[] {
  const positions = cornerPositions(surfaces);
  const areas = areaVectors(surfaces, positions.length);
  const fans = smoothFans(positions, areas, sineAndCosine((maxDegrees * Math.PI) / 180).cosine - ROUNDING);
  const sums = new Float64Array(fans.length * 3);
  for (let corner = 0; corner < fans.length; corner++) {
    const from = corner - (corner % 3);
    const to = (fans[corner] ?? 0) * 3;
    for (let axis = 0; axis < 3; axis++) sums[to + axis] = (sums[to + axis] ?? 0) + (areas[from + axis] ?? 0);
  }
  let first = 0;
  return surfaces.map(({ indices }) => {
    const out = new Float32Array(indices.length * 3);
    for (let i = 0; i < indices.length; i++) writeUnit(out, i * 3, sums, (fans[first + i] ?? 0) * 3);
    first += indices.length;
    return out;
  });
}

/** Corner → a number that equal positions share, over all surfaces. */
function cornerPositions(surfaces: readonly Surface[]): Uint32Array {
  const vertexCount = surfaces.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const { remap } = numberRows(vertexCount, 3, (_, floats) => {
    let at = 0;
    // Adding zero converts −0 to 0, the same position.
    for (const { positions } of surfaces)
      for (let i = 0; i < positions.length; i++) floats[at++] = (positions[i] ?? 0) + 0;
  });
  const out = new Uint32Array(surfaces.reduce((sum, { indices }) => sum + indices.length, 0));
  let at = 0;
  let firstVertex = 0;
  for (const { positions, indices } of surfaces) {
    for (let i = 0; i < indices.length; i++) out[at++] = remap[firstVertex + (indices[i] ?? 0)] ?? 0;
    firstVertex += positions.length / 3;
  }
  return out;
}

/** One vector per triangle, three numbers each: as many as there are corners. */
function areaVectors(surfaces: readonly Surface[], corners: number): Float64Array {
  const out = new Float64Array(corners);
  let at = 0;
  for (const { positions, indices } of surfaces)
    for (let i = 0; i < indices.length; i += 3, at += 3) writeAreaVector(out, at, positions, indices, i);
  return out;
}
