// A mesh that compresses well.

import { viewOf } from '../core/struct.js';
import type { HmeshModel } from '../hmesh/model.js';
import { sampleMesh } from './sample-mesh.js';

/** A flat grid large enough that every codec makes its chunks shorter. */
export function gridMesh(side: number): HmeshModel {
  const base = sampleMesh();
  const count = (side + 1) ** 2;
  const vertices = new Uint8Array(count * 28);
  const view = viewOf(vertices);
  for (let i = 0; i < count; i++) {
    view.setFloat32(i * 28, (i % (side + 1)) / side, true);
    view.setFloat32(i * 28 + 4, Math.floor(i / (side + 1)) / side, true);
  }
  const indices: number[] = [];
  for (let i = 0; i < side * side; i++) {
    const at = i + Math.floor(i / side);
    indices.push(at + 1, at, at + side + 1, at + side + 2, at + 1, at + side + 1);
  }
  const rows: number[] = [];
  const meshletVertices: number[] = [];
  const triangles: number[] = [];
  for (let first = 0; first < indices.length; first += 60 * 3) {
    const corners = indices.slice(first, first + 60 * 3);
    const locals = [...new Set(corners)];
    rows.push(meshletVertices.length, locals.length, triangles.length / 3, corners.length / 3);
    meshletVertices.push(...locals);
    triangles.push(...corners.map((corner) => locals.indexOf(corner)));
  }
  const [submesh] = base.submeshes;
  if (submesh === undefined) throw new Error('the sample has a submesh');
  const box = { aabbMin: [0, 0, 0], aabbMax: [1, 1, 0], sphereCenter: [0.5, 0.5, 0], sphereRadius: 0.8 };
  return {
    hasTangents: false,
    bounds: box,
    vertices,
    indices: Uint32Array.from(indices),
    meshlets: Uint32Array.from(rows),
    meshletVertices: Uint32Array.from(meshletVertices),
    meshletTriangles: Uint8Array.from(triangles),
    meshletBounds: new Float32Array(rows.length * 2),
    materials: new BigUint64Array(0),
    submeshes: [
      {
        ...submesh,
        ...box,
        firstIndex: 0,
        indexCount: indices.length,
        firstMeshlet: 0,
        meshletCount: rows.length / 4,
        materialSlot: 0xffffffff,
      },
    ],
  };
}
